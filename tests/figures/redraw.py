"""Draw the pictures of the manual anew, in both themes: `python -m tests.figures.redraw`.

Look at every picture that changed before you commit it: the tests hold the drawing to them.
"""

from bot.figures import KINDS
from bot.figures.drawing import draw
from tests.figures.figure_samples import manual_figure, picture_of

for kind in KINDS:
    for theme in ("light", "dark"):
        picture_of(kind, theme).write_bytes(draw(manual_figure(kind), theme, "png"))
