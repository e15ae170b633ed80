# shellcheck shell=bash
# What the scripts share: the folder of the repository, output, and the choice of Python.
# Sourced, never run; the caller has `set -euo pipefail`.

GALOIS_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
export GALOIS_ROOT

# Fresh clones in other folders may share compilation results.
export CCACHE_NOHASHDIR="${CCACHE_NOHASHDIR:-1}" CCACHE_BASEDIR="${CCACHE_BASEDIR:-$GALOIS_ROOT}"

if [ -t 1 ]; then
  kBold=$'\e[1m' kRed=$'\e[31m' kGreen=$'\e[32m' kPlain=$'\e[0m'
else
  kBold='' kRed='' kGreen='' kPlain=''
fi

# say TEXT...: a heading on stdout.
say() { printf '%s==> %s%s\n' "$kBold" "$*" "$kPlain"; }

# good TEXT... / bad TEXT...: a line in green / red on stdout.
good() { printf '%s%s%s\n' "$kGreen" "$*" "$kPlain"; }
bad() { printf '%s%s%s\n' "$kRed" "$*" "$kPlain"; }

# die TEXT...: one line on stderr, exit status 1.
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# findPython [MODULE...]: prints the first Python 3.11 or later that has every MODULE. To import them would
# take longer than most of what is then run.
# The first python3 on PATH may be a version manager's, without the system's numpy.
findPython() {
  local candidate
  while IFS= read -r candidate; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import importlib.util, sys
known = all(importlib.util.find_spec(name) for name in sys.argv[1:])
raise SystemExit(sys.version_info < (3, 11) or not known)' "$@" >/dev/null 2>&1; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done <<<"${GALOIS_PYTHON:-}
$(type -ap python3 || true)
/usr/bin/python3"
  return 1
}

# needPython [MODULE...]: findPython, or an error that says what to do; installed programs have no setup.
needPython() {
  local remedy="run scripts/setup"
  [ -e "$GALOIS_ROOT/scripts/setup" ] || remedy="install Debian's packages python3-numpy python3-matplotlib"
  findPython "$@" || die "no Python 3.11+ here can import: $*; $remedy" \
    "(or point GALOIS_PYTHON at one that can)"
}

# runPython NEEDED... -- MODULE ARGS...: becomes `python -m MODULE ARGS` with our packages importable,
# on a Python that has the modules NEEDED.
runPython() {
  local needed=() python
  while [ "$1" != -- ]; do
    needed+=("$1")
    shift
  done
  shift
  python="$(needPython "${needed[@]}")"
  PYTHONPATH="$GALOIS_ROOT/scripts${PYTHONPATH:+:$PYTHONPATH}" exec "$python" -m "$@"
}

# runPythonTool MODULE ARGS...: runPython for what computes and draws.
runPythonTool() { runPython numpy matplotlib -- "$@"; }

# runPythonDrawing MODULE ARGS...: the same for what can do without matplotlib until it draws.
runPythonDrawing() {
  if findPython numpy matplotlib >/dev/null; then runPythonTool "$@"; else runPython numpy -- "$@"; fi
}

# schedulersOf PROGRAM: the names that its --wl takes, one per line.
schedulersOf() {
  "$1" --wl=json | "$(needPython)" -c \
    'import json, sys; print(*(entry["name"] for entry in json.load(sys.stdin)), sep="\n")'
}

# cores: how many processors this process may use.
cores() { nproc; }

# prettyTime SECONDS: "7 s" or "3 min 07 s".
prettyTime() {
  if [ "$1" -lt 60 ]; then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

kSecondsBetweenSigns=5 # that what takes long gives

# withSigns TEXT LOG COMMAND...: runs a command whose output goes to LOG, and prints every few seconds
# how long it has taken, and what the function that $signsFrom names, if any, prints for LOG and these
# seconds. Returns the command's exit status.
signsFrom=""
withSigns() {
  local text="$1" log="$2" began=$SECONDS status=0 nothing signs more
  shift 2
  exec {nothing}<> <(:)
  # It ends with this shell, too.
  while ! read -rt "$kSecondsBetweenSigns" -u "$nothing" && kill -0 $$ 2>/dev/null; do
    more="$([ -z "$signsFrom" ] || "$signsFrom" "$log" $((SECONDS - began)))"
    printf '    %s: %s so far%s\n' "$text" "$(prettyTime $((SECONDS - began)))" "${more:+; $more}"
  done &
  signs=$!
  "$@" >"$log" 2>&1 || status=$?
  kill "$signs" 2>/dev/null || true
  wait "$signs" 2>/dev/null || true
  exec {nothing}<&-
  return "$status"
}

# showBuild COMMAND...: runs a build by ninja and shows one line of progress in place of a line per step:
# it is rewritten on a terminal, and elsewhere printed every few seconds. Returns the command's status.
showBuild() { NINJA_STATUS='@%f %t %e@ ' "$@" 2>&1 | readNinja; }

# signOfBuild TEXT: shows it in readNinja's line.
signOfBuild() {
  if [ -t 1 ]; then
    printf '\r\e[K    %s' "$1"
    shown=yes
  else
    printf '    %s\n' "$1"
  fi
}

# readNinja: what showBuild prints. A line begins with the steps that have ended, all steps, and seconds.
# Until the first step ends, it says how long that has taken.
readNinja() {
  local line ended all seconds text='' next=0 shown=no
  # Two moments, 20 seconds apart, and the steps that had ended: the pace is that since the first one,
  # because what takes long comes last.
  local since=0 endedThen=0 later=0 endedLater=0
  local began=$SECONDS part='' status
  while true; do
    status=0
    IFS= read -rt "$((kSecondsBetweenSigns + 1))" line || status=$?
    line="$part$line" part=''
    if [ "$status" -gt 128 ]; then # nothing came for so long
      part="$line"
      [ -n "$text" ] || signOfBuild "the first steps: $(prettyTime $((SECONDS - began))) so far"
      continue
    fi
    [ "$status" -eq 0 ] || [ -n "$line" ] || break
    if [[ ! "$line" =~ ^@([0-9]+)\ ([0-9]+)\ ([0-9]+)\.?[0-9]*@\  ]]; then
      if [ "$shown" = yes ] && [ -t 1 ]; then printf '\n'; fi
      shown=no
      printf '%s\n' "$line"
      continue
    fi
    ended="${BASH_REMATCH[1]}" all="${BASH_REMATCH[2]}" seconds="${BASH_REMATCH[3]}"
    # Before the first of few steps ninja may look whether there are more.
    [ "$all" -gt 2 ] || continue
    [ -t 1 ] || [ "$SECONDS" -ge "$next" ] || [ "$ended" -eq "$all" ] || continue
    text="$((100 * ended / all))%: $ended of $all steps"
    if [ $((seconds - later)) -ge 20 ]; then
      since="$later" endedThen="$endedLater" later="$seconds" endedLater="$ended"
    fi
    # The first steps say little about the others.
    if [ "$ended" -lt "$all" ] && [ $((20 * ended)) -ge "$all" ] && [ "$ended" -gt "$endedThen" ]; then
      text+=", about $(prettyTime $(((seconds - since) * (all - ended) / (ended - endedThen)))) left"
    fi
    signOfBuild "$text"
    next=$((SECONDS + kSecondsBetweenSigns))
  done
  if [ "$shown" = yes ]; then printf '\n'; fi
}
