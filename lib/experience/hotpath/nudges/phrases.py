"""How people say that it is still broken, broken again or the same error again, in six languages.

Words are folded and without accents; `doesn't` is `does not`, every other apostrophe a blank. See
pattern.py for the notation. A clause in which a pattern of the VETO stands too speaks of something
else: a condition, a wish, a question, a success, other people, or what somebody has not decided.
phrases_unspaced.py has Chinese and Japanese.
"""

from __future__ import annotations

_FAULT = (
    "error|errors|bug|bugs|problem|problems|issue|issues|exception|failure|failures|crash|message|trace"
    "|traceback|stacktrace|symptom|symptoms"
)
_FAILS = "fail*|mis*|break*|broken|crash*|hang*|throw*|error*|red|wrong|stuck|unresolved|buggy"
_WORKS = "work*|fix*|compil*|build*|load*|render*|start*|pass*|run*|connect*|open*|solved|right|there"
_SAME = "same|exact|identical"
ENGLISH = (
    f"still .. {_FAILS}",
    f"still .. not {_WORKS}",
    "not .. work*|fixed|solved|compil* yet",
    f"still .. get*|see*|have|having|hit*|receiv* .. {_FAULT}",
    "still .. get*|see* .. 400|401|403|404|500|502|503|504",
    "still seeing|getting|having|hitting it|this|that|them",
    f"still .. the|that|this same|old|exact {_FAULT}",
    "still .. happening|happens|occurs|occurring|present|persists",
    "still the same",
    "still no luck|change|difference|effect|success|output",
    "^ still nothing $",
    f"{_FAULT} .. still there|here|present|around",
    f"{_FAULT} .. not gone|disappeared|vanished",
    f"{_FAULT} .. not .. away",
    f"{_SAME} .. {_FAULT} .. again",
    f"{_SAME} .. {_FAULT} .. as before|earlier|last|previously|yesterday|this",
    f"^ no|nope|nah|and|again|but|still? it|its? s|is? exactly? the? exact? {_SAME} .. {_FAULT} $",
    f"got|get|gets|getting|gives|have|hitting|hit|see .. {_SAME} .. {_FAULT}",
    f"{_SAME} .. {_FAULT} came|comes|is|s back",
    f"^ no|nope|nah? exactly? the? exact? same {_FAULT} when|on|in|with|after",
    "i|we m|am|are|re .. still getting|seeing|hitting|stuck",
    "did not do|change|fix|solve anything",
    "you|u .. broke|broken .. again",
    "broke|breaks it|this|that|everything again",
    "edit|change|fix|patch|commit broke|breaks .. again",
    "reintroduced|reintroduces .. bug|bugs|error|problem|issue|regression",
    "fails|failing|crashes|crashed|crashing|broken again $",
    "it|this|that|s|is|are .. failing|crashing|broken|red|down|blank again",
    "not working again",
    "^ wrong|broken|failed again",
    "does|did not work|help either",
    "that|this|it|change|fix|edit|patch|suggestion did not .. work|help|fix|solve",
    "^ it|that|this|nope|no|but? still? does|did|has not work*|help*|fix*",
    "^ still? not working $",
    "^ no|nope? still? not fixed|solved|resolved $",
    "^ nothing changed|works $",
    "^ no change|difference|improvement at? all? $",
    "made|makes|making it|this|that|things|everything worse",
    f"keep|keeps failing|crashing|breaking with|on|at .. same .. {_FAULT}",
    "keeps failing|crashing|breaking|happening",
    "i|we keep|kept getting|seeing|hitting",
    "this|that is|s .. third|fourth|fifth|3rd|4th time",
    "how many times .. you|i|we|this",
    "going|go|run* .. in circles",
    f"back to|at .. original|same|old|first|previous {_FAULT}|state|square",
)
ENGLISH_VETO = (
    "if|whenever|unless|until|whether|once|while|should|must|would|could|might|may|can|ensure|expect",
    "when the|a|an|users|user|it|they|someone",
    "no longer",
    "so|such that",
    "is|are|s|now gone|disappeared",
    "anymore",
    "was|were still|failing|broken",
    "there are|is still",
    "both",
    "again yesterday|last",
    "works|fixed|solved now",
    "^ does|do|is|are|has|have|did|will the|it|this|that|there|we|they|you|i|any*|some*",
    "^ what|which|who|where",
    "i|we|am|m .. not .. sure|decided|convinced|know|understand|certain|clear|want|tried",
    "users|customers|customer|people|clients|operators",
)

