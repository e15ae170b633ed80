"""The Python behind patches/apply, which puts the worklists into a tree of upstream Galois 6.

headers   which headers go into the tree, and how they are renamed
anchors   places in files of the tree, and the lines that are inserted there
edits     the lines that each program of the tree gets
tree      the patch for a tree, which git applies and takes back
cli       the command line
"""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Refused(Exception):
    """The tree is not changed; the message is one line that names the file."""
