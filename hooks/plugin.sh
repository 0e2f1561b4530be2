#!/bin/bash -p
# The hook as the client starts it for a plugin (hooks/hooks.json); claude-code.sh does the work.
#
# What install.sh settles for the other form is settled here: beside that form, and for a person who
# uninstalled and left the checkout in the skills folder, it is silent; the first run finds an interpreter.

umask 077
exec 2>/dev/null

# Tell lib/exp.py of each Python on PATH until one of 3.10 or newer has put itself down for the hook.
prepare() {
  local name python
  for name in python3.15 python3.14 python3.13 python3.12 python3.11 python3.10 python3; do
    while IFS= read -r python; do
      [ -n "$python" ] && usable "$python" &&
        "$python" -I -B -X utf8 "$lib/exp.py" install --plugin </dev/null >/dev/null && return 0
    done <<EOF
$(type -ap "$name")
EOF
  done
}

# Without Apple's developer tools this one is a stub that opens a window.
usable() {
  [ "$1" != /usr/bin/python3 ] || [ "$(uname)" != Darwin ] || xcode-select -p >/dev/null
}

# Whether settings.json runs the hook as install.sh registers it. In other words, or where this errs, both
# run, and the claim to the prompt keeps it to one warning.
registered() {
  local hook=skills/experience-layer/hooks/claude-code.sh
  [ -f "$config/$hook" ] && [ -f "$config/settings.json" ] && [ -r "$config/settings.json" ] || return 1
  case $(<"$config/settings.json") in *"$hook'; [ -f \\\"\$f\\\" ] && exec bash -p"*) return 0 ;; esac
  return 1
}

config=${CLAUDE_CONFIG_DIR:-}
[ -n "${config//[[:space:]]/}" ] || config=~/.claude
home=${EXPERIENCE_HOME:-}
[ -n "${home//[[:space:]]/}" ] || home=$config/experience
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
lib=$here/../lib

if registered; then
  export EXPERIENCE_LAYER=off
elif [ -e "$home/uninstalled" ]; then
  case ${CLAUDE_PLUGIN_DATA:-} in *-skills-dir) export EXPERIENCE_LAYER=off ;; esac
fi

if [ ! -e "$home/state/interpreter" ] && [ "${EXPERIENCE_LAYER:-}" != off ]; then
  set -m # a process group of its own, so that all of it can be ended
  prepare </dev/null >/dev/null &
  job=$!
  set +m
  for _ in 1 2 3 4 5 6 7 8 9 10; do # at most a second; without an answer python3 on PATH is used
    if [ -e "$home/state/interpreter" ] || ! kill -0 "$job"; then break; fi
    sleep 0.1
  done
  kill -9 -- "-$job"
fi
exec bash -p "$here/claude-code.sh"
