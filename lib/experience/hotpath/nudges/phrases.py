"""How people say that it is still broken, broken again or the same error again, in six languages.

Words are folded and without accents; `doesn't` is `does not`, every other apostrophe a blank. See
pattern.py for the notation. STRONG says so by itself, WEAK only beside failures in the transcript.
A clause with a VETO, or one that begins with a TASK, speaks of something else: a condition, a
wish for a feature, a text, a test, a success. phrases_unspaced.py has Chinese and Japanese.
"""

from __future__ import annotations

_FAULT = "error|bug|problem|issue|exception|failure|crash|message|traceback|symptom|stacktrace"
_FAILS = "fail*|break*|broken|crash*|hang*|throw*|error*|red|wrong|stuck|unresolved|unsolved|buggy"
_SAME = "same|exact|identical"
ENGLISH = (
    f"still .. {_FAILS}",
    "still .. not work*|fix*|compil*|build*|load*|render*|start*|pass*|run*|connect*|open*|solved|right|there",
    "not .. still? .. work*|fixed|solved|compil* yet|still",
    f"still .. get*|see*|have|having|hit*|receiv* .. {_FAULT}",
    "still .. get*|see* .. 400|401|403|404|500|502|503|504",
    f"still .. the|that|this same|old|exact {_FAULT}",
    "still .. happening|happens|occurs|occurring|present|persists",
    "still the same",
    "still no luck|change|difference|effect|success|output",
    "^ still nothing $",
    f"{_SAME} .. {_FAULT} .. again",
    f"{_SAME} .. {_FAULT} .. as before|earlier|last|previously",
    f"^ no|nope|nah|and|again|but|still? it|its? s|is? the? exact? {_SAME} {_FAULT} $",
    f"got|get|gets|getting|gives|have|hitting|hit|see .. {_SAME} .. {_FAULT}",
    "you|u .. broke|broken .. again",
    "broke|breaks it|this|that|everything again",
    "edit|change|fix|patch|commit broke|breaks .. again",
    "fails|failing|crashes|crashed|crashing|broken|not again $",
    "not working again",
    "does|did not work|help either",
    "that|this|it|change|fix|edit|patch|suggestion did not .. work|help|fix|solve",
    "^ no|nope? still? not fixed|solved|resolved $",
    "^ nothing changed|works $",
    "^ no change|difference|improvement at? all? $",
    f"keeps? on? fail*|crash*|break* with|on|at .. same .. {_FAULT}",
    "keeps failing|crashing|breaking|happening",
    "this|that is|s .. third|fourth|fifth|3rd|4th time",
    "how many times .. you|i|we|this",
    "going|go|run* .. in circles",
    f"back to|at .. original|same|old|first|previous {_FAULT}|state|square",
    f"{_SAME} .. {_FAULT} came|comes|is|s back",
)
ENGLISH_VETO = (
    "if|whenever|unless|until|whether|once|should|must|would|could|might|may|can|ensure|expect",
    "when the|a|an|users|user|it|they|someone",
    "no longer",
    "so|such that",
    "gone|anymore",
    "was|were still|failing|broken",
    "works|fixed|solved now",
    "^ does|do|is|are|has|have|did|will|can the|it|this|that|there|we|they|you|i|old|any*|some*|node*",
    "users|customers|customer|people|clients|operators",
)

