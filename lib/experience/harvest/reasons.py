"""Whether a person's words on rejecting something state a lesson, or only steer the work at hand."""

from __future__ import annotations

import re

from experience.hotpath import text
from experience.hotpath.nudges import own_words

#: Words of a reason at least, and characters of a rule at most: a longer prompt is a task.
WORDS, CHARS, UNSPACED = 3, 400, 6

#: Not now, wait, I meant the other one, why?: none of it holds next time.
_PASSING = re.compile(
    r"\bsorry\b|\boops\b|\bby mistake\b|\bgo ahead\b|\bnot (?:now|yet|today)\b|\blater\b|\bwait\b|\bhold"
    r" on\b|\bstop here\b|\bone moment\b|\blet me\b|\bi(?: wi)?ll do\b|\bi (?:already )?did\b"
    r"|\bskip (?:this|it)\b|\bnever ?mind\b|\bforget it\b|\bchanged my mind\b|\bi mean[t]?\b|\bthe"
    r" other\b|\bwrong (?:file|folder|branch|button|line)\b"
    r"|\bfirst (?:show|explain|tell|finish|commit|read|look|check|run|do)\b|\b(?:show|explain|tell) me\b"
    r"|\bfirst$|^why\b|^what\b|^how\b|\?$"
    r"|\bprvni\b|\bpockej\b|\bted ne\b|\bwarte\b|\bspater\b|\bjetzt nicht\b|\bwarum\b|\battends\b|\bplus"
    r" tard\b|\bpas maintenant\b"
    r"|\bespera\b|\bdespues\b|\bluego\b|\bahora no\b|等一下|等等|先|以后|後で|待って|あとで|나중에|잠깐"
)
#: Words of a rule, in the languages that the nudge knows.
_RULE = re.compile(
    r"\bnever\b|\balways\b|\binstead\b|\bdon'?t (?:ever )?(?:use|run|touch|edit|commit|push|delete|add"
    r"|call|write|install|modify|change)\b|\bdo not (?:use|run|touch|edit|commit|push|delete|add|call"
    r"|write|install|modify|change)\b"
    r"|\bwe (?:only |always |never )?use\b|\bmust(?: not|n't)?\b|\bonly use\b|\bnot allowed\b"
    r"|\bforbidden\b|\bprefer\b|\brather than\b|\bno \w+ here\b|\bin this (?:repo|project|repository"
    r"|codebase)\b"
    r"|\buse \w[\w./-]*(?: \w+)?,? not\b|\bnot \w[\w./-]*, use\b|\buse [\w./ -]{2,40}(?: here| instead|"
    r" for)\b"
    r"|\bnikdy\b|\bvzdy\b|\bnepouzivej\b|\bpouzij\b|\bmisto\b|\bnie(?:mals)?\b|\bimmer\b"
    r"|\bstatt(?:dessen)?\b|\bverwende\b|\bbenutze\b|\bnimm\b"
    r"|\bjamais\b|\btoujours\b|\bau lieu\b|\butilise\b|\bnunca\b|\bsiempre\b|\ben vez\b|\ben lugar\b"
    r"|\busa\b|\bsempre\b|\bem vez\b"
    r"|不要|不能|别用|禁止|必须|必須|应该用|應該用|改用|永远|しないで|使わないで|使って|必ず|禁止|대신|항상|절대|마세요"
)


def is_reason(said: str) -> bool:
    """What stands beside a rejection: whole words that hold beyond this moment."""
    own = _folded(said)
    return _says_enough(own) and not _PASSING.search(own)


def is_rule(said: str) -> bool:
    """A prompt: it must say by itself that something is never, always or otherwise done."""
    own = _folded(said)
    return len(said) <= CHARS and is_reason(said) and bool(_RULE.search(own))


def _folded(said: str) -> str:
    return " ".join(own_words.without_accents(text.fold(said)).split()).strip(" .!")


def _says_enough(own: str) -> bool:
    if any(map(text.is_unspaced, own)):
        return len(own.replace(" ", "")) >= UNSPACED
    return len(own.split()) >= WORDS
