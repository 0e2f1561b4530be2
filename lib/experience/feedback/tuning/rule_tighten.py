"""Which trigger makes the noise: a keyword of false alarms and of no save, or a phrase that would veto them.

Each is tried on the live matcher first: the prompts of the false alarms fall silent, those of the saves and
the pattern's own loud examples still fire.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator

from experience.errors import ExperienceError
from experience.events.tunings import KEYWORD, VETO
from experience.feedback import offers, tightening
from experience.feedback.backtest import Replay as Beside
from experience.feedback.replay import Turn
from experience.feedback.tightening import Trial
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Effect, Proposal, Shortfall
from experience.files.read import read_regular
from experience.hotpath import text
from experience.index.compiler import content_hash
from experience.patterns.pattern import Pattern
from experience.vocabulary import MAX_PATTERN_BYTES

RULE = "tighten"
#: False alarms whose prompt is known, on one keyword or phrase.
ALARMS = 2
#: Of the warnings that a keyword brought at least this share was judged: two of twenty say little of the
#: rest.
JUDGED = 0.25
#: Phrases of prompts that are tried as vetoes.
TRIED = 4


def propose(known: Evidence) -> Iterator[Proposal | Shortfall]:
    alarms = [one for one in known.said if one.kind == "falsepositive"]
    found = known.prompts_of(alarms)
    if alarms and not found:
        yield Shortfall(RULE, f"of {len(alarms)} false alarms no prompt is in a transcript any more")
    for identity, pattern in known.patterns.items():
        if identity not in known.muted and known.tally(identity).false_positives >= ALARMS:
            yield from _of_pattern(known, pattern)


def _of_pattern(known: Evidence, pattern: Pattern) -> Iterator[Proposal]:
    wrong = known.prompts_of(known.said_of(pattern.id, "falsepositive"))
    right = known.prompts_of(known.said_of(pattern.id, "saved"))
    if len(wrong) < ALARMS:
        return
    found = _keyword(known, pattern, wrong, right) or _veto(known, pattern, wrong, right)
    if found:
        yield found


def pulled(turn: Turn, identity: str) -> tuple[str, ...]:
    """The keywords of a pattern that a prompt pulls, folded."""
    return next((one.keywords for one in turn.met if one.id == identity), ())


def _keyword(known: Evidence, pattern: Pattern, wrong: list[Turn], right: list[Turn]) -> Proposal | None:
    counted = Counter(word for turn in wrong for word in pulled(turn, pattern.id))
    saved = {word for turn in right for word in pulled(turn, pattern.id)}
    fires = [known.replay.turns[one.turn] for one in known.fires.get(pattern.id, [])]
    for folded, count in counted.most_common():
        word = next(
            (one for one in pattern.triggers.keywords if text.fold(" ".join(one.split())) == folded), ""
        )
        brought = sum(folded in pulled(turn, pattern.id) for turn in fires)
        if count < ALARMS or folded in saved or not word or count < JUDGED * brought:
            continue
        kept = tuple(one for one in pattern.triggers.keywords if one != word)
        if not kept and not pattern.triggers.regex:
            continue
        after = dataclasses.replace(pattern, triggers=dataclasses.replace(pattern.triggers, keywords=kept))
        effect = _effect(known, pattern, after, wrong, right)
        if effect and effect.false_alarms_avoided >= ALARMS and not effect.saves_lost:
            why = (f"{word!r} brought {count} of {len(wrong)} false alarms and no save",)
            return _proposal(
                KEYWORD, pattern, f"take the keyword {word!r} from {pattern.id}", why, effect, word
            )
    return None


def _veto(known: Evidence, pattern: Pattern, wrong: list[Turn], right: list[Turn]) -> Proposal | None:
    data = read_regular(pattern.path, MAX_PATTERN_BYTES)
    tried = Trial(pattern, known.cwd)
    phrases = Counter(phrase for turn in wrong for phrase in offers.phrases(pattern, turn.prompt.text))
    said = " \n ".join(text.fold(turn.prompt.text) for turn in right)
    for phrase, count in phrases.most_common(TRIED):
        if count < ALARMS or text.fold(phrase) in said:
            continue
        wanted = tightening.tightening("none", phrase, "")
        try:
            tightening.tightened(data, wanted, tried)
        except ExperienceError:
            continue
        none = (*pattern.triggers.none, wanted.text)
        after = dataclasses.replace(pattern, triggers=dataclasses.replace(pattern.triggers, none=none))
        effect = _effect(known, pattern, after, wrong, right)
        if effect and effect.false_alarms_avoided >= ALARMS and not effect.saves_lost:
            why = (f"{count} of {len(wrong)} false alarms have {wanted.text!r} in the prompt, and no save",)
            title = f"let {wanted.text!r} veto {pattern.id}"
            return _proposal(VETO, pattern, title, why, effect, wanted.text)
    return None


def _effect(
    known: Evidence, pattern: Pattern, after: Pattern, wrong: list[Turn], right: list[Turn]
) -> Effect | None:
    """None where an example that is loud now would fall silent."""
    beside, now = Beside(after, known.cwd), Beside(pattern, known.cwd)
    if any(now.fires(one) and not beside.fires(one) for one in pattern.examples.fire):
        return None
    fires = known.fires.get(pattern.id, [])
    gone = sum(not beside.fires(known.replay.turns[one.turn].prompt.text) for one in fires)
    before = len(known.now())
    if not gone:
        return None  # its verdicts hold it back there already: nothing would change
    avoided = sum(not beside.fires(turn.prompt.text) for turn in wrong if now.fires(turn.prompt.text))
    lost = sum(not beside.fires(turn.prompt.text) for turn in right if now.fires(turn.prompt.text))
    return Effect(known.replay.tried, before, before - gone, avoided, lost)


def _proposal(
    kind: str, pattern: Pattern, title: str, why: tuple[str, ...], effect: Effect, item: str
) -> Proposal:
    return Proposal(
        kind, pattern.id, title, why, effect, content=content_hash(pattern), path=str(pattern.path),
        item=item, safe=True,
    )  # fmt: skip
