#!/usr/bin/env python3
"""The cold door: `exp.py VERB ...`, what every slash command runs.

Works under any python3: it goes on in the private venv that install.sh made. Syntax stays
readable by Python 3.6, so that an old interpreter meets a sentence and not a traceback.
"""

import os
import sys

HERE = os.path.dirname(os.path.realpath(os.path.abspath(__file__)))
sys.path[:] = [HERE] + [entry for entry in sys.path if entry not in ("", HERE)]

#: Verbs that run before there is a venv, take it away, or look at one that may be broken.
WITHOUT_VENV = ("install", "uninstall", "doctor")


def goes_on_in_venv(arguments):
    # type: (list[str]) -> bool
    """True when another interpreter should take over: there is a venv, and this is not it."""
    return (
        "EXP_IN_VENV" not in os.environ
        and not (arguments and arguments[0] in WITHOUT_VENV)
        and os.access(venv_python(), os.X_OK)
        and os.path.realpath(sys.prefix) != os.path.realpath(os.path.join(home(), "venv"))
    )


def home():
    # type: () -> str
    """EXPERIENCE_HOME by the rule of experience.hotpath.places, which an old Python cannot import."""
    for name, rest in (("EXPERIENCE_HOME", ""), ("CLAUDE_CONFIG_DIR", "experience")):
        value = os.environ.get(name, "")
        if value.strip():
            return os.path.join(value, rest) if rest else value
    return os.path.join(os.path.expanduser("~"), ".claude", "experience")


def venv_python():
    # type: () -> str
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(home(), "venv", folder, name)


def main(arguments):
    # type: (list[str]) -> int
    if goes_on_in_venv(arguments):
        os.environ["EXP_IN_VENV"] = "1"
        os.execv(venv_python(), [venv_python(), "-I", os.path.join(HERE, "exp.py")] + arguments)
    if sys.version_info < (3, 10):
        sys.stderr.write(
            "exp.py: Python %d.%d is too old, 3.10 or newer is needed: run install.sh, which finds one\n"
            % sys.version_info[:2]
        )
        return 1
    from experience.commands import door

    return door.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
