"""Runs programs of a build and reads what they say, for the tools in this folder."""

import argparse
import json
import subprocess


class Failure(Exception):
    """What ends a tool with one line."""


def call(command, environment=None):
    """What a program prints."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    except OSError as error:
        raise Failure(f"cannot run {command[0]}: {error.strerror}; build it") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()[-2000:]
        raise Failure(f"{' '.join(command)}: {said or f'it ends with status {done.returncode}'}")
    return done.stdout


def need(folder, preset, *programs):
    """Fails unless the folder has the programs."""
    for name in programs:
        if not (folder / name).exists():
            raise Failure(f"no {folder / name}; build it: cmake --preset {preset} && "
                          f"cmake --build --preset {preset} --target {' '.join(programs)}")


def described(program):
    """What --wl=json says: a dictionary for each policy that the program was built with."""
    text = call([program, "--wl=json"])
    try:
        listed = json.loads(text)
        [entry["name"] for entry in listed]
        return listed
    except (ValueError, TypeError, KeyError) as error:
        raise Failure(f"{program} --wl=json does not list policies") from error


def policies(program, chosen=None):
    """The names of the policies of a program; or those chosen, by commas, if it has them."""
    known = [entry["name"] for entry in described(program)]
    for wl in chosen.split(",") if chosen else ():
        if wl not in known:
            raise Failure(f"{program} knows no policy {wl}, only {', '.join(known)}")
    return chosen.split(",") if chosen else known


def count(text):
    """A whole number from 1 on, as a type of a flag."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def counts(text):
    """The whole numbers from 1 on in a text such as 1,2,16, as a type of a flag."""
    parts = text.split(",")
    if not all(part.isdecimal() and int(part) for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of whole numbers such as 1,2,16")
    return [int(part) for part in parts]


def graph_and_node(text):
    """(graph, node) of GRAPH[@NODE], as a type of an operand."""
    graph, _, node = text.partition("@")
    if node and not node.isdecimal():
        raise argparse.ArgumentTypeError(f"{node!r} is no number of a node")
    return graph, int(node or 0)
