"""Contradictions that arithmetic decides: each function recomputes what is printed.

A function takes no argument and returns a dictionary with a `verdict`, and where it makes sense a
`value`, its interval `low` and `high`, a `reason` and `cases` ([label, value, low, high] each). "agrees"
means that the first reading is right, "disagrees" that the second is, and "open" that the printed
numbers exclude each other without telling which is wrong.
"""

from typing import Any


def x_04() -> dict[str, Any]:
    """[HDCPS] section V-A2: 8 % over Minnow, or 61 and 48 over sequential execution."""
    lead = 61 / 48
    return {"verdict": _nearer(lead, 1.08, lead), "value": lead,
            "reason": f"61 / 48 is {lead:.2f}. The 8 % are 66 / 61 = {66 / 61:.2f}, Swarm's lead."}


def x_05() -> dict[str, Any]:
    """[HDCPS] section V: RELD is 2.2 times slower than PMOD, HD-CPS 1.25 times faster, and 2.4
    times faster than RELD."""
    product = 2.2 * 1.25
    return {"verdict": "open" if product > 1.05 * 2.4 else "agrees", "value": product / 2.4,
            "reason": f"2.2 x 1.25 is {product:.2f}, but 2.4 is printed."}


def x_06() -> dict[str, Any]:
    """[HDCPS] table II, CAGE14: 1.505 M nodes of degree 34, or 234 M edges."""
    edges = 1.505 * 34
    return {"verdict": "agrees", "value": edges, "reason":
            f"1.505 M nodes of degree 34 have {edges:.0f} M edge ends, near the 2 x 27 M of the "
            "public matrix. 234 M edges would be a degree of 155."}


def x_07() -> dict[str, Any]:
    """[HDCPS] table II: printed average degrees against 2E/N; the matrix CAGE14 has 27.1 M
    entries."""
    printed = {"Web-Google": (0.875, 5, 11), "LiveJournal": (4.8, 69, 28),
               "CAGE14": (1.505, 27.1, 34), "rUSA": (24, 58, 1.2)}
    cases = [[name, ratio, ratio, ratio] for name, (nodes, edges, degree) in printed.items()
             for ratio in [2 * edges / nodes / degree]]
    both = all(abs(row[1] - 1) < 0.1 for row in cases[:3])
    return {"verdict": "agrees" if both else "disagrees", "value": cases[3][1], "cases": cases,
            "reason": "2E/N is within 10 % of what is printed for three graphs, and 4 times it for "
            "rUSA, whose 1.2 is half of E/N."}


def x_24() -> dict[str, Any]:
    """[SMQ] section 4: local share 1 - 1/K, against K/(K + N - 1) from its own weights."""
    cases = []
    for nodes in (2, 4):
        for weight in (8, 64, 1024):
            error = weight / (weight + nodes - 1) - (1 - 1 / weight)
            cases.append([f"N={nodes} K={weight}", error, error, error])
    error = 8 / 11 - 7 / 8
    return {"verdict": "disagrees", "value": error, "cases": cases, "reason":
            "With N = 4 and K = 8 the share is 0.727, not 0.875. With N = 2 they differ by 1/K^2."}


def x_37() -> dict[str, Any]:
    """[PMOD] table 5: ratios to the best scheduler and speed-ups of six schedulers."""
    table = {"PMOD": (0.93, 17.0), "obim-D": (0.55, 10.6), "obim-O": (0.89, 17.0),
             "RELD": (0.35, 6.7), "MQ": (0.34, 6.5), "SL": (0.18, 3.6)}
    cases = [[name, speedup / ratio, (speedup - _half(speedup)) / (ratio + 0.005),
              (speedup + _half(speedup)) / (ratio - 0.005)]
             for name, (ratio, speedup) in table.items()]
    least = max(row[2] for row in cases if row[0] != "PMOD")
    most = min(row[3] for row in cases)
    return {"verdict": "open" if least > most else "agrees", "value": 17.5 / least, "cases": cases,
            "reason": f"The best scheduler's mean would be at least {least:.1f} by one column and "
            f"at most {most:.1f} by another, rounding included."}


def _half(printed: float) -> float:
    """Half a unit of the last digit of a printed speed-up."""
    return 0.5 if printed == int(printed) else 0.05


def x_43() -> dict[str, Any]:
    """[PD] section 4: Fibonacci takes 56 s, against figure 4's speed-ups and times."""
    fibonacci, matmul = 26.2 * 4.11, 21.7 * 2.61
    return {"verdict": _nearer(fibonacci, 56, fibonacci), "value": fibonacci,
            "reason": f"Figure 4: 26.2 x 4.11 s is {fibonacci:.0f} s. The text's 56 s fit "
            f"matmul: 21.7 x 2.61 s is {matmul:.1f} s."}


def x_52() -> dict[str, Any]:
    """[YPP] chapter 4: from 1.11 % to 8.01 % is nearly eightfold."""
    factor = 8.01 / 1.11
    return {"verdict": "agrees" if factor >= 7.5 else "disagrees", "value": factor,
            "reason": f"8.01 / 1.11 is {factor:.2f}."}


def _nearer(value: float, first: float, second: float) -> str:
    """Which of two readings a number bears out."""
    return "agrees" if abs(value - first) < abs(value - second) else "disagrees"
