"""The places where jobs are done."""

import pytest

from othello.jobs.task import Resources
from tests.jobs.dask import CLUSTER, Dask


@pytest.fixture(scope="package")
def dask(tmp_path_factory):
    """A scheduler and two workers, as processes."""
    with Dask(tmp_path_factory.mktemp("dask"), workers=2) as cluster:
        yield cluster


@pytest.fixture(params=["here", "processes", CLUSTER])
def places(request):
    """This process, two processes, or a cluster of two workers."""
    if request.param == "cluster":
        cluster = request.getfixturevalue("dask")
        cluster.pids()  # waits until workers that an earlier test has killed are back
        return Resources(1, cluster.address)
    return Resources(1 if request.param == "here" else 2)
