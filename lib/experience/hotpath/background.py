"""How much a word says by itself: ordinary prompts are full of some words, whatever their subject.

A small corpus cannot know that "error" is no evidence; this table can. Weights are in [0, 1]
and multiply the rarity that the corpus itself shows. The lists hold stems (text.stem),
since a table that is stemmed anew on each prompt costs a millisecond.
"""

from __future__ import annotations

_GLUE = """
a about abov after again al ale all also am an and any are as at au auf avec away back be becaus been befor
being below between bitt both but by can cannot ce cett co com come como con could da dan das de del dem den
der des did didn die do doe doesn doing don done down du dur e each ein eine either el else em en es est et
etc even ever every few for from further für get give go going gone got had has hasn hav have haven he her
here him his how i ich if im in instead into is isn ist it its itself jak je jsem just keep know la las le
les let like ll lo look los lot made make many may mayb me might mit more most much must my na need never
nicht no nor not nous now não o of off ok okay on once one only onto or os other our out over own para pas
pero pleas por pour pro que qui quit rather re really s same say se see seem shall she should shouldn sinc
so some someth still su such sur sure t take tell than thank that the their them then ther thes they thing
think this thos though through to today together too try two um uma un una und under une until up us use v
ve very via von want was wasn way we well were weren what when wher whether which whil who why wie will wir
with within without won would wouldn y yes yet you your z zu že
"""

_EVERYDAY = """
able actual actually add address allow already alway another app application apply approach archivo area
around arreglar ask base basic best better big bit block body branch break bring broken bug build button
call case caus chang check chyba class clean clear click clos code command comment commit common complet
config configuration consider contain content context continu copy correct count cover creat current
currently custom código cómo data date datei day debug default defin delet describ description design detail
develop development different directory doc document documentation doubl easy edit empty end ensur entir
entry erreur error exact exactly exampl exist expect explain explor fail failur fair fallo fast featur
fehler fetch fichero fichier field figur file final find fine finish first fix flow folder follow form
format found full funciona function functionality funktioniert general generat goal good great group guid
hacer handl happen hard help high idea implement implementation import important improv includ incorrect
info information initial input insid install instanc instruction issu item job kind kód larg last later
latest layer lead learn leav left level library line link list littl live load local log logic long lookup
machen main manag manual march match mean merg messag method miss mode model modify modul move multipl nam
name nefunguj new next nice note notic number object old open oprav option order original output packag page
pair parameter pars part pass path pattern perform phas plac plan point possibl pourquoi pr prefer prepar
present previous print problem process produc product project prompt proper properly propos provid prueba
pull purpos push put question quick quickly read ready reason receiv record refactor referenc relat releas
relevant remain remov renam repeat replac repo report repository request requir requirement research resolv
respons rest result return review right root rule run save search second section select send separat server
servic session set setup several shar short show side similar simpl simply singl size small solution solv
sort soubor sourc spac spec specific specify split stag standard start stat statement status step stop stor
string structur stuff styl subject submit suggest summary support switch system tab tabl target task team
temp templat term test text third thre thread time titl todo tool top total track tri trigger true turn type
typical udělej unabl understand unit unless updat upgrad usag user usual valid validat valu variabl various
verify version view wait warn warum weird whol window word work worth writ wrong yesterday zero
"""

_GENERIC = """
access account action admin agent alert analysis api argument array async attribut auth authentication
backend background batch benchmark binary boolean browser buffer bundl byte cach callback certificat channel
character chart claud client cloud cluster column compil component condition connect connection consol
constant container control cooki core coverag credential cron css csv dashboard databas dependency deploy
deployment devic diff disk domain download driver duplicat element email endpoint engin env environment
event exception execut execution export expression external extract filter flag font fram framework frontend
global graph handler hash header hook host html http icon id imag index integration interfac internal
iteration javascript json key keyword languag latency lint linux listener lock login loop mac manager map
mark memory menu metadata metric middlewar migration mobil mock monitor network node notification null
offset optimiz panel parallel parent password patch payload performanc permission pipelin pixel platform
plugin policy pool popup port production profil property protocol provider proxy public python query queu
random rang rate react reducer regex register regression remot render resourc retry role rout router row
runtim sampl scan schedul schema scop screen script scroll secret security sequenc shell signatur skill
socket sql stack static storag stream stylesheet subscription suit sync syntax tag temporary terminal
threshold timeout token toolbar trac transaction transform tree typescript ui undefin upload url util
utility validation variant video web websit widget worker workflow wrapper xml yaml
"""

#: Weight of a stem in each list; a word in none says all it can.
_LISTS = ((_GENERIC, 0.55), (_EVERYDAY, 0.22), (_GLUE, 0.03))

WEIGHTS: dict[str, float] = {term: weight for terms, weight in _LISTS for term in terms.split()}


def weight(term: str) -> float:
    """What `term` says when the corpus knows nothing: 0.03 for "the", 1.0 for a rare word."""
    known = WEIGHTS.get(term)
    if known is not None:
        return known
    if term.isdigit():
        return 0.35
    return 0.1 if len(term) == 1 and term.isascii() else 1.0
