"""Claims of the paper that arithmetic decides.

A function takes no argument and returns a dictionary with a `verdict`, and where it makes sense a
`value`, its interval `low` and `high`, a `reason` and `cases` ([label, value, low, high] each).
"""

from typing import Any

from . import broadcast_end


def hdcps_29() -> dict[str, Any]:
    """[HDCPS] section III-D: 32 and 48 entries of 128 bits are 1.25 KB per core."""
    size = (32 + 48) * 128 // 8
    return {"verdict": "agrees" if size == 1.25 * 1024 else "disagrees", "value": float(size),
            "reason": f"(32 + 48) entries of 16 bytes are {size} bytes, or 1.25 KiB. The "
            "flow-control flags per pair of cores are not counted."}


def hdcps_31() -> dict[str, Any]:
    """[HD-CPS] section III-D: broadcasts of status and capacity counters find the end safely."""
    readings = [broadcast_end.search(broadcast_end.Protocol(delayed=True, incoming=incoming,
                                                            settled=settled))
                for incoming in (True, False) for settled in (True, False)]
    ideal = broadcast_end.search(broadcast_end.Protocol(delayed=False, incoming=True, settled=True))
    least, stuck = min(ends.early for ends in readings), sum(ends.stuck for ends in readings)
    if stuck or ideal.early or ideal.stuck:
        verdict = "open"
    else:
        verdict = "disagrees" if least else "agrees"
    return {"verdict": verdict, "value": float(least), "reason":
            "Three cores send one task on at most twice, and a status takes some time. Then a core "
            f"may leave too early in {least} to {max(ends.early for ends in readings)} of "
            f"{readings[0].states:,} or more states, whichever counters it reads. No core waits for "
            "ever. If statuses take no time, and a core is called idle only when all tasks that it "
            f"sent have arrived, this happens in none of {ideal.states} states."}
