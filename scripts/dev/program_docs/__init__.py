"""Manual pages and shell completion, made from what programs say of themselves.

Modules, each of which imports only those before it:

  helptext    runs a program with --help=json, and reads what it prints
  manpage     writes a manual page
  completion  writes completion for bash and for zsh
  cli         scripts/dev/program-docs

Only the standard library is needed: builds call this.
"""
