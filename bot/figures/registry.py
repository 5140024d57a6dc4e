"""The figure kinds: one line for each. A kind is a module here and a template in `templates/`."""

from bot.figures.bars import Bars
from bot.figures.compare import Compare
from bot.figures.fields import Spec
from bot.figures.flow import Flow
from bot.figures.formula import Formula
from bot.figures.layers import Layers
from bot.figures.matrix import Matrix
from bot.figures.timeline import Timeline
from bot.figures.topology import Topology

KINDS: dict[str, type[Spec]] = {
    "bars": Bars,
    "compare": Compare,
    "flow": Flow,
    "layers": Layers,
    "timeline": Timeline,
    "topology": Topology,
    "formula": Formula,
    "matrix": Matrix,
}
