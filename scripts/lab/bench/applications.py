"""The applications that run under worklists: each folder of lonestar/analytics/cpu/ with an operator."""

import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "lonestar" / "analytics" / "cpu"


def names(folder=FOLDER):
    """Their names, such as sssp; the program of each is NAME-cpu."""
    return sorted(path.parent.name for path in folder.glob("*/*Operator.h")
                  if path.name == f"{path.parent.name}Operator.h")


def programs():
    """The names of their programs."""
    return [f"{name}-cpu" for name in names()]
