"""Distributes tasks over threads, processes or machines, for anything that plays or reads many games.

>>> from nouvelle_france.pool import Processes, in_order
>>> list(in_order(Processes(1), abs, range(-3, 1)))
[3, 2, 1, 0]

A pool gives results as they come; :func:`in_order` gives them in the order of the tasks. A task's result depends only
on the task, so results are the same whatever the pool and the number of workers.
"""

from nouvelle_france.pool.cluster import Cluster, ClusterError
from nouvelle_france.pool.processes import Processes
from nouvelle_france.pool.sharing import Pool, Queue, WorkerDiedError, in_order
from nouvelle_france.pool.signals import deaf
from nouvelle_france.pool.threads import Threads

__all__ = ["Cluster", "ClusterError", "Pool", "Processes", "Queue", "Threads", "WorkerDiedError", "deaf", "in_order"]
