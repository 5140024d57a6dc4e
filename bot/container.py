"""What is different in a container: what is not on a volume is gone with it."""

import os
from collections.abc import Mapping
from pathlib import Path


def loss(database: Path, environment: Mapping[str, str]) -> str:
    """A sentence that warns of losing the database with the container; empty if it is on a volume, or if
    there is no container. The variable `container` tells of one: the Dockerfile sets it, as some engines do.
    """
    if not environment.get("container"):
        return ""
    folder = database.resolve().parent
    mounted = next(each for each in (folder, *folder.parents) if os.path.ismount(each))
    if mounted != Path(folder.anchor):
        return ""
    found = f"{folder} is not on a volume: every answer is lost with this container"
    return f"{found}; mount a volume there (docker run --volume quizbot:{folder} …, or use compose.yaml)"