_ES_FAULT = "error|fallo|problema|excepcion|mensaje"
SPANISH = (
    "sigue|siguen|continua|continuan sin",
    "sigue|siguen|continua|continuan fallando|igual|roto|rota|rotos|rotas|mal|ahi|pasando|saliendo|dando|apareciendo",
    "todavia|aun no .. funciona|va|compila|arranca|carga|pasa|anda|esta|abre",
    f"todavia|aun .. falla|fallan|da|sale|tengo .. {_ES_FAULT}|500|404|502",
    "todavia|aun falla|fallan",
    f"mismo|misma .. {_ES_FAULT} .. otra|de vez|nuevo|antes",
    f"otra vez|nuevamente? .. mismo|misma .. {_ES_FAULT}",
    f"de nuevo .. mismo|misma .. {_ES_FAULT}",
    "vuelto|vuelves|vuelve|volviste a romper*|fallar|estropear*|cargar*",
    "rompiste|roto|rompio .. otra|de vez|nuevo",
    "no ha? .. servido|funcionado|cambiado|ayudado|arreglado|solucionado",
    "no .. cambio|arreglo|soluciono|sirvio|funciono nada?",
    "tercera|cuarta|quinta vez que",
    "lo mismo que antes",
)
SPANISH_VETO = (
    "si|cuando|aunque|mientras|hasta|ya no|deberia|debe",
    "ya no",
    "clientes|usuarios|usuario|cliente",
)

CZECH = (
    "porad|stale|furt|zase|znova|opet .. nefunguj*|nejde|nejdou|nejede|pada|padaji|spadne|blbne|selhav*|chyb*",
    "porad|stale|furt .. nespust*|neprojd*|nezobraz*|nenacit*|neulozi*|nebezi|neotevr*|rozbit*|prazdn*|spatne|stejne",
    "porad|stale|furt|zase|opet|znovu .. stejna|ta|tataz sama? .. chyba|hlaska|problem|vyjimka",
    "stejna|sama chyba|hlaska|vyjimka .. jako|zase|znovu|opet|porad",
    "je|mam|vidim|dostavam .. stejna|stejnou|sama|samou chyba|chybu|hlaska|hlasku",
    "zase|znovu|opet .. rozbil*|rozbit*|spadl*|pokazil*",
    "nefunguje|nejde|pada .. porad|stale|furt",
    "nic|nijak se? .. nezmenil*",
    "to|restart|oprava|zmena nepomohl*",
    "problem|chyba .. pretrvava|trva|zustava",
    "uz|to .. potreti|poctvrte|popate",
)
CZECH_VETO = ("pokud|kdyz|jestli|kdyby|az|dokud|zda|aby", "uz ne*", "zakaznik*|uzivatel*")

_DE_FAULT = "fehler|problem|meldung|fehlermeldung|exception|ausnahme|absturz"
_DE_STILL = "immer|noch|nach|weiterhin|wieder"
GERMAN = (
    "immer noch|wieder|weiterhin? .. nicht|kaputt|fehl|rot|falsch|leer|defekt",
    "noch immer|nicht? .. nicht|kaputt|fehl|rot|falsch|leer|defekt",
    "nach wie vor .. nicht|kaputt|fehl|rot|falsch|leer|ab|defekt",
    "nach wie vor",
    "weiterhin .. nicht|fehl|kaputt|rot",
    "wieder .. nicht|kaputt|fehl|zerschossen|abgesturzt",
    f"immer|noch|wieder|weiterhin .. gleich*|derselbe|dieselbe|selbe* .. {_DE_FAULT}",
    f"{_DE_FAULT} .. gleiche|derselbe|selbe .. wie .. vorher|zuvor|vorhin|eben|davor",
    f"gleich*|derselbe|dieselbe|selbe* {_DE_FAULT} .. wie|wieder|nochmal",
    "hat|es nichts|nicht .. gebracht|geholfen|gelost|behoben",
    "noch immer|immer noch? .. ein|eine|der|die|den 500er|404er|502er|500|404|fehler|exception",
    "zum dritten|vierten|funften mal",
    "klappt|geht|funktioniert|hilft auch|leider? nicht",
    "drehen|drehst .. im kreis",
    "^ leider? unverandert $",
    "nichts .. geandert|verandert|gebracht",
)
GERMAN_VETO = (
    "wenn|falls|sobald|ob|bis|damit|solange|soll|sollte|muss|dass",
    "nicht mehr",
    "kunden|nutzer|benutzer|kunde",
)

