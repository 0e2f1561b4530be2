#!/usr/bin/env bash
# All tests, in an environment of their own: bash tests/run.sh [--full] [--all-pythons]
#
# Needs git, bash, Python >= 3.10 and PyPI; the client test needs npm as well. Every part runs even
# if an earlier one failed; the exit code is the worst. Nothing is written into the checkout but
# the caches of the tools. bash 3.2 reads this file too.
# shellcheck disable=SC2329  # the functions are called through `part`
set -u
cd "$(dirname "$0")/.." || exit 1
ours="EXPERIENCE_HOME EXPERIENCE_LAYER CLAUDE_CONFIG_DIR CLAUDE_PROJECT_DIR EXP_NESTED EXP_IN_VENV"
# shellcheck disable=SC2086  # a list of names
unset $ours PYTHONPATH PYTHONHOME PYTEST_ADDOPTS

cache="${XDG_CACHE_HOME:-$HOME/.cache}/experience-layer-tests"
full=no
all_pythons=no
worst=0
not_run=no
summary=''
not_covered=''

for option in "$@"; do
    case "$option" in
        --full) full=yes all_pythons=yes ;;
        --all-pythons) all_pythons=yes ;;
        *)
            echo "usage: bash tests/run.sh [--full] [--all-pythons]" >&2
            exit 2
            ;;
    esac
done

miss() { # WHAT WHY
    not_covered="$not_covered  - $1: $2
"
}

note() { # RC SECONDS NAME: a row of the table
    local word=ok
    [ "$not_run" = no ] || word='not run'
    [ "$1" -eq 0 ] || word="FAILED ($1)"
    [ "$1" -le "$worst" ] || worst=$1
    summary="$summary$(printf '  %-12s %5ss  %s' "$word" "$2" "$3")
"
}

part() { # NAME COMMAND...
    local name=$1 rc=0 started=$SECONDS
    shift
    not_run=no
    printf '\n== %s\n' "$name"
    "$@" </dev/null || rc=$?
    note "$rc" $((SECONDS - started)) "$name"
    return "$rc"
}

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1; }

