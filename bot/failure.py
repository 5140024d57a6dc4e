"""What ends a command that cannot do its work."""

FAILED, CONFIGURATION = 1, 78


class Failure(Exception):
    """A command cannot do its work; `lines` say why, `exit_code` is what the process ends with."""

    def __init__(self, exit_code: int, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.exit_code = exit_code
        self.lines = lines
