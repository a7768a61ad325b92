"""Runs jobs in this process, in several processes, or on a Dask cluster.

A *job* is any value that can be pickled. Its result must depend only on this value. A *task* defines how jobs
run (see `task`). The results are the same wherever the jobs run and however many workers die.

    with executor(Solving(settings), Resources(workers=4)) as workers:
        for outcome in workers.run(jobs):
            if isinstance(outcome, Finished):
                file.append(outcome.job, outcome.result)

In reading order:

    task       jobs, workers, outcomes, and where jobs run
    runner     runs jobs inside a worker
    processes  runs jobs in other processes on this computer
    local      runs jobs in this process, or in threads that wait for other programs
    cluster    runs jobs on a Dask cluster
    scheduler  distributes jobs over the workers
    executor   starts workers for a task and runs jobs on them
"""
