"""How much a word says by itself: ordinary prompts are full of some words, whatever their subject.

A small corpus cannot know that "error" is no evidence; this table can. Made by
tests/bench/background.py. Each line of LEVELS holds stems (text.stem) whose weight is the number of
the line over 20; a word in none says all it can.
"""

from __future__ import annotations

LEVELS = (
    """
a about abov after again al ale all also am an and any are as at au auf avec away back be becaus been befor
being below between bitt both but by can cannot ce cett co com come como con could da dan das de del dem den
der des did didn die do doe doesn doing don done down du dur e each ein eine either el else em en es est et
etc even ever every few for from further für get give go going gone got had has hasn hav have haven he her
here him his how i ich if im in instead into is isn ist it its itself jak je jsem just keep know la las le
les let like ll lo look los lot made make many may mayb me might mit more most much must my na need never
nicht no nor not nous now não o of off ok okay on once one only onto or os other our out over own para pas
pero plea por pour pro que qui quit rather re really s same say se see seem shall she should shouldn sinc so
some someth still su such sur sure t take tell than thank that the their them then ther they thing think
this tho though through to today together too try two um uma un una und under une until up us use v ve very
via von want was wasn way we well were weren what when wher whether which whil who why wie will wir with
within without won would wouldn y yes yet you your z zu že
""",
    """
ai api client data file library model packag python sdk server simpl tool
""",
    """
agent bas cli code framework modul plugin script using
""",
    """
component django generat js mcp open project test type utility web wrapper
""",
    """
add analysis app application build command creat function imag implementation interfac line llm node provid
py react servic support system text typescript
""",
    """
convert engin extension fast http integration json languag learn local manag platform process run sourc time
work
""",
    """
allow bind cloud core databas definition dependency description design easy format generator git graph
helper java javascript lightweight list log management multi nativ network object power protocol query read
search set small sql structur toolkit ui used user
""",
    """
access algorithm async aws browser built check class collection common configuration context control custom
db development distribution document environment event exampl featur first github googl high html interact
machin manager map markdown memory messag name official pars parser pipelin program rest runtim shar stream
string styl task templat terminal version
""",
    """
ap apis backend base bot call chain claud cod config connect content css dataset detection devic download
extract generation handl help hub implement information install io key lab layer method monitor multipl
number operation output pdf performanc provider pure pytorch real report request schema security stat stor
storag track tree typ valu video window workflow writ zero
""",
    """
adapter audio authentication auto automat automation basic binary builder cach chang chat color compatibl
comput contain cross deep display dynamic easily editor element email enabl error execution export fastapi
field filter find flask flow form free game gaussian host import includ index input interactiv jupyter level
link load ml modern ms nest new order page pi placeholder product render repository resourc rule rust self
send session simulation singl softwar standard tabl token torch train url useful util validation various
view vue written
""",
    """
account across action advanc analytic analyz angular annotation around array assistant asynchronous audit
auth automatic automatically block bundl calculat cluster contract csv date detect dev developer directory
distribut doc documentation driven driver embed eslint evaluation fetch fork full functionality gui hook
human inferenc integrat job kit knowledg lang lib lint linux lite live media meta metadata metric middlewar
minimal net neural notebook openai optimization panda path pattern payment plan plot point port post postgr
powerful print production prompt proxy public pypi quality random record referenc releas remot research
reserv result rout safe sampl semantic sequenc sery site smart stack static sync tag tiny trac transform
unifi unofficial updat upload validat variabl vector visualization websit widget word xml yaml
""",
    """
3d ad addon address admin against agnostic another architectur awar azur benchmark box bridg calculation
calculator capability cell chart clean compil comprehensiv connector consol container conversion converter
cost dashboard datafram decision decorator default defin deploy desktop deterministic develop dictionary
different docker domain drop edit efficient encod engineer entry excel execut experiment expression extend
extraction fix flexibl font fram friendly gateway given gpu grid group hash icon id infrastructur inspir
instanc intelligenc kernel langchain larg light loader market match material microsoft modular next non
notification npm optimiz password per perform personal policy postgresql pre printer profil property publish
pydantic pytest quantum queu rag ready redis relat requir respons return reusabl robot rpc sale scan scor
scrap secur shell show side sign signal simplify skill socket spac specific speech sqlit stock stub suit svg
team telegram top trad turn unit universal usag v2 verification world wrap
""",
    """
agentic alchemy android apach archiv asset asyncio autonomous batch better binomial bit bootstrap boto3
calendar captur card channel ci classification commit communication compar compiler computer connection
construct copy creation customizabl debug decod deployment discord discovery easier ecosystem encrypt
encryption end endpoint enhanc evaluat expos financial focus folder fs general generic grad graphql handler
history info interaction internal invoic ip label layout limit llama logger logic loop mac mak manipulat
math matrix merg micro mock mode mongo mongodb music namespac natural nodej numpy odoo offlin openapi option
optional orchestration org orm pack parallel parameter part persistent pip play plon prediction prevent pric
problem proto purpos ql rate reader registry regression remov repo retriev retrieval review risk router
runner s3 scal scanner schedul scienc secret select serv setup short simulator solution solver sort spec
sphinx sq sqlalchemy statistic status syntax target telemetry tensor thread toolbox topsis transformer
transport ts validator verify viewer virtual vision visual visualiz voic webpack websocket weight worker
youtub
""",
    """
2d abstraction alibaba alternativ amazon animation appl apply attack attribut availabl backup bank bar
beautiful best book buffer business button case catalog cdk character checker circuit click cms codebas
codex collect comment complet complex compression configur configurabl confusion controll controller count
crypto current declarativ demo deprecat diagram diff digital dns dom downloader draw driv dummy edge effect
energy enterpris entity evidenc exchang express extensibl external face fit frontend fully functional gate
gemini gen geo global governanc gpt hardwar harness header health home identity improv injection insid
intelligent ios issu item jax jquery lambda linear location long low ls maco mail manipulation measur mesh
migration mobil mypy mysql nlp note observability ocr onlin ops orient paper partner pass pay plain player
plus preprocess primitiv privat progress promis push python3 pythonic quick quickly rang rank readabl
recognition replac replacement representation rich robust sandbox save scientific scraper screen
segmentation selection sensor shap ship simulat size social solv spark spatial specification split ssh
standalon start step strategy streamlit studio sub super te tensorflow transfer translat translation trust
tube tui ur v1 vs wallet weather webhook wix workspac
""",
    """
abstract accelerat activ activity adaptiv airflow alert analys analyzer answer argument art articl artifact
ascii assembly assist ast authorization awesom babel background bayesian biblioteca big blockchain board
boilerplat bound brain byte camera canva chines chunk column combin communicat community company
compatibility complianc compliant compos computation contact coordinat country coverag cpu credential cuda
cursor daemon dash dataclass delivery detail dict direct directly distanc ds ease emb ember english env
estimation exist experimental extra facilitat fake family faster feed filesystem flag follow forecast
formatter foundation futur geometry grpc guard hello hierarchical hybrid identify inlin inspect
instrumentation jupyterlab jwt kubernet langgraph latex licens linter locally lock login lookup magic
maintain mask matplotlib md measurement menu micropython microservic min mirror miss molecular move nam num
oauth oca opentelemetry operat operator opinionat panel patch pd permission phon physic pick picker plug
pluggabl pool portabl portal predict produc professional projection protein pull purchas qt question
raspberry raw reason recip register reinforcement renderer requirement resolution resolv revers right root
safety scaffold scalabl scop selenium serverless sheet signatur similar similarity slack sms speed statement
statistical surfac switch synthetic tabular term thin tracker transaction transformation tts tun twitter v3
variant vault vite watch www
""",
    """
ability accessibl act additional aim alignment aliyun alpha animat ant anthropic approach arbitrary arc area
author behavior bill blog body branch bring broker budget bulk bus callback captcha category center
certificat chatbot chatgpt chrom classifier clon clos cloudflar commerc comparison composabl compress
computational constant continuous convenient conversation correct cours crawl crawler crud cryptographic
currency curv customer cv daily day deal decoder delet describ detector diagnostic dimensional directiv
discover disk docx drift dsl duck elasticsearch electron encoder enforc equation estimat ethereum exact
exception experienc explor expo extractor fabric facebook factory fail fi financ fine fixtur float forc forg
forward front fun gene generativ genom geospatial gitlab gl gradient grammar ground guid gulp headless
highlight highly independent insight installer instrument integer internet interpreter inventory iot jest
kafka kera keyboard keyword latest launch lazy ledger less life lifecycl littl localization lodash main
manifest mark mass mathematical mean medical minecraft mini mix mixin mkdoc modal modell modify mq mqtt
navigation neatly normaliz numerical nvidia offer ollama optimizer orchestrator organiz original pair
particl party pep phas photo pipe pixel plac playwright png polar polyfill position precision preserv preset
pretty preview privacy processor prometheus proof prototyp provenanc pub pygam qr quant rapid ray receipt
receiv red reduc redux regex registration regular renam replay reproducibl res reservation responsiv restful
retry rna robotic role rs rt scheduler scikit scratch screenshot scroll segment selector sentenc seq serial
serialization serializer several simplifi snapshot soon specifi stag star stop strip structural study stuff
summary svelt swagger symbol tab tailwind talk tap tcp techniqu temporal theory thre tkinter txt understand
unicod uniqu usb vendor vulnerability warn wave wiki win wsgi yandex zip
""",
    """
accord accurat actor aggregat air algebra alia annotat anomaly ansibl arithmetic ask assertion assessment
assignment atla atomic attention augment authenticat backtest balanc barcod behind bi bio bitcoin black
boost boundary brand break brows bucket bug cad calibration canonical cart cat catch causal cd celery
changelog chemical city cl claim clipboard codec compact companion completion composition concept condition
consistent constraint consum consumer convenienc copilot correction credit crew crewai criteria cron cs
customiz cut cython dag datetim dbt dead determin di dialog differenc differentiabl diffusion dna dot draft
drag duckdb dump duplicat durabl dynamically dynamodb earth educational elastic electronic elegant emoji
emulator enforcement ensembl ensur es6 etl eval everyth executabl executor explorer exporter factor failur
fallback feedback ffmpeg figur fill fingerprint finit flash flight fluent formula frequency fusion fuzzy gat
genetic genomic good govern graphic graphical guardrail gym hand head herm hint historical hous html5 hug
i18n ide identification identifier ids indicator ingestion inject instagram installabl installation intend
interval intuitiv ipython iso japanes jinja2 jira last launcher legacy length leverag lightn maker markup
master max migrat mind minimalist mk mo modifi monaco motion mous multimodal nestj neutral nice nois
nonebot2 notation nuxt observation offic onnx optimal oracl packet pacot pagination paquet past payload
peopl physical pii pin po popular portfolio possibl postcss practic presentation press prettier probability
protect protection protobuf ps pyramid quantitativ quot radio rdf reactiv realtim recommendation recursiv
region relay reliabl reporter represent resolver resum rfc rl rollup ros routin row rss safely sass sav
scenario scrapy seamless second section seed sentry separat serializ shim shop sim slid snippet solid sound
spars spectral spectrum spotify spreadsheet squar ssl stabl standardiz stdio streamlin student submit
subscription subtitl supply survey symbolic synthesis tax technical technology terraform textual tful ticket
tier tile timer timestamp titl todo tokenizer toml topic tornado touch traffic trail trajectory transcript
transcription transition trigger ultra university unix v4 valid verifi verifiabl versatil volum vscod
wagtail water webassembly whatsapp wheel wire writer x402 xlsx zope
""",
    """
academic accept accessibility actually ads aes aiobotocor aiohttp align amount anchor ansi anti anyth
anywher approval ar arm arrow artificial asgi assign associat astro atom augmentation auth2 autocomplet
base64 bash battery bedrock bench bigquery bin bioinformatic blob blueprint bluetooth botocor buildout cap
carlo central certain challeng checkpoint chemistry chess choic cipher circl circuitpython cisco citation
classify claw clear climat clip cognitiv coin collector commandlin commonly compilation concurrent
construction convention cooki cool cordova corpus correlation cover cpp cpython craft creator crm crop
cryptocurrency cryptography cube curat currently cycl dark databrick debugger deck declaration decomposition
decrypt delta demand density deriv devop dialect differential dimension discret dispatch doubl dual dynamo
edition efficiently emit empty entropy escap essential estimator eu evolution ex explain explicit
exploration eye fact fastest fastmcp finder fire firebas firewall flake8 flat fleet fly gallery gap gather
gatsby geojson geometric gif gis glob gmail gnu gp great gs handy helpful hex hi higher hold hot huggingfac
hyper ibm immutabl impact inc individual ingest insert inspection instant instruction integrity intent inter
invok ionic ir isolat join journal jsx judg kind known korean latency lead leaflet listen llamaindex loss
macro mapper marker marketplac matric mechanism meet member messenger meter microscopy minimalistic mitigat
mlx mod molecul money mont mri multilingual multiprocess mutation napari national near netbox ng none
normalization notify notion ns numeric oauth2 obsidian ocean oci old ontology opencod opencv openstack
optical orchestrat organization oss overlay overrid palett parquet partial passport peer persistenc php
pictur playlist pleas plotly poetry poll polygon population pos potential pr practical prebuilt prefix
prepar prim primary prob probabilistic profiler programmatic programmatically projeto provision publication
puls pulumi put pyspark python2 qa quantity ra rabbit rabbitmq rat reaction readm reconstruction recursively
redirect reduction relation relational relationship relativ reliability reload repair resiz restor rewrit
rotation round ru sage salesforc san sap satellit sc scen schem sci sd seamlessly sec seek sens sensitiv
sentiment sentinel seo shareabl shift shortcut silicon simply singer sitter slic slider smooth smtp snowflak
solana solar spa spectra station stochastic story storybook strict submission subset swarm swiss synchroniz
synchronous tech temperatur temporary tenant tencent third tim timelin timeout timezon tls toolset
translator transparent trend true tryton tunnel turbo tutorial tv twist uk uncertainty usabl utiliz uv
vanilla vehicl visualizer vm wasm web3 webdriver whisper whol wordpress workload x64 zone zoom
""",
    """
a2a acceleration acquisition adversarial aggregation aid algorand along angularj anim append arabic arxiv
attachment authenticator avatar avoid beginner behavioral beta biological ble blue boolean brazilian brief
bundler calibrat carbon clinical collaboration complexity conditional confidenc constrain conversational
cooky coordination cosmo counter curso cypress d3 dado decentraliz declar deepseek depend depth descriptor
devtool dicom dl docstr drf ec2 ed eda emitter employe enhancement enum esbuild expand federat flux forest
formation found fragment french galaxy gcp generaliz glue goal gov gpus grunt hack hide hierarchy hr ia iam
iconify incom incremental indian infer intel interpolation iterator ks kv lake land ldap lean leav led
letter lineag lm maintenanc markov matter maximum mc med midi minimum motor mov mt nano nexus normal noth
observ obtain pc pdm performant persist plat preferenc prisma prop prov prover pywinrt rail raster reach
recovery reddit remark removal repl rgb room rotat school semi sequential shot simplest skeleton sky slurm
soft song span special spell spend spider spin spot sqlite3 st stdlib street stylelint subprocess substrat
summariz supervis swap synchronization teach threat tik tiktok toggl topology total udp ultimat uni upgrad
uuid verifier versa vice wait warehous wechat wi wide width wikipedia wizard xyo year
""",
    "",
)

WEIGHTS: dict[str, float] = {}
for _level, _terms in enumerate(LEVELS):
    WEIGHTS |= dict.fromkeys(_terms.split(), max(0.03, _level / 20))


def weight(term: str) -> float:
    """What `term` says when the corpus knows nothing: 0.03 for "the", 1.0 for a rare word."""
    known = WEIGHTS.get(term)
    if known is not None:
        return known
    if term.isdigit():
        return 0.35
    return 0.1 if len(term) == 1 and term.isascii() else 1.0
