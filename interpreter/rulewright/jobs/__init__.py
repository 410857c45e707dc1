"""Thousands of independent items, worked on in units: here, on all cores, or on a Dask cluster.

A `Job` says what is done with a range of item numbers and what identifies its results. `run_job` splits the numbers
into units on demand, hands them to a `Target`, and yields the results in the order of the items, whichever unit
finished first. A `JobJournal` keeps every finished unit, so that an interrupted run resumes without working on one
twice.

    job.py          what is to be done, and what comes of it
    plan.py         units: created on demand, sized so that each takes about as long as a target wants
    run.py          hands out units, puts results in order, isolates units over which processes die
    decoding.py     what JSON holds, as the values that were written
    journal.py      finished units in a file
    local.py        targets on this machine, of either kind:
    in_process.py   this process
    processes.py    several processes
    cluster.py      an existing Dask cluster, or one started here for trying it out
    address.py      from the address of a cluster to a client
    connecting.py   the connection to a cluster, lost and found again, and its workers
    late.py         what is imported when it is first needed
    shutdown.py     signals that end a command, and processes that must not outlive their parent

Nothing here knows what a game is; stages above name their jobs.
"""
