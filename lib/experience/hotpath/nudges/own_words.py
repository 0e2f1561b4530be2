"""What a person says in a prompt, without what they paste, quote or show as code; cut into clauses."""

from __future__ import annotations

from experience.hotpath import text

#: Characters looked at: a complaint stands at the head or at the end.
HEAD, TAIL = 3000, 1500

#: Stands for what was quoted, so that the words around it keep their distance.
QUOTED = " quoted "
_PASTED, _PASTED_END = "<pasted_content", "</pasted_content"
_FENCES = ("```", "~~~")
#: Lines that begin like this are quoted mail, tables, prompts of a shell, stack frames, tags, headings.
_FOREIGN = (">", "|", "$ ", "[", "<", "#", "at ", "File ", "    ", "\t", "+", "diff ", "Traceback")
_PAIRS = (('"', '"'), ("\u00ab", "\u00bb"), ("\u300c", "\u300d"), ("\u300e", "\u300f"), ("\u201e", '"'))
_ENDS = "\u3002\uff01\uff1f\u2026"
_BUT = ("but", "pero", "ale", "aber", "mais", "mas", "sino")
_PAUSES = "()\uff0c\u3001\uff1b\uff1a\uff08\uff09"


def own_text(prompt: str) -> str:
    """`prompt` folded, without pasted blocks, fences, quoted lines, code and quotations."""
    prompt = _without_pasted(prompt)
    if len(prompt) > HEAD + TAIL:
        prompt = f"{prompt[:HEAD]}\n{prompt[-TAIL:]}"
    return without_accents(text.fold(_without_quotes("\n".join(_own_lines(prompt)))))


def _without_pasted(prompt: str) -> str:
    kept, rest = "", prompt
    while _PASTED in rest:
        before, _, rest = rest.partition(_PASTED)
        kept += before + "\n"
        rest = rest.partition(_PASTED_END)[2].partition(">")[2]
    return kept + rest


def _own_lines(prompt: str) -> list[str]:
    kept, fence = [], ""
    for line in prompt.splitlines():
        start = line.lstrip()[:3]
        if start in _FENCES and fence in ("", start):
            fence = "" if fence else start
        elif not fence and not _is_foreign(line):
            kept.append(line)
    return kept


def _is_foreign(line: str) -> bool:
    """Quoted or pasted without saying so: marks of mail and logs, or a time at the start."""
    return line.startswith(_FOREIGN) or line.lstrip().startswith(">") or line[:4].isdigit()


def _without_quotes(prompt: str) -> str:
    prompt = text.tidy(prompt)
    for mark in ("``", "`"):
        prompt = _cut(prompt, mark, mark)
    for opening, closing in _PAIRS:
        prompt = _cut(prompt, opening, closing)
    return _without_single_quotes(prompt) if "'" in prompt else prompt


def _cut(prompt: str, opening: str, closing: str) -> str:
    """Without what stands between the marks on one line."""
    kept, rest = "", prompt
    while opening in rest:
        before, _, after = rest.partition(opening)
        inside, found, behind = after.partition(closing)
        if not found or "\n" in inside:
            kept, rest = kept + before + " ", after
        else:
            kept, rest = kept + before + QUOTED, behind
    return kept + rest


def _without_single_quotes(prompt: str) -> str:
    """`'...'` quotes where it opens at the start of a word and closes at the end of one."""
    kept, at = "", 0
    while True:
        start = prompt.find("'", at)
        if start < 0:
            return kept + prompt[at:]
        end = prompt.find("'", start + 1)
        while end >= 0 and prompt[end + 1 : end + 2].isalnum():
            end = prompt.find("'", end + 1)
        opens = start == 0 or not prompt[start - 1].isalnum()
        if opens and end > start + 1 and "\n" not in prompt[start:end]:
            kept, at = kept + prompt[at:start] + QUOTED, end + 1
        else:
            kept, at = kept + prompt[at : start + 1], start + 1


def without_accents(folded: str) -> str:
    """People leave accents out: Latin letters lose theirs, kana keep their voicing marks."""
    if folded.isascii():
        return folded
    import unicodedata

    bare = "".join(c for c in unicodedata.normalize("NFD", folded) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def sentences(own: str) -> list[list[str]]:
    """Sentences, each a list of clauses. A sign inside a name (`app.ts`, `12:30`) ends nothing."""
    for sign in _ENDS:
        own = own.replace(sign, "\n")
    for sign in _PAUSES:
        own = own.replace(sign, ", ")
    own = own.replace(" - ", ", ")
    for word in _BUT:
        own = own.replace(f" {word} ", f", {word} ")
    for sign in ".!?":
        own = own.replace(f"{sign} ", "\n").replace(f"{sign}\n", "\n")
    for sign in ";:":
        own = own.replace(f"{sign} ", ", ")
    found = []
    for sentence in own.split("\n"):
        clauses = [clause.strip(" ,.!?;:") for clause in sentence.split(", ")]
        if any(clauses):
            found.append([clause for clause in clauses if clause])
    return found
