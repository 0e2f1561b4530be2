"""A proposal: what to change, why, and what it would have done; or that there is too little to go by."""

from __future__ import annotations

from typing import Any, NamedTuple

from experience.events import tunings


class Effect(NamedTuple):
    """Replayed on `prompts` past prompts: warnings before and after; of judged warnings how many false alarms
    would have stayed away, and how many that saved somebody would have been lost."""

    prompts: int
    before: int
    after: int
    false_alarms_avoided: int = 0
    saves_lost: int = 0

    def line(self) -> str:
        if not self.prompts:
            return "no past prompts to replay it on"
        was, now = (100 * count / self.prompts for count in (self.before, self.after))
        judged = f"{self.false_alarms_avoided} false alarms avoided, {self.saves_lost} saves lost"
        return (
            f"{self.before} -> {self.after} warnings on {self.prompts:,} past prompts"
            f" ({was:.1f} -> {now:.1f} per 100); of those judged {judged}"
        )


class Proposal(NamedTuple):
    """`kind`: tunings.KINDS or ADVICE; `id`: the pattern, "" for a setting; `content`: what it said when
    this was
    proposed; `was`, `now`: values of a setting or field; `item`: the keyword or phrase; `command`: of an
    advice."""

    kind: str
    id: str
    title: str
    why: tuple[str, ...]
    effect: Effect | None = None
    content: str = ""
    path: str = ""
    was: str = ""
    now: str = ""
    item: str = ""
    command: str = ""
    #: May be applied unasked under `auto_apply: safe`.
    safe: bool = False

    @property
    def applies(self) -> bool:
        return self.kind != tunings.ADVICE

    def document(self) -> dict[str, Any]:
        return {**self._asdict(), "why": list(self.why), "effect": self.effect and self.effect._asdict()}


class Shortfall(NamedTuple):
    """A rule that has too little to go by; `needs` says what is there and what it would take."""

    rule: str
    needs: str


def of(document: dict[str, Any]) -> Proposal:
    """A proposal from its document. Raises TypeError, KeyError where it is none."""
    effect = document["effect"]
    return Proposal(
        **{**document, "why": tuple(document["why"]), "effect": Effect(**effect) if effect else None}
    )
