#!/usr/bin/env bash
# Sets up experience-layer for Claude Code: finds a Python, hands over to lib/exp.py.
# Needs neither a terminal nor stdin. Written for bash 3.2, as macOS has it.

usage() {
  cat <<'EOF'
usage: bash install.sh [--dry-run] [--uninstall [--purge[=WORD]]] [--json]

  --dry-run               say what would be done, write nothing
  --uninstall             take out what was installed; the corpus stays
                          (with --dry-run: say what would go)
  --purge                 with --uninstall: the corpus and the logs go too, for
                          ever. Asks for a word on the terminal; without one
                          the word has to be given: --purge=WORD
  --json                  answer with one JSON object
  --allow-root-for-user   as root, for a HOME that belongs to another user
  --allow-container       in a container whose ~/.claude is mounted

Follows CLAUDE_CONFIG_DIR and EXPERIENCE_HOME. Running it again changes nothing
that is in order. Needs Python 3.10 or newer, or uv.
EOF
}

say() { printf '%s\n' "$*" >&2; }

# The folder $1 lies in, links followed, whatever CDPATH and aliases say.
folder_of() {
  local file=$1 folder='' target=''
  while [ -L "$file" ]; do
    target=$(readlink -- "$file") || return 1
    case $target in
      /*) file=$target ;;
      *) file=${file%/*}/$target ;;
    esac
  done
  case $file in
    */*) folder=${file%/*} ;;
    *) folder=. ;;
  esac
  CDPATH='' builtin cd -- "${folder:-/}" >/dev/null 2>&1 && builtin pwd -P
}

# The checkout: where this script lies; when it came through a pipe, here or in the skills folder.
find_checkout() {
  local script=${BASH_SOURCE[0]:-} config=${CLAUDE_CONFIG_DIR:-} here='' folder=''
  case $config in *[![:space:]]*) ;; *) config=${HOME:-}/.claude ;; esac
  case $script in /*) ;; *) script=./$script ;; esac
  [ -f "$script" ] && here=$(folder_of "$script")
  for folder in "$here" "$PWD" "$config/skills/experience-layer"; do
    if [ -n "$folder" ] && [ -f "$folder/lib/exp.py" ] && [ -d "$folder/lib/experience" ]; then
      checkout=$folder
      return 0
    fi
  done
  return 1
}

question='import os, sys
base = getattr(sys, "_base_executable", "") or sys.executable
print("%d %d %s" % (sys.version_info[0], sys.version_info[1], os.path.realpath(base)))'

python=''
python_minor=0

# Takes $1 if it is a Python from 3.10 on, newer than what was found so far; the real binary, not
# the shim or the venv that led to it.
consider() {
  local answer major minor path
  # Without Apple's developer tools this one is a stub that opens a window.
  if [ "$1" = /usr/bin/python3 ] && [ "$(uname)" = Darwin ]; then
    xcode-select -p >/dev/null 2>&1 || return 0
  fi
  answer=$("$1" -I -c "$question" </dev/null 2>/dev/null) || return 0
  major=${answer%% *}
  answer=${answer#* }
  minor=${answer%% *}
  path=${answer#* }
  case $major$minor in *[!0-9]* | '') return 0 ;; esac
  [ "$major" -eq 3 ] && [ "$minor" -ge 10 ] && [ "$minor" -gt "$python_minor" ] || return 0
  [ -x "$path" ] && "$path" -I -c '' </dev/null >/dev/null 2>&1 || return 0
  python=$path
  python_minor=$minor
}

consider_path() {
  local name found
  for name in python3.15 python3.14 python3.13 python3.12 python3.11 python3.10 python3; do
    while IFS= read -r found; do
      [ -n "$found" ] && consider "$found"
    done <<EOF
$(type -ap "$name" 2>/dev/null)
EOF
  done
}

consider_uv() {
  local found
  command -v uv >/dev/null 2>&1 || return 0
  found=$(uv python find '>=3.10' </dev/null 2>/dev/null) && consider "$found"
  if [ -z "$python" ] && [ -z "$dry_run" ]; then
    say 'No Python 3.10 or newer on PATH: asking uv for one ...'
    uv python install 3.13 </dev/null >&2 || return 0
    found=$(uv python find 3.13 </dev/null 2>/dev/null) && consider "$found"
  fi
}

main() {
  local verb=install word purge
  dry_run='' purge=''
  options=()
  for word in "$@"; do
    case $word in
      -h | --help) usage; return 0 ;;
      --uninstall) verb=uninstall ;;
      --dry-run) dry_run=1; options+=("$word") ;;
      --purge | --purge=*) purge=1; options+=("$word") ;;
      --json | --allow-root-for-user | --allow-container) options+=("$word") ;;
      *) say "install.sh: unknown option $word; --help lists them"; return 2 ;;
    esac
  done
  if [ -n "$purge" ] && [ "$verb" = install ]; then
    say 'install.sh: --purge goes with --uninstall'
    return 2
  fi
  if ! find_checkout; then
    say 'install.sh: its checkout was not found. Clone the repository, then: bash install.sh'
    return 1
  fi
  consider_path
  [ -n "$python" ] || consider_uv
  if [ -z "$python" ]; then
    say 'install.sh: no Python 3.10 or newer on PATH, and no uv. Nothing was changed. Get one:'
    say '  Debian, Ubuntu   sudo apt install python3 python3-venv'
    say '  macOS            brew install python'
    say '  anywhere         install uv; this script then asks it for a Python'
    return 1
  fi
  # -I: no PYTHON* variables, no user site. -B: a dry run leaves no __pycache__ either.
  "$python" -I -B -X utf8 "$checkout/lib/exp.py" "$verb" ${options[@]+"${options[@]}"} </dev/null
}

# Last, so that bash has read all of it before anything runs, also when it comes through a pipe.
main "$@"
exit $?