_FR_FAULT = "erreur|probleme|bug|message|exception|souci"
FRENCH = (
    "toujours pas|rien",
    "marche|fonctionne|compile|demarre .. toujours|encore pas",
    "toujours|encore .. casse*|rouge|faux|vide|bloque*",
    f"toujours|encore .. meme* .. {_FR_FAULT}",
    f"meme* .. {_FR_FAULT} .. encore|avant|toujours|precedemment|heure",
    "echoue|echouent|plante|plantent|bugge|rate toujours|encore",
    f"j|on ai|a toujours|encore .. {_FR_FAULT}|500|404|502",
    "as|avez|a|l encore casse*",
    "n|ne|rien .. rien|a|pas change|resolu|corrige|regle|aide|servi|marche",
    "troisieme|quatrieme|cinquieme fois",
    "tourne* en rond",
)
FRENCH_VETO = (
    "si|quand|lorsque|tant|jusqu|afin|pour|doit|devrait",
    "plus",
    "pas sur|convaincu|certain|compris|decide",
    "est ce",
    "clients|utilisateurs|client|utilisateur",
)

_PT_FAULT = "erro|problema|bug|mensagem|falha|excecao"
PORTUGUESE = (
    "ainda nao .. funciona*|vai|compila|carrega|abre|passa|roda|esta|resolveu",
    f"ainda .. da|dando|aparece|tenho .. {_PT_FAULT}|500|404|502",
    "ainda .. falha|falham|quebrad*|quebra|falhando|errado",
    "continua|continuam|segue .. sem|falhando|quebrad*|dando|igual|errado|nao",
    f"mesmo|mesma .. {_PT_FAULT} .. novo|novamente|vez|antes",
    f"novo|novamente|vez .. mesmo|mesma .. {_PT_FAULT}",
    "quebrou|quebraram|quebrado|quebra|estragou .. de|novamente|outra novo|vez?",
    "nao adiantou|resolveu|funcionou|ajudou|corrigiu",
    "nao mudou nada",
    "nada mudou",
    "terceira|quarta|quinta vez que",
    "problema|erro .. persiste|continua|permanece",
)
PORTUGUESE_VETO = (
    "se|quando|caso|enquanto|ate|deve|deveria|que .. ainda",
    "nao .. mais",
    "clientes|usuarios|cliente",
)

STRONG: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (ENGLISH, ENGLISH_VETO),
    (SPANISH, SPANISH_VETO),
    (CZECH, CZECH_VETO),
    (GERMAN, GERMAN_VETO),
    (FRENCH, FRENCH_VETO),
    (PORTUGUESE, PORTUGUESE_VETO),
)

#: Words that hint at another round.
WEAK = frozenset(
    "again still retry anew otra nuevo todavia aun sigue zase znovu porad stale furt opet wieder nochmal erneut"
    " immer encore toujours nouveau ainda novamente novo continua".split()
)

#: What may stand before the verb of a wish.
POLITE = frozenset(
    "please pls can could would you to us we i me now then and also ok okay lets let just next so great thanks want"
    " need por favor ahora y luego prosim ted pak a bitte jetzt dann und s il te vous plait maintenant puis et agora"
    " e depois".split()
)
#: First words of a wish for a text, a feature or a test.
TASKS = (
    "add|rename|write|create|implement|document|translate|make|show|display|log|simulate|draft|reply|tell|ensure"
    "|verify|assert|confirm|replace|group|support|describe|mock|generate|list|print|build|design|change|update"
    "|anad*|agreg*|renombr*|escrib*|crea|implement*|document*|traduc*|muestr*|cambi*|reemplaz*|comprueb*|verific*"
    "|pridej*|prejmenuj*|napis*|vytvor*|preloz*|zobraz*|zmen|nahrad*|over|odpovez*|implementuj*|zdokumentuj*"
    "|fuge|benenn*|schreib*|erstell*|ubersetz*|zeig*|ander*|ersetz*|pruf*|formulier*|implementier*|dokumentier*"
    "|ajout*|renomm*|ecri*|cree*|implement*|traduis*|affich*|chang*|remplac*|verifi*|redig*|document*"
    "|adicion*|renome*|escrev*|cri*|traduz*|mostr*|troqu*|substitu*|garant*|document*"
)
