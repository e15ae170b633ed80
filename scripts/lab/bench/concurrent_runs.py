"""Does the runs of a plan one by one or several side by side, and ends them all on an interrupt."""

import collections
import concurrent.futures
import contextlib
import os
import signal
import threading


def run(pending, jobs, one, keep, meter, skips):
    """Calls keep(item, one(item)) for all items in order, with at most `jobs` of one() at a time.

    keep() is always called in this thread. The first item runs alone, so that keep() can refuse what
    may not run side by side. one(item, begun) calls begun with its process. Items for which skips()
    holds when their turn comes are left out.
    """
    waiting = collections.deque(pending)
    if jobs == 1:
        for item in waiting:
            if skips(item):
                meter.skip(item)
                continue
            meter.start(item)
            keep(item, one(item))
        return
    running = Running()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        going, allowed = {}, 1
        try:
            while waiting or going:
                while waiting and len(going) < allowed:
                    item = waiting.popleft()
                    if skips(item):
                        meter.skip(item)
                        continue
                    meter.start(item)
                    going[pool.submit(one, item, running.begun)] = item
                done, _ = concurrent.futures.wait(
                    going, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    record = future.result()
                    keep(going.pop(future), record)
                    if "failure" not in record["bench"]:
                        allowed = jobs
        except BaseException:
            running.end()
            raise


class Running:
    """The processes that run, so that an interrupt can end them."""

    def __init__(self):
        self._processes = set()
        self._lock = threading.Lock()
        self._stopped = False

    def begun(self, process):
        """Remembers a process, or ends it if everything is to end."""
        with self._lock:
            self._processes = {each for each in self._processes if each.poll() is None} | {process}
            if self._stopped:
                _end(process)

    def end(self):
        """Ends all processes, and those that still begin."""
        with self._lock:
            self._stopped = True
            for process in self._processes:
                _end(process)


def _end(process):
    """Kills a process that leads a group, with its children, if it still runs."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
