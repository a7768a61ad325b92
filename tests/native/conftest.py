"""Machine code for the kernels of each test module."""

from tests.kernels.conftest import machine_code as machine_code
