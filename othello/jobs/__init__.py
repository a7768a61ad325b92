"""Parallel jobs: in this process, in several processes, or on a Dask cluster.

A *job* is any value that can be pickled. Its result must depend only on this value. A *task* defines how jobs
are done, see `task`. The results are the same wherever the jobs run, and however many workers die.

    with executor(Solving(settings), Resources(workers=4)) as workers:
        for outcome in workers.run(jobs):
            if isinstance(outcome, Finished):
                file.append(outcome.job, outcome.result)

In reading order:

    task       jobs, workers, outcomes, and resources
    runner     the part of a job that runs in a worker
    processes  jobs in processes of this computer
    local      jobs in this process, and in threads that wait for other programs or for processes
    cluster    jobs on a Dask cluster
    scheduler  the distribution of jobs over the workers
    executor   workers for a task
"""
