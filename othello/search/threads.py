"""Whether Python can start threads here.

In a browser's Python, Pyodide, no thread can be started. There a search runs in the thread of its caller, in
slices, see `analysis`, and only between two slices can it be stopped.
"""

import sys
from typing import Final

HAS_THREADS: Final = sys.platform != "emscripten"
