"""Machine code for the kernels of each test module."""

import pytest

from tests.kernels import compiled


@pytest.fixture(scope="module", autouse=True)
def machine_code(request):
    """Compile the kernels that the test module defines, if it defines any."""
    compiled.bind(request.module)
