"""Word lists of the rules; all lower case, and stemmed where a rule compares stems."""

import re


def _words(text: str) -> frozenset[str]:
    """The words of a block of text, which is easier to keep than a list of strings."""
    return frozenset(text.split())


STOP_WORDS = _words(
    """
    a about above across after again all also am an and any are as at back be because been before being
    below between both but by can cannot could did do doe does doing done down during each either else
    even every few first for from further get give given had has have having he her here him his how i
    if in into is it its itself just keep keeps last less let lets like long made make makes many may
    might more most much must need needs new next no nor not now of off on once one only onto or other
    others our out over own per put puts rather run runs same see set several she should since so some
    still such take takes than that the their them then there these they thing this those three through
    thus to too two under until up upon us use used uses using very via want was way we well were what
    when where whether which while who whom whose why will with within without would yes yet you your
    """
)

#: Words whose presence makes no difference between two options.
FILLERS = _words(
    """
    a an the its their this that
    """
)

#: First words that begin a sentence rather than a phrase.
SUBJECTS = _words(
    """
    it they you we there he she
    """
)

#: Nouns that end like a verb's -ing form.
ING_NOUNS = _words(
    """
    bring thing nothing everything anything swing sling string bearing ceiling building routing
    networking training clustering scheduling monitoring logging tunneling tunnelling trunking bonding
    teaming cooling checkpointing sharding caching peering switching spring billing pricing rolling
    remaining existing sliding missing running leading trailing
    """
)

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")

#: Words of this field that a stem and a key share without giving anything away, as stems.
DOMAIN_WORDS = _words(
    """
    access address application batch bandwidth cable cache card change check class clock cloud cluster
    command compute config configuration connect connection container control controller copie copy core
    count cpu data datacenter default deploy device disk drive driver engine error ethernet event fabric
    fail failure fault feature file firmware flow frame gpu gpus group hardware header health high host
    image infiniband infrastructur infrastructure instance interface interval job key kubernete
    kubernetes latency layer level limit line link list load local machine manage management memory
    message metric minute model monitor mount name network node number operator option order packet
    parameter partition password path peer percent performance period plan platform pod policy pool port
    power process protocol provider queue rack range rate read record region remote replica report
    request reserv resource response restart result rout route router rule scale schedul schedule
    scheduler second secret secur security send serv server service session share signal single size
    slot small software space speed stack start state status step storage store stream subnet supply
    support switch system table tag task team temperature test thread throughput tier time token tool
    traffic train training transfer tunnel type unit update user usage utilisation utilization value
    version virtual volume window work worker workload write zone
    """
)

#: Absolute terms: test-wise readers cross out options that hold one.
ABSOLUTES = _words(
    """
    always never only all every must completely guarantee guarantees guaranteed
    """
)

#: Vague frequency. "can" is left out: in this field it tells an ability, not a frequency.
VAGUE = _words(
    """
    usually often may might sometimes generally typically rarely frequently occasionally normally
    """
)

#: (word, opposite) as they stand in options.
OPPOSITES = frozenset(
    (pair.partition("/")[0], pair.partition("/")[2])
    for pair in _words(
        """
        increase/decrease increases/decreases raise/lower raises/lowers enable/disable enables/disables
        enabled/disabled more/less more/fewer higher/lower faster/slower larger/smaller longer/shorter
        before/after above/below add/remove adds/removes allow/deny allows/denies allowed/denied
        accept/reject encrypt/decrypt upload/download start/stop starts/stops open/close opens/closes
        on/off up/down with/without true/false yes/no inbound/outbound ingress/egress
        upstream/downstream synchronous/asynchronous hot/cold maximum/minimum maximise/minimise
        maximize/minimize shared/dedicated public/private online/offline static/dynamic read/write
        """
    )
)

#: What a "best" or "most" can be measured by, as stems.
CRITERIA = _words(
    """
    access accuracy accurat availability available backup bandwidth bottleneck budget capacity cheap
    cheaper cheapest complexity compliance concurrency congestion consisten constraint contention
    control cost cooling cpu data delay dedicated demand density downtime durability effort efficien
    efficiency energy error evidence expense failover failure fair fast fewest footprint goal guarantee
    heat idle impact integrity interrupt isolat isolated isolation jitter keep latenc latency least
    likely limit load loss lost lower lowest maintenance memory minimal minimum need needs overhead
    parallel performance power predictab price prevent privacy protect quality quick quickly quota
    recover recovery redundancy redundant reliab reliability require requirement resilien risk safe
    safety scal scalability secur security seconds share shortest simple slow slowest speed stable stall
    storage support symptom temperature throughput time traffic uptime utilisation utilization waste
    watt without
    """
)

#: Praise and alarm that tell nothing; each is searched as a whole phrase.
EMPHASIS = (
    "absolutely",
    "vital",
    "vitally",
    "crucial",
    "crucially",
    "on earth",
    "in the world",
    "on the planet",
    "extremely",
    "incredibly",
    "insanely",
    "ridiculously",
    "unbelievably",
    "game changer",
    "game-changer",
    "game-changing",
    "gold standard",
    "lightning speed",
    "lightning-fast",
    "blazing",
    "blazingly",
    "revolutionary",
    "a total joke",
    "super fast",
    "needless to say",
)

#: The longest word of each phrase, so that most texts need no closer look.
EMPHASIS_WORDS = frozenset(max(re.split("[ -]", phrase), key=len) for phrase in EMPHASIS) | {
    "critical",
    "critically",
}

#: "critical" is praise, unless it is a term such as these.
CRITICAL_TERMS = (
    "path|section|region|alert|alarm|alarms|alerts|event|events|error|errors|xid|severity|level|state|"
    "temperature|threshold|thresholds|mass|infrastructure|services?|vulnerabilit\\w+|patch|patches|log|logs|"
    "message|messages|condition|conditions|warning|warnings|word|size|batch"
)
