"""Draw the pictures of the manual anew, in both themes: `python -m tests.figures.redraw`.

Look at every picture that changed before you commit it: the tests hold the drawing to them.
"""

from bot.figures import KINDS
from bot.figures.drawing import draw
from tests.figures.figure_samples import GOLDEN, PICTURES, manual_figure

for kind in KINDS:
    (PICTURES / f"figure-{kind}.png").write_bytes(draw(manual_figure(kind), "dark", "png"))
    (GOLDEN / f"figure-{kind}-light.png").write_bytes(draw(manual_figure(kind), "light", "png"))
