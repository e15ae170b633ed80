"""Writes completion for flags, their values, worklists and files: one file per program and shell."""

import re

_BASH = """\
# bash completion for {name}; made from its --help.
{function}() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before='' flag='' prefix=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -gt 0 ]; then before="${{COMP_WORDS[COMP_CWORD - 1]}}"; fi
  # Bash makes words of their own of '=' and what follows, unless COMP_WORDBREAKS says otherwise.
  if [ "$word" = '=' ]; then
    flag="$before" word=''
  elif [ "$before" = '=' ] && [ "$COMP_CWORD" -gt 1 ]; then
    flag="${{COMP_WORDS[COMP_CWORD - 2]}}"
  elif [[ $word == -*=* ]]; then
    flag="${{word%%=*}}" prefix="${{word%%=*}}=" word="${{word#*=}}"
  elif [[ $before == -* && $word != -* ]]; then
    flag="$before"
  fi
  case "$flag" in
{cases}
  esac
  if [ -n "$flag" ] && [ "$flag" != "$before" ]; then return; fi
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W '{flags}' -- "$word")
    if [ "${{#COMPREPLY[@]}}" -eq 1 ] && [[ ${{COMPREPLY[0]}} == *= ]]; then
      compopt -o nospace 2>/dev/null
    fi
    return
  fi
{operand}  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
}}
complete -F {function} {name}
"""

_WORDS = """\
    {patterns})
      mapfile -t COMPREPLY < <(compgen -P "$prefix" -W '{words}' -- "$word")
      return
      ;;"""

_FILES = """\
    {patterns})
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -P "$prefix" -f -- "$word")
      return
      ;;"""

_OTHERS = """\
    {patterns}) return ;;"""

_OPERAND = """\
  # The first operand is one of a few words; none of them is a file's name by intention.
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W '{words}' -- "$word")
    return
  fi
"""


def bash(program):
    """The file for share/bash-completion/completions/NAME about a helptext.Program."""
    cases, files, others = [], [], []
    for flag in program.flags:
        words = _choices(program, flag)
        if words:
            cases.append(_WORDS.format(patterns=_patterns(flag), words=" ".join(words)))
        elif flag.takes_file:
            files.append(_patterns(flag))
        elif flag.value:
            others.append(_patterns(flag))
    if files:
        cases.append(_FILES.format(patterns=" | ".join(files)))
    if others:
        cases.append(_OTHERS.format(patterns=" | ".join(others)))
    names = [flag.name + ("=" if flag.value else "") for flag in program.flags]
    return _BASH.format(
        name=program.name, function="_galois_cps_" + re.sub(r"\W", "_", program.name),
        cases="\n".join(cases), flags=" ".join(names),
        operand=_OPERAND.format(words=" ".join(program.words)) if program.words else "")


def zsh(program):
    """The file for share/zsh/site-functions/_NAME about a helptext.Program."""
    lines = [f"#compdef {program.name}", f"# zsh completion for {program.name}; made from its --help.",
             "_arguments \\"]
    for flag in program.flags:
        action = ""
        if flag.value:
            words = _choices(program, flag)
            if words:
                action = f":{_plain(flag.value)}:({' '.join(words)})"
            elif flag.takes_file:
                action = f":{_plain(flag.value)}:_files"
            else:
                action = f":{_plain(flag.value)}: "
        equals = "=" if flag.value else ""
        lines.append(f"  '{flag.name}{equals}[{_plain(flag.text)}]{action}' \\")
    if program.words:
        lines.append(f"  '1:what:({' '.join(program.words)})' \\")
    lines.append("  '*:file:_files'")
    return "\n".join(lines) + "\n"


def _choices(program, flag):
    if flag.name == "--wl":
        return [name for name, _ in program.worklists] + ["help"]
    return [name for name, _ in flag.choices]


def _patterns(flag):
    # LLVM's command line takes one dash as well as two.
    return f"{flag.name} | {flag.name[1:]}" if flag.name.startswith("--") else flag.name


def _plain(text):
    """Text for a specification of _arguments: brackets and colons have a meaning there."""
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")
