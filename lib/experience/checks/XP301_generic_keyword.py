"""A keyword that is one word of everyday work: it is in half of all prompts and tells nothing."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP301"
SEVERITY = WARNING

#: English and Spanish; words that name no technology, no symptom and no place.
GENERIC = frozenset(
    "add all app application bug build change check class code command config create data delete deploy"
    " error errors fail failed fails failure feature file files fix function help implement improve"
    " install issue list load make method module new object page problem project refactor remove rename"
    " run save script server set setting settings slow start string support system task test tests text"
    " thing type update use user users value variable work write wrong archivo arreglar base cambiar"
    " cambio codigo código crear datos error falla fallo funcion función lista página pagina problema"
    " prueba pruebas proyecto quitar servidor usar usuario".split()
)


def check(pattern: Pattern) -> Iterator[Problem]:
    for keyword in pattern.triggers.keywords:
        if keyword.casefold() in GENERIC:
            message = f"keyword {keyword!r} is in half of all prompts: add the word that makes it yours"
            line = pattern.line_of("triggers.keywords", "triggers")
            yield Problem(pattern.path, line, message, ID, SEVERITY)
