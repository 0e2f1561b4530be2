"""What a person reads of an audit, in English and Czech. Sentences for models are English."""

from __future__ import annotations

LANGUAGES = ("en", "cs")

_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "title": "Memory compact",
        "error": "ERROR",
        "nothing": "nothing to change",
        "skipped": "skipped, {why}",
        "applied": "{count} changes, {before} to {after} characters (-{percent} %)",
        "undo": "Undo: {command}",
        "limit": "Too long for the client: {lines} of {most_lines} lines, {bytes} of {most_bytes} bytes; "
        "it loads nothing from line {lost} on",
        "changed": "file changed meanwhile ({names})",
        "busy": "another run is at it",
        "refused": "no valid proposal in {tries} tries; the reasons are in {log}",
        "timeout": "no answer within {seconds} s",
        "reasons": "English",
    },
    "cs": {
        "title": "Memory compact",
        "error": "CHYBA",
        "nothing": "není co měnit",
        "skipped": "přeskočeno, {why}",
        "applied": "změn: {count}, znaků: {before} → {after} (-{percent} %)",
        "undo": "Vrátit zpět: {command}",
        "limit": "Na klienta moc dlouhé: řádků {lines} z {most_lines}, bajtů {bytes} z {most_bytes}; "
        "od řádku {lost} nenačte nic",
        "changed": "soubor se mezitím změnil ({names})",
        "busy": "právě probíhá jiný běh",
        "refused": "žádný platný návrh ani na {tries}. pokus; důvody jsou v {log}",
        "timeout": "žádná odpověď do {seconds} s",
        "reasons": "Czech",
    },
}
_CATEGORIES: dict[str, dict[str, str]] = {
    "en": {},
    "cs": {
        "superseded": "překonáno",
        "detail": "detail",
        "duplicate": "duplicita",
        "ephemeral": "jednorázové",
        "stale-section": "zastaralá sekce",
        "merge": "sloučeno",
    },
}


def say(language: str, key: str, **values: object) -> str:
    return _TEXTS.get(language, _TEXTS["en"])[key].format(**values)


def category(language: str, name: str) -> str:
    return _CATEGORIES.get(language, {}).get(name, name)