_ES_FAULT = "error|errores|fallo|fallos|bug|problema|excepcion|mensaje"
SPANISH = (
    "sigue|siguen|continua|continuan sin",
    "sigue|siguen|continua|continuan fallando|igual|roto|rota|rotos|rotas|mal|ahi|pasando|saliendo|dando",
    "sigue|siguen|continua|continuan apareciendo|como",
    "todavia|aun no .. funciona|va|compila|arranca|carga|pasa|anda|esta|abre",
    f"todavia|aun .. falla|fallan|da|sale|tengo .. {_ES_FAULT}|500|404|502",
    "todavia|aun falla|fallan",
    f"mismo|misma .. {_ES_FAULT} .. otra|de vez|nuevo|antes",
    f"otra|de vez|nuevo .. mismo|misma .. {_ES_FAULT}",
    f"da|dio|sale|salio|tengo|aparece|me .. mismo|misma .. {_ES_FAULT}",
    f"{_ES_FAULT} .. sigue|todavia|aun ahi|aqui|presente",
    "vuelto|vuelves|vuelve|volviste a romper*|fallar|estropear*",
    "rompiste|roto|rompio .. otra|de vez|nuevo",
    "no ha? .. servido|funcionado|cambiado|ayudado|arreglado|solucionado",
    "no .. cambio|arreglo|soluciono|sirvio|funciono nada?",
    "^ no|tampoco funciona|va|compila|arranca $",
    "tercera|cuarta|quinta vez que",
    "lo mismo que antes",
    "peor que antes",
)
SPANISH_VETO = (
    "si|cuando|mientras|hasta|deberia|debe",
    "ya no",
    "no .. decidido|seguro|claro|convencido|entiendo|se|entendido",
    "clientes|usuarios|usuario|cliente",
)

_CS_STILL = "porad|stale|furt|zase|zas|znova|znovu|opet"
_CS_FAULT = "chyba|chybu|hlaska|hlasku|problem|vyjimka|bug"
CZECH = (
    f"{_CS_STILL} .. nefunguj*|nejde|nejdou|nejede|pada|padaji|blbne|selhava*|chyba|chybu|dostavam",
    f"{_CS_STILL} .. nespust*|neprojd*|nezobraz*|nenacit*|neulozi*|nebezi|neotevr*",
    f"{_CS_STILL} .. rozbit*|rozbil*|spadl*|pokazil*|prazdn*|spatne",
    f"{_CS_STILL} .. stejn*|ta|tataz|tutez|tu sama|samou? .. {_CS_FAULT}",
    "^ zas|zase|porad|stale|furt to? samy|same|stejny|stejne",
    f"stejn*|sama|samou {_CS_FAULT} .. jako|zase|zas|znovu|opet|porad",
    f"je|mam|vidim|dostavam .. stejn*|sama|samou {_CS_FAULT}",
    "nefunguje|nejde|pada .. porad|stale|furt|ani",
    "^ to? nefunguje|nejde to? $",
    f"{_CS_FAULT} .. tam|tu|je .. porad|stale|furt",
    f"{_CS_FAULT} .. porad|stale|furt .. tam|tu|je",
    f"{_CS_FAULT} .. pretrvava|trva|zustava",
    "nic|nijak se? .. nezmenil*",
    "to|tohle|restart|oprava|zmena nepomohl*",
    "zhorsil*",
    "uz|to .. potreti|poctvrte|popate",
)
CZECH_VETO = (
    "pokud|kdyz|jestli|kdyby|az|dokud|zda|aby",
    "uz ne*",
    "nevim|nechapu|nerozhodl*|nejsem",
    "zakaznik*|uzivatel*",
)

_DE_FAULT = "fehler|bug|problem|meldung|fehlermeldung|exception|ausnahme|absturz"
_DE_SAME = "gleich*|derselbe|dieselbe|denselben|selbe*"
_DE_BAD = "nicht|kaputt|fehl|rot|falsch|leer|defekt"
GERMAN = (
    f"immer|schon noch|wieder .. {_DE_BAD}",
    f"noch immer .. {_DE_BAD}",
    "nach wie vor",
    f"weiterhin .. {_DE_BAD}",
    f"wieder .. {_DE_BAD}|zerschossen|abgesturzt",
    f"immer|noch|wieder|weiterhin .. {_DE_SAME} .. {_DE_FAULT}",
    f"{_DE_FAULT} .. {_DE_SAME} .. wie .. vorher|zuvor|vorhin|eben|davor",
    f"{_DE_SAME} {_DE_FAULT} .. wie|wieder|nochmal",
    f"{_DE_FAULT} .. immer|noch|weiterhin noch|immer? da|vorhanden|drin",
    "noch immer|immer noch? .. ein|eine|der|die|den 500er|404er|502er|500|404|fehler|exception",
    "hat|es nichts|nicht .. gebracht|geholfen|gelost|behoben",
    "bringt nichts",
    "nichts .. geandert|verandert|gebracht",
    "^ leider? unverandert $",
    "^ es|das? funktioniert|geht|klappt auch|leider? nicht $",
    "zum dritten|vierten|funften mal",
    "drehen|drehst .. im kreis",
    "schlimmer geworden|gemacht|als",
)
GERMAN_VETO = (
    "wenn|falls|sobald|ob|bis|damit|solange|soll|sollte|muss|dass",
    "nicht mehr",
    "warum|wieso .. wir|man",
    "ich|wir|mir .. nicht .. sicher|klar|entschieden|uberzeugt",
    "weiss|verstehe ich? .. nicht",
    "kunden|nutzer|benutzer|kunde",
)

