#!/bin/bash -p
# experience-layer's hook for Claude Code: a payload on stdin, one JSON document on stdout or nothing.
#
# It exits 0 whatever happens and ends within 4 seconds: a hook that fails costs the user the
# prompt. Registered as `bash -p`, which ignores BASH_ENV, CDPATH and exported functions. Written
# for bash 3.2; on the way to the two Python doors it starts three processes: cat, rm, timeout.

umask 077
exec 2>/dev/null # bash names every job that a deadline ended

# Whether a switch says no: decided before anything is read, by builtins alone.
switched_off() {
  local switch=${EXPERIENCE_LAYER:-}
  case ${switch//[[:space:]]/} in
    [oO][fF][fF] | 0 | [fF][aA][lL][sS][eE] | [nN][oO] | [dD][iI][sS][aA][bB][lL][eE][dD]) return 0 ;;
  esac
  local nested=${EXP_NESTED:-}
  [ -n "${nested//[[:space:]]/}" ] || marked "${PWD:-}" || marked "${CLAUDE_PROJECT_DIR:-}"
}

# Whether .experience-disabled lies in the project of folder $1: in its root or on the way there.
marked() {
  local folder=$1 found=1
  case $folder in /*) ;; *) return 1 ;; esac
  while :; do
    ! has_marker "$folder" || found=0
    [ ! -e "$folder/.git" ] || return $found
    [ -n "$folder" ] || break
    folder=${folder%/*}
  done
  has_marker "$1" # no repository: only the folder itself counts
}

has_marker() {
  [ -e "$1/.experience-disabled" ] || [ -L "$1/.experience-disabled" ]
}

# Run a command for at most $1 seconds, then end it and its children. Its own status, else 124 or more.
bounded() {
  local seconds=$1
  shift
  if [ -n "$limit" ]; then
    "$limit" -s KILL "$seconds" "$@"
    return
  fi
  set -m # a process group of its own, so that grandchildren end too
  "$@" <&0 &
  local job=$!
  (sleep "$seconds" && kill -9 -- "-$job") </dev/null >/dev/null 3>&- 4<&- 5<&- 6>&- 7>&- 8<&- 9<&- &
  local guard=$!
  set +m
  local status=0
  wait "$job" || status=$?
  kill -9 -- "-$guard"
  return $status
}

# One line for doctor and /exp-status. No text of the prompt is known here.
note() {
  [ -d "$home/logs" ] || mkdir -p "$home/logs"
  printf '{"ts": "%s", "where": "hook", "error": "%s", "at": "claude-code.sh", "detail": ""}\n' \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" >>"$home/logs/errors.jsonl"
}

# Open 3 to write the payload, 4 and 5 to read it; 6 and 8, 7 and 9 to write and read the halves.
# The files are unlinked at once: no prompt ever lies in a file with a name.
open_files() {
  local folder base
  set -C
  for folder in /dev/shm "${TMPDIR:-/tmp}" /tmp "$home/state"; do
    base=$folder/experience-layer.$$.$RANDOM$RANDOM
    if printf %2048s x >"$base.in" && : >"$base.warn" && : >"$base.nudge"; then # is there room?
      set +C
      # shellcheck disable=SC2094 # every reader has its own position in the file
      exec 3>"$base.in" 4<"$base.in" 5<"$base.in" 6>"$base.warn" 8<"$base.warn" 7>"$base.nudge" 9<"$base.nudge"
      rm -f "$base.in" "$base.warn" "$base.nudge"
      return 0
    fi
    [ ! -e "$base.in" ] || rm -f "$base.in" "$base.warn" "$base.nudge"
  done
  set +C
  return 1
}

# Run a door in the background: $1 seconds, $2 script. Standard input and output are the caller's.
door() {
  exec 3>&- 4<&- 5<&- 6>&- 7>&- 8<&- 9<&-
  set -- "$1" "$python" -I -S "$lib/$2" --format halves
  [ -z "$limit" ] || exec "$limit" -s KILL "$@"
  bounded "$@"
}

# Read a half from descriptor $1 into model and user; fails if its end mark is missing. The mark
# names the event that is answered, where that is not a prompt.
half() {
  local mark
  model='' user=''
  IFS= read -r model <&"$1" && IFS= read -r user <&"$1" && IFS= read -r mark <&"$1" || return 1
  case $mark in
    end) ;;
    'end PreToolUse' | 'end UserPromptExpansion') event=${mark#end } ;;
    *) return 1 ;;
  esac
}

# A half that was cut off costs nothing but itself.
dropped() {
  model='' user=''
  note "$1 gave no answer in time"
}

# Join texts $1 and $2 with separator $3, which an empty one does not need.
joined() {
  if [ -n "$1" ] && [ -n "$2" ]; then text=$1$3$2; else text=$1$2; fi
}

if command -v timeout >/dev/null; then limit=timeout; elif command -v gtimeout >/dev/null; then limit=gtimeout; else limit=''; fi

if switched_off; then
  bounded 1.5 cat >/dev/null # the client must not meet a closed pipe
  exit 0
fi

home=${EXPERIENCE_HOME:-}
if [ -z "${home//[[:space:]]/}" ]; then
  home=${CLAUDE_CONFIG_DIR:-}
  [ -n "${home//[[:space:]]/}" ] || home=~/.claude
  home=$home/experience
fi
case $0 in */*) lib=${0%/*}/../lib ;; *) lib=../lib ;; esac

python=''
[ ! -f "$home/state/interpreter" ] || IFS= read -r python <"$home/state/interpreter"
if [ ! -x "$python" ] || [ -d "$python" ]; then
  note "interpreter is gone, python3 on PATH is used: run install.sh"
  python=python3
fi

if ! open_files; then
  note "no folder for temporary files"
  bounded 1.5 cat >/dev/null
  exit 0
fi
bounded 1.5 cat >&3
[ $? -ne 1 ] || bounded 1.5 cat >/dev/null # the disk is full: the client must not meet a closed pipe
exec 3>&-

event=UserPromptSubmit
door 2 retrieve.py <&4 >&6 &
warned=$!
nudged=''
if [ -f "$lib/nudge.py" ]; then
  door 1 nudge.py <&5 >&7 &
  nudged=$!
fi
wait "$warned"
half 8 || dropped retrieve.py
warning=$model warning_line=$user
model='' user=''
if [ -n "$nudged" ]; then
  wait "$nudged"
  half 9 || dropped nudge.py
fi

joined "$warning" "$model" '\n\n' && for_model=$text
joined "$warning_line" "$user" ' | ' && for_user=$text
context="\"hookSpecificOutput\": {\"hookEventName\": \"$event\", \"additionalContext\": \"%s\"}"
# shellcheck disable=SC2059 # the formats are ours
if [ -n "$for_model" ] && [ -n "$for_user" ]; then
  printf "{$context, \"systemMessage\": \"%s\"}\n" "$for_model" "$for_user"
elif [ -n "$for_model" ]; then
  printf "{$context}\n" "$for_model"
elif [ -n "$for_user" ]; then
  printf '{"systemMessage": "%s"}\n' "$for_user"
fi
exit 0
