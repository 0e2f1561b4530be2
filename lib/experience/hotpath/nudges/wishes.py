"""How a wish for a text, a feature or a test begins: `please add ...`, in six languages."""

from __future__ import annotations

#: What may stand before the verb.
POLITE = frozenset(
    "please pls can could would you to us we i me now then and also ok okay lets let just next so"
    " great thanks want"
    " need por favor ahora y luego prosim ted pak a bitte jetzt dann und s il te vous plait"
    " maintenant puis et"
    " agora e depois".split()
)
TASKS = (
    "add|rename|write|create|implement|document|translate|make|show|display|log|simulate|draft"
    "|reply|tell|ensure"
    "|verify|assert|confirm|replace|group|support|describe|mock|generate|list|print|build|design"
    "|change|update"
    "|use|keep|send|return|avoid|raise"
    "|anad*|agreg*|renombr*|escrib*|crea|implement*|document*|traduc*|muestr*|cambi*|reemplaz*|comprueb*"
    "|verific*|usa|usar|utiliza*|envia*|devuelv*"
    "|pridej*|prejmenuj*|napis*|vytvor*|preloz*|zobraz*|zmen|nahrad*|over|odpovez*|zdokumentuj*"
    "|pouzij|posli|vrat"
    "|fuge|benenn*|schreib*|erstell*|ubersetz*|zeig*|ander*|ersetz*|pruf*|formulier*|dokumentier*|verwende"
    "|nutze|benutze|sende"
    "|ajout*|renomm*|ecri*|cree*|traduis*|affich*|chang*|remplac*|verifi*|redig*|utilise*|envoie*|renvoie*"
    "|adicion*|renome*|escrev*|cri*|traduz*|mostr*|troqu*|substitu*|garant*|use|envie|retorne"
)
#: First words that begin a report of its own after a wish: `add a log line, it still fails`.
SUBJECTS = frozenset("it that this i we you the its still same but".split())
