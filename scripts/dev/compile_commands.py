"""What a build says of how it compiles its units (compile_commands.json), for tools that compile or
read them in their own way."""

import json
import os
import re
import shlex

# What a command begins with, after a compiler cache and what sets its variables.
COMPILER = re.compile(r"(^|/)([\w.-]*-)?(c\+\+|g\+\+|clang\+\+)(-[\d.]+)?$")


def entries(build):
    """[(source, folder, words of its command from the compiler on)], in the order of the build.
    @throws OSError, ValueError if there is no such list
    """
    listed = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return [(entry["file"], entry["directory"], _from_compiler(shlex.split(entry["command"])))
            for entry in listed]


def _from_compiler(words):
    for index, word in enumerate(words):
        if COMPILER.search(word):
            return words[index:]
    return words


def without_precompiled(words):
    """A command that reads all headers anew: other tools cannot read g++'s precompiled ones, and they
    have what headers said when they were made."""
    kept, skip = [], False
    for word, following in zip(words, [*words[1:], ""]):
        if skip:
            skip = False
        elif word == "-include" and os.path.basename(following).startswith("cmake_pch."):
            skip = True
        elif word not in ("-Winvalid-pch", "-fpch-preprocess"):
            kept.append(word)
    return kept