_FR_FAULT = "erreur|erreurs|probleme|bug|message|exception|souci"
FRENCH = (
    "toujours pas|rien",
    "marche|fonctionne|compile|demarre .. toujours|encore pas",
    "toujours|encore .. casse*|rouge|faux|vide|bloque*",
    f"toujours|encore .. meme* .. {_FR_FAULT}",
    f"meme* .. {_FR_FAULT} .. encore|avant|toujours|precedemment|heure|qu",
    f"{_FR_FAULT} .. toujours|encore la|present*",
    "echoue|echouent|plante|plantent|bugge|rate toujours|encore",
    f"j|on ai|a toujours|encore .. {_FR_FAULT}|500|404|502",
    "as|avez|a|l encore casse*",
    "n|ne|rien .. rien|a|pas change|resolu|corrige|regle|aide|servi|marche",
    "^ ca|cela? ne? marche|fonctionne pas $",
    "troisieme|quatrieme|cinquieme fois",
    "tourne* en rond",
    "pire qu avant",
)
FRENCH_VETO = (
    "si|quand|lorsque|tant|jusqu|afin|pour|doit|devrait",
    "plus",
    "pas .. sur|convaincu|certain|compris|decide|choisi|fini|eu|sais",
    "est ce",
    "^ ne",
    "clients|utilisateurs|client|utilisateur",
)

_PT_FAULT = "erro|erros|problema|bug|mensagem|falha|excecao"
PORTUGUESE = (
    "ainda nao .. funciona*|vai|compila|carrega|abre|passa|roda|esta|resolveu",
    f"ainda .. da|dando|aparece|tenho .. {_PT_FAULT}|500|404|502",
    "ainda .. falha|falham|quebrad*|quebra|falhando|errado",
    "continua|continuam|segue|seguem com .. erro|problema|falha|bug",
    "continua|continuam|segue|seguem .. sem|falhando|quebrad*|dando|igual|errado|nao",
    f"mesmo|mesma .. {_PT_FAULT} .. novo|novamente|vez|antes",
    f"novo|novamente|vez .. mesmo|mesma .. {_PT_FAULT}",
    f"deu|da|dando|aparece|apareceu|tenho|veio .. mesmo|mesma .. {_PT_FAULT}",
    f"{_PT_FAULT} .. ainda|continua .. la|ai|aqui|presente",
    f"{_PT_FAULT} .. persiste|permanece",
    "quebrou|quebraram|quebrado|quebra|estragou .. de|outra novo|vez",
    "quebrou|quebraram|quebrado|quebra|estragou .. novamente",
    "nao adiantou|resolveu|funcionou|ajudou|corrigiu",
    "nao mudou nada",
    "nada mudou",
    "^ isso|ainda|tambem? nao funciona|vai|compila $",
    "terceira|quarta|quinta vez que",
    "piorou",
    "pior que antes",
)
PORTUGUESE_VETO = (
    "se|quando|caso|enquanto|ate|deve|deveria",
    "nao .. mais",
    "nao .. decidi|sei|certeza|entendi|escolhi",
    "clientes|usuarios|cliente",
)

#: A sentence with one of these lets the matter rest, or asks for a yes.
DISMISSED = (
    "leave|ignore|skip it|them|that|this",
    "is|s fine|ok|okay now",
    "verdad|oder|hein|certo $",
    "in|of|to .. right $",
)

STRONG: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (ENGLISH, ENGLISH_VETO),
    (SPANISH, SPANISH_VETO),
    (CZECH, CZECH_VETO),
    (GERMAN, GERMAN_VETO),
    (FRENCH, FRENCH_VETO),
    (PORTUGUESE, PORTUGUESE_VETO),
)

#: Hints at another round, which count only beside failures in the transcript.
WEAK = frozenset(
    "again still retry anew otra nuevo todavia aun sigue zase znovu porad stale furt opet wieder"
    " nochmal erneut"
    " immer encore toujours nouveau ainda novamente novo continua".split()
)
