"""Writes a manual page (roff, macros of man(7))."""

import itertools


def page(program, others=()):
    """The page of section 1 about a helptext.Program; `others` are names to see as well."""
    lines = [f'.TH {_quoted(program.name.upper())} 1 "" {_quoted(program.version)} '
             '"User Commands"',
             ".SH NAME", f"{_text(program.name)} \\- {_text(_unstopped(program.summary))}",
             ".SH SYNOPSIS", f".B {_text(program.name)}",
             _text(program.usage.split(None, 1)[1] if " " in program.usage else "")]
    if program.description:
        lines += [".SH DESCRIPTION", *_described(program.description)]
    lines.append(".SH OPTIONS")
    for group in program.groups:
        lines.append(f".SS {_quoted(group.title)}")
        if group.text:
            lines.append(_line(group.text + "."))
        for flag in group.flags:
            lines += _flag(flag)
    if program.worklists:
        lines += [".SH WORKLISTS", "What",
                  ".B \\-\\-wl", "may name;", ".B \\-\\-wl=help", "also says their parameters."]
        for name, text in program.worklists:
            lines += [".TP", f".B {_text(name)}", _line(text)]
    if program.examples:
        lines.append(".SH EXAMPLES")
        for command, purpose in program.examples:
            lines += [".TP", f".B {_text(command)}", _line(purpose)]
    lines += [".SH EXIT STATUS", "0 if all went well, 1 after an error, 2 if the flags are wrong."]
    if others:
        lines += [".SH SEE ALSO", ",\n".join(f".BR {_text(name)} (1)" for name in others)
                  .replace(" (1),", " (1),")]
    return "\n".join(line for line in lines if line) + "\n"


def _described(body):
    """Lines of text, which the reader's program fills, and lines that are indented, which stay."""
    lines = []
    for indented, group in itertools.groupby(body, lambda line: line.startswith("  ")):
        group = list(group)
        lines += [".nf", *map(_line, group), ".fi"] if indented else map(_line, group)
    return lines


def _flag(flag):
    value = f"=\\fI{_text(flag.value)}\\fR" if flag.value else ""
    lines = [".TP", f"\\fB{_text(flag.name)}\\fR{value}", _line(flag.text)]
    if flag.choices:
        lines.append(".RS")
        for name, text in flag.choices:
            lines += [".TP", f".B {_text(name)}", _line(text)]
        lines.append(".RE")
    return lines


def _unstopped(text):
    return text.removesuffix(".").removesuffix(":")


def _text(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha") \
        .replace("~", "\\(ti").replace("`", "\\(ga")


def _line(text):
    """A line of its own: one that begins with a dot would be a request."""
    text = _text(text)
    return "\\&" + text if text.startswith(".") else text or ".sp"


def _quoted(text):
    return '"' + _text(text).replace('"', "\\(dq") + '"'