find_python() { # the first of the usual names that is new enough
    local name
    for name in "${PYTHON:-python3}" python3 python3.15 python3.14 python3.13 python3.12 python3.11 python3.10; do
        if new_enough "$name"; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

fill_venv() { # PYTHON FOLDER: a venv that holds tests/requirements.txt, whatever the system lacks
    local wanted='-r tests/requirements.txt --quiet --quiet --disable-pip-version-check'
    # shellcheck disable=SC2086  # two words and their options
    if "$1" -m venv "$2" >/dev/null 2>&1; then
        "$2/bin/python" -m pip install $wanted
    elif "$1" -m pip --version >/dev/null 2>&1; then # Debian without python3-venv
        rm -rf "$2" && "$1" -m venv --without-pip "$2" && "$1" -m pip --python "$2/bin/python" install $wanted
    elif command -v uv >/dev/null 2>&1; then
        rm -rf "$2" && uv venv --quiet --python "$1" "$2" &&
            uv pip install --quiet --python "$2/bin/python" -r tests/requirements.txt
    else
        echo "$1 can make no environment: install its venv module (Debian: python3-venv) or uv" >&2
        return 1
    fi
}

venv_of() { # PYTHON: sets $venv to a filled environment, made once for these requirements
    local key pointer fresh
    key=$("$1" -c '
import hashlib, sys
text = b"".join(open(name, "rb").read() for name in ("lib/requirements.txt", "tests/requirements.txt"))
print(hashlib.sha256(text + sys.version.encode() + sys.base_prefix.encode()).hexdigest()[:16])') || return 1
    pointer="$cache/venv-$key"
    mkdir -p "$cache" || return 1
    if venv=$(cat "$pointer" 2>/dev/null) && "$venv/bin/python" -c 'import pytest, yaml' 2>/dev/null; then
        echo "reused: $venv"
        return 0
    fi
    # Made under a name of its own and announced by a rename: two runs at once do not meet.
    fresh="$cache/$key.$$"
    rm -rf "$fresh"
    if ! fill_venv "$1" "$fresh"; then
        rm -rf "$fresh"
        return 1
    fi
    venv=$fresh
    printf '%s\n' "$fresh" >"$pointer.$$" && mv "$pointer.$$" "$pointer" && echo "made: $fresh"
}

shellcheck_all() {
    "$venv/bin/python" -m tests.bash32 --list | tr '\n' '\0' | xargs -0 "$venv/bin/shellcheck" --
}

unit_tests() { # PYTHON: in parallel, then those that measure time, alone
    local chosen='not e2e and not slow' rc=0
    [ "$full" = no ] || chosen='not e2e'
    export EXPERIENCE_TEST_SKIPS="$skips"
    "$1" -m pytest -q -n auto --durations=5 -m "$chosen and not timing" || rc=$?
    "$1" -m pytest -q -m "$chosen and timing" || rc=$?
    return "$rc"
}

client_tests() { # the pinned clients, then the tests that drive them
    local rc=0 chosen='e2e and not slow'
    [ "$full" = no ] || chosen='e2e'
    EXPERIENCE_TEST_CLIENT=$("$venv/bin/python" -m tests.e2e.client "$cache") &&
        EXPERIENCE_TEST_GEMINI=$("$venv/bin/python" -m tests.e2e.gemini "$cache") || rc=$?
    if [ "$rc" -ne 0 ]; then
        [ -n "${CI:-}" ] && return "$rc"
        not_run=yes
        miss "the real clients" "they could not be installed from npm (see above)"
        return 0
    fi
    export EXPERIENCE_TEST_CLIENT EXPERIENCE_TEST_GEMINI EXPERIENCE_TEST_SKIPS="$skips"
    "$venv/bin/python" -m pytest -q -n auto --durations=5 -m "$chosen" tests/e2e
}

other_pythons() { # every other Python >= 3.10 of this machine, one a line: full path
    local minor candidate pyenv="${PYENV_ROOT:-$HOME/.pyenv}/versions"
    for minor in 10 11 12 13 14 15; do
        [ "$minor" != "$own_minor" ] || continue
        for candidate in "$(command -v "python3.$minor")" "$pyenv/3.$minor."*/bin/"python3.$minor"; do
            if new_enough "$candidate"; then
                echo "$candidate"
                break
            fi
        done
    done
}

under_other() { # PYTHON: the short tests
    venv_of "$1" && "$venv/bin/python" -m pytest -q -n auto -m 'not e2e and not slow and not timing'
}

python=$(find_python) || {
    echo "tests/run.sh: no Python >= 3.10 found; set PYTHON=/path/to/python3" >&2
    exit 1
}
skips=$(mktemp) || exit 1
trap 'rm -f "$skips"' EXIT
own_minor=$("$python" -c 'import sys; print(sys.version_info[1])')

if part "environment ($("$python" --version))" venv_of "$python"; then
    own=$venv
    part "shellcheck" shellcheck_all
    part "bash 3.2 lint" "$venv/bin/python" -m tests.bash32
    part "ruff check" "$venv/bin/ruff" check .
    part "ruff format" "$venv/bin/ruff" format --check .
    part "mypy" "$venv/bin/mypy"
    part "pytest" unit_tests "$venv/bin/python"
    part "the real clients" client_tests
    others=$(other_pythons)
    if [ "$all_pythons" = yes ]; then
        for other in $others; do part "pytest ($("$other" --version))" under_other "$other"; done
    fi
    venv=$own
fi

[ "$full" = yes ] || miss "tests marked slow" "left out; bash tests/run.sh --full runs them"
if [ "$all_pythons" = no ] && [ -n "${others:-}" ]; then
    miss "other Pythons of this machine" "only --all-pythons runs them: $(echo "$others" | tr '\n' ' ')"
fi
for minor in 10 11 12 13 14 15; do
    case "$minor: ${others:-}" in
        "$own_minor: "*) ;;
        *"3.$minor"*) ;;
        *) miss "Python 3.$minor" "not on this machine (mypy checks lib/ against 3.10)" ;;
    esac
done
[ "$(uname -s)" = Darwin ] || miss "macOS" "this machine is $(uname -s)"
case "$BASH_VERSION" in
    3.2*) ;;
    *) miss "bash 3.2" "this is bash $BASH_VERSION; its missing constructs are only searched for as text" ;;
esac
while IFS= read -r line; do miss "a skipped test" "$line"; done <"$skips"
miss "Windows, WSL" "no such machine; nothing is claimed for them"
miss "NFS and other file systems" "the tests write to $(df -P "${TMPDIR:-/tmp}" | awk 'NR==2 {print $1}') only"
miss "a real model" "a stand-in on loopback answers the client; what a model makes of a warning is not tested"
miss "the client's screen" "the client runs headless; its lines for a person are read from stream-json"

printf '\n== summary\n%s' "$summary"
printf '\n== not covered on this machine\n%s\n' "$not_covered"
[ "$worst" -eq 0 ] && echo "tests/run.sh: all parts passed" || echo "tests/run.sh: FAILED"
exit "$worst"
