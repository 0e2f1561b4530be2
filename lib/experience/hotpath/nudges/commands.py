"""Which command a call was, and whether its exit status says that an attempt failed."""

from __future__ import annotations

from experience.hotpath import sanitize
from experience.hotpath.nudges import volatile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.nudges.session import Attempt

SHELLS = ("Bash", "PowerShell")
#: Characters of a command that are looked at.
MOST = 1000

#: Commands that prepare another one.
_SETTING = frozenset("cd export source . set echo printf sleep true pushd popd clear mkdir touch".split())
_BEFORE = frozenset("time sudo nohup env command exec".split())
#: What shortens or filters output: the status of the pipe is theirs.
_FILTERS = frozenset("tail head tee cat grep egrep rg less sed awk sort uniq cut wc".split())
#: Looking is not trying: their failure is an answer.
_LOOKING = frozenset(
    "ls cat head tail find stat wc file tree du less more grep egrep fgrep rg ag ack which type"
    " whereis test [ [["
    " diff cmp readlink realpath pwd ps pgrep lsof ss netstat jq sed awk man".split()
)
_LOOKING_GIT = frozenset(
    "diff grep show log status rev-parse merge-base check-ignore show-ref ls-files blame".split()
)
#: Repeated until something outside is ready.
_WAITING = frozenset("curl wget nc ping pg_isready gh kubectl docker redis-cli mysqladmin".split())


def name_of(attempt: Attempt) -> str:
    """The same for the same command, whatever is volatile in it; "" for a tool that is no attempt."""
    if attempt.tool in SHELLS:
        return _command_name(_text(attempt))
    if attempt.tool.startswith("mcp__"):
        values = [value[:200] for value in attempt.arguments.values() if isinstance(value, str)]
        return f"{attempt.tool} {volatile.stable_command(' '.join(values[:6]))}"
    return ""


def shown_as(attempt: Attempt) -> str:
    """A short name for people: at most three words without options, values or addresses."""
    if attempt.tool not in SHELLS:
        return sanitize.one_line(attempt.tool, 60)
    first = next(iter(_steps(_text(attempt))), [])
    words: list[str] = []
    for word in first[:3]:
        if word.startswith("-") or any(sign in word for sign in "=$\"'(){}<>@`:"):
            break
        words.append(word)
    return sanitize.one_line(" ".join(words), 60)


def is_attempt(attempt: Attempt) -> bool:
    """False for looking around and for waiting, whose failures are answers."""
    if attempt.tool not in SHELLS:
        return True
    command = _text(attempt)
    steps = _steps(command)
    if steps and all(map(_looks, steps)):
        return False
    waits = "sleep " in command or attempt.said.startswith(("Exit code 7\n", "Exit code 8\n"))
    return not (waits and any(step[0] in _WAITING for step in steps))


def hides_status(attempt: Attempt) -> bool:
    """Whether the status is that of a filter or of something behind: `npm test | tail`."""
    command = _text(attempt)
    if "|" not in command and ";" not in command:
        return False
    return is_attempt(attempt)


def _text(attempt: Attempt) -> str:
    command = attempt.arguments.get("command")
    return command[:MOST] if isinstance(command, str) else ""


def _command_name(command: str) -> str:
    steps = _steps(command)
    return volatile.stable_command(" && ".join(" ".join(step) for step in steps) or command)


def _steps(command: str) -> list[list[str]]:
    """The commands of a line as words: settings, filters, redirections and prefixes left out."""
    for sign in ("&&", "||", ";"):
        command = command.replace(sign, "\n")
    steps = [_bare(line.split("|")) for line in command.split("\n")]
    return [step for step in steps if step and step[0] not in _SETTING]


def _bare(stages: list[str]) -> list[str]:
    words = _without_prefix(_without_redirections(stages[0].split()))
    for stage in stages[1:]:
        if stage.split()[:1] and stage.split()[0] not in _FILTERS:
            words += ["|", *stage.split()]
    return words


def _without_redirections(words: list[str]) -> list[str]:
    kept, skip = [], False
    for word in words:
        if skip:
            skip = False
        elif word in (">", ">>", "2>", "&>", "<"):
            skip = True
        elif not word.startswith((">", "2>", "1>", "&>")) and word != "&":
            kept.append(word)
    return kept


def _without_prefix(words: list[str]) -> list[str]:
    while words:
        if words[0] in _BEFORE or ("=" in words[0] and words[0].partition("=")[0].isidentifier()):
            words = words[1:]
        elif words[0] == "timeout" and len(words) > 2:
            words = words[2:]
        else:
            break
    return words


def _looks(step: list[str]) -> bool:
    program = step[0].rpartition("/")[2]
    if program == "git":
        return len(step) > 1 and step[1] in _LOOKING_GIT
    return program in _LOOKING
