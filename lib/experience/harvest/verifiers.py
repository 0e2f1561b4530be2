"""Commands that verify work: tests, linters, type checks, builds. The last result of each is a rubric.

What decides is whether the exit status tells: `pytest || true` says nothing, and of `pytest | tail` the
status is that of `tail`, so its output has to say it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

#: Names of rubrics that are kept, and characters of one.
MOST, NAME = 200, 80

#: Program -> words of which one must follow; () for any. The name of a rubric is the program with that word.
_TESTS: dict[str, tuple[str, ...]] = {
    "pytest": (), "py.test": (), "tox": (), "nox": (), "jest": (), "vitest": (), "mocha": (), "ava": (),
    "rspec": (), "phpunit": (), "ctest": (), "bats": (), "go": ("test", "build", "vet"),
    "cargo": ("test", "nextest", "check", "clippy", "build", "fmt"), "mix": ("test", "compile"),
    "dotnet": ("test", "build"), "swift": ("test", "build"), "flutter": ("test", "analyze", "build"),
    "mvn": ("test", "verify", "package", "compile", "install"), "deno": ("test", "lint", "check"),
    "gradle": ("test", "check", "build", "assemble"), "bazel": ("test", "build"), "zig": ("test", "build"),
    "rake": ("test", "spec"), "playwright": ("test",), "cypress": ("run",),
    "ruff": ("check", "format"), "flake8": (), "pylint": (), "eslint": (), "golangci-lint": (),
    "shellcheck": (), "rubocop": (), "stylelint": (), "biome": ("check", "lint", "ci"), "hadolint": (),
    "black": ("--check",), "prettier": ("--check", "-c"), "isort": ("--check", "--check-only"),
    "pre-commit": ("run",), "mypy": (), "pyright": (), "tsc": (), "pyre": ("check",), "vue-tsc": (),
    "make": ("test", "tests", "check", "lint", "build", "all", "verify", "typecheck", "ci"),
    "just": ("test", "check", "lint", "build", "ci"), "task": ("test", "check", "lint", "build"),
    "vite": ("build",), "next": ("build", "lint"), "webpack": (), "rollup": (), "ng": ("build", "test",
    "lint"),
    "cmake": ("--build",), "docker": ("build",), "terraform": ("validate", "plan"), "helm": ("lint",),
}  # fmt: skip
_SCRIPTS = re.compile(
    r"(?:test|lint|check|build|compile|type-?check|types|verify|e2e|unit|ci)(?:[:_-][\w:-]+)?"
)
_MANAGERS = ("npm", "pnpm", "yarn", "bun")
_RUNNERS = ("npx", "bunx", "uvx", "uv", "poetry", "pipenv", "pdm", "hatch", "bundle", "rye")
_PYTHONS = re.compile(r"(?:.*/)?python[\d.]*")
_MODULES = ("pytest", "unittest", "mypy", "ruff", "flake8", "pylint", "tox", "nox", "black", "isort")
_TEST_FILE = re.compile(r"(?:.*/)?(?:run[_-]?)?(?:tests?|checks?|lint)(?:/run)?(?:\.sh|\.py)?")

_SETTING = frozenset("cd export source . set pushd popd clear env time nohup command".split())
_FAILING = re.compile(
    r"\b[1-9]\d* (?:failed|failing|failures?|errors?|problems)\b|\bFAILED\b|\bFAIL\b|\berror(?:\[| TS\d|:)"
    r"|\bTraceback\b|BUILD FAIL|npm ERR!|Would reformat",
)
_PASSING = re.compile(
    r"\b[1-9]\d* (?:passed|passing|pass\b|tests? OK)|All checks passed|Success: no issues|^OK\b|^ok\b"
    r"|\btest result: ok"
    r"|compiled successfully|built in|BUILD SUCCESS|\b0 (?:errors|failures|problems|failed)|no problems"
    r"|already formatted"
    r"|Finished `",
    re.MULTILINE | re.IGNORECASE,
)


class Step(NamedTuple):
    """`tool`: its name; `scope`: the part of the work it looked at, "" for all of it."""

    tool: str
    scope: str

    @property
    def name(self) -> str:
        return f"{self.tool} {self.scope}".strip()[:NAME]


@dataclass(slots=True)
class Rubrics:
    """The last result of each verifier. A run over everything replaces those of its parts."""

    results: dict[Step, bool] = field(default_factory=dict)

    def take(self, step: Step, passed: bool) -> None:
        if not step.scope:
            for known in [one for one in self.results if one.tool == step.tool]:
                del self.results[known]
        self.results.pop(step, None)
        if len(self.results) < MOST:
            self.results[step] = passed

    def named(self, passed: bool) -> list[str]:
        return [step.name for step, result in self.results.items() if result is passed]


def results(command: str, worked: bool, said: str) -> list[tuple[Step, bool]]:
    """(verifier, passed) as far as a shell command that ran to its end tells. `said`: of its output."""
    if "||" in command or command.rstrip().endswith("&"):
        return []
    found: list[tuple[Step, bool]] = []
    pieces = _statements(command)
    for at, chain in enumerate(pieces):
        is_last = at == len(pieces) - 1
        for stages in chain:
            step = _step(stages[0].split())
            if step is None:
                continue
            passed = worked if len(stages) == 1 or "pipefail" in command else None
            if passed is not False and (passed is None or not is_last):
                passed = _by_output(said) if is_last or len(pieces) == 1 else None
            if passed is not None:
                found.append((step, passed))
    return found


def _statements(command: str) -> list[list[list[str]]]:
    """Statements (split at `;` and line ends) of chains (at `&&`) of stages (at `|`)."""
    text = re.sub(r"\d?>&\d|&>\s*\S+|\d?>>?\s*\S+", " ", command)
    lines = [
        line.strip() for line in re.split(r"[;\n]", text) if line.strip() and not line.strip().startswith("#")
    ]
    return [[part.split("|") for part in line.split("&&") if part.strip()] for line in lines]


def _by_output(said: str) -> bool | None:
    """What the end of an output says; None where it says neither."""
    if _FAILING.search(said):
        return False
    return True if _PASSING.search(said) else None


def _step(words: list[str]) -> Step | None:
    while words and (words[0] in _SETTING or ("=" in words[0] and words[0].partition("=")[0].isidentifier())):
        if words[0] in ("cd", "export", "source", ".", "set", "pushd", "popd", "clear"):
            return None
        words = words[1:]
    if words and words[0] == "timeout":
        words = words[2:]
    if words[:2] == ["uv", "run"] or words[:2] in (["poetry", "run"], ["bundle", "exec"], ["pipenv", "run"]):
        words = words[2:]
    elif words and words[0] in _RUNNERS:
        words = [word for word in words[1:] if word not in ("run", "exec", "--yes", "-y", "--no-install")]
    if len(words) > 2 and _PYTHONS.fullmatch(words[0]) and words[1] == "-m" and words[2] in _MODULES:
        words = words[2:]
    return _named(words) if words else None


def _named(words: list[str]) -> Step | None:
    program, rest = words[0].rpartition("/")[2], words[1:]
    if program in ("gradlew", "mvnw"):
        program = {"gradlew": "gradle", "mvnw": "mvn"}[program]
    if program in _MANAGERS:
        script = next((word for word in rest if not word.startswith("-") and word != "run"), "")
        return Step(f"{program} {script}", "") if _SCRIPTS.fullmatch(script) else None
    if program == "unittest":
        return Step("unittest", _scope(rest))
    if program in ("bash", "sh", "python", "python3") and rest and _TEST_FILE.fullmatch(rest[0]):
        return Step(f"{program} {rest[0]}", "")
    if _TEST_FILE.fullmatch(words[0]) and words[0].startswith(("./", "tests/", "scripts/")):
        return Step(words[0], "")
    if program not in _TESTS or (program == "ruff" and "format" in rest and "--check" not in rest):
        return None
    if program == "make" and not [word for word in rest if not word.startswith("-") and "=" not in word]:
        return Step("make", "")
    wanted = _TESTS[program]
    chosen = next((word for word in rest if word in wanted), "")
    if wanted and not chosen:
        return None
    behind = rest[rest.index(chosen) + 1 :] if chosen else rest
    return Step(f"{program} {chosen}".strip(), _scope(behind))


def _scope(words: list[str]) -> str:
    """Files and names that it was limited to, options left out."""
    kept = [
        word for word in words if not word.startswith("-") and word not in (".", "./...", "./", "src", "lib")
    ]
    return " ".join(kept[:3])
