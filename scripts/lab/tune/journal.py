"""The file of all runs of a search. A search that was killed reads back what it has measured."""

import os
from typing import Any

from galois_cps.runs import UserError, results
from lab.bench import schedule


class Journal:
    """Records by run, as a result file of scripts/bench. The first is that of the survey, and has
    the settings of the search, which must be the same when it goes on."""

    def __init__(self, path: str, settings: dict[str, Any]) -> None:
        self.path = path
        self._records = results.read(path) if os.path.exists(path) else []
        if self._records:
            self._require_same(self._records[0]["bench"].get("settings"), settings)
        self._by_run = {(record["bench"]["key"], record["bench"]["repeat"]): record
                        for record in self._records if not record["bench"]["warmup"]}
        self._file = results.ResultFile(path)

    def _require_same(self, before: Any, settings: dict[str, Any]) -> None:
        if not isinstance(before, dict):
            raise UserError(f"{self.path} has runs of another program; name another file with "
                            "--runs")
        for name, value in settings.items():
            if before.get(name) != value:
                what = ("another build of the program" if name == "build" else
                        f"{name} {before.get(name)}, and it is {value} now")
                raise UserError(f"{self.path} was measured with {what}; --fresh starts over, and "
                                "--runs names another file")

    @property
    def first(self) -> dict[str, Any] | None:
        """The record of the survey, if there is one."""
        return self._records[0] if self._records else None

    @property
    def spent(self) -> float:
        """The seconds that all runs took so far, in this process and before."""
        return sum(record["bench"]["wall_s"] for record in self._records)

    @property
    def order(self) -> int:
        """The place of the next record."""
        return len(self._records)

    def find(self, run: schedule.Run) -> dict[str, Any] | None:
        """The record of a run, if it has been done."""
        return self._by_run.get((run.config.key, run.repeat))

    def append(self, record: dict[str, Any]) -> None:
        """Adds a record; when this returns, it is on disk."""
        self._file.append(record)
        self._records.append(record)
        bench = record["bench"]
        if not bench["warmup"]:
            self._by_run[bench["key"], bench["repeat"]] = record

    def discard(self) -> None:
        """Deletes the file."""
        self.close()
        os.remove(self.path)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
