"""Carries out the Dockerfile without an engine, and starts what would be in the image.

Needs root on Linux, since it works in mounts of its own. A stage's base image is this machine, without the
checkout and with a Python in which nothing is installed; what a stage writes goes into memory and is gone in
the end. ENV, WORKDIR, COPY, RUN, USER, HEALTHCHECK and CMD are carried out as they stand there; EXPOSE and
STOPSIGNAL only mean something to an engine. The program is started as compose.yaml has it, without a network.
"""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
#: How this machine reaches its packages: an engine has ways of its own.
OF_THE_MACHINE = ("PIP_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE")
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE.not-a-token-that-anybody-has-ever-had"


def instructions(text: str) -> list[tuple[str, str]]:
    """Each instruction of a Dockerfile with its argument, on one line."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [(name, argument) for name, _, argument in (line.partition(" ") for line in joined.splitlines())]


def ignored(name: str, patterns: list[str]) -> bool:
    """Whether .dockerignore keeps a file out: the last pattern that fits it, or a folder above, decides."""
    verdict = False
    above = [Path(name), *Path(name).parents][:-1]
    for pattern in patterns:
        _, anywhere, plain = pattern.removeprefix("!").rpartition("**/")
        if any(fnmatch.fnmatch(each.name if anywhere else str(each), plain) for each in above):
            verdict = not pattern.startswith("!")
    return verdict


def copy_context(target: Path) -> None:
    """Copies what an engine would be sent: the files of git, less those that are ignored."""
    listing = ["git", "-c", f"safe.directory={CHECKOUT}", "ls-files", "-z", "-co", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout
    lines = (CHECKOUT / ".dockerignore").read_text("utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    for name in filter(None, listed.split("\0")):
        if not ignored(name, patterns) and (CHECKOUT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, target / name)


def mount(*arguments: object) -> None:
    subprocess.run(["mount", *map(str, arguments)], check=True)


@dataclass
class Stage:
    """A layer above this machine's files, and what the Dockerfile has set so far."""

    layer: Path
    below: str
    env: dict[str, str] = field(default_factory=lambda: {"PATH": "/base/bin:/usr/sbin:/usr/bin:/sbin:/bin"})
    folder: str = "/"
    user: str = "0:0"
    health: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("upper", "work", "root"):
            (self.layer / name).mkdir(parents=True)
        layers = f"lowerdir={self.below},upperdir={self.layer / 'upper'},workdir={self.layer / 'work'}"
        mount("-t", "overlay", "overlay", "-o", layers, self.root)
        for name in ("dev", "proc"):
            mount("--rbind", f"/{name}", self.root / name)
        python = Path(sys.base_prefix)
        for folder in (python, *python.parents):  # the image's user may use the Python wherever it is
            inside = self.at(str(folder))
            inside.chmod(inside.stat().st_mode | 0o555)
        mount("-t", "tmpfs", "tmpfs", self.at(str(CHECKOUT)))

    @property
    def root(self) -> Path:
        return self.layer / "root"

    def at(self, path: str) -> Path:
        """Where a path of the image is on this machine."""
        return self.root / (Path(self.folder) / path).relative_to("/")

    def run(self, command: list[str], env: dict[str, str], *before: str) -> tuple[int, str]:
        """The exit code of a command in the image, and what it says."""
        uid, gid = self.user.split(":")
        inside = ["chroot", str(self.root), "setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
        if uid != "0":
            inside += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        settings = [f"{name}={value}" for name, value in env.items()]
        done = subprocess.run(
            [*before, *inside, "env", "-i", "-C", self.folder, *settings, *command],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=120,
        )
        return done.returncode, done.stdout + done.stderr

    def start(self, command: list[str], **settings: str) -> tuple[int, str]:
        """The same as an engine would start it, without a network."""
        return self.run(command, {"HOME": "/nonexistent", **self.env, **settings}, "unshare", "--net")

    def build(self, line: str) -> None:
        """A RUN line."""
        machine = {name: value for name, value in os.environ.items() if name.startswith(OF_THE_MACHINE)}
        code, said = self.run(["/bin/sh", "-c", line], {"HOME": str(Path.home()), **machine, **self.env})
        if code:
            sys.exit(f"RUN {line}\n{said}ended with {code}; expected 0")

    def copy(self, argument: str, context: Path, stages: dict[str, "Stage"]) -> None:
        """A COPY line."""
        *sources, target = argument.split()
        origin = context
        if sources[0].startswith("--from="):
            origin = stages[sources.pop(0).removeprefix("--from=")].root
        into = self.at(target)
        for source in (origin / each.lstrip("/") for each in sources):
            (into if source.is_dir() or target.endswith("/") else into.parent).mkdir(
                parents=True, exist_ok=True
            )
            subprocess.run(["cp", "-a", f"{source}/." if source.is_dir() else source, into], check=True)

    def heed(self, name: str, argument: str) -> None:
        """Any other line."""
        match name:
            case "ENV":
                for each in shlex.split(argument):
                    key, _, value = each.partition("=")
                    self.env[key] = re.sub(r"\$(\w+)", lambda found: self.env[found[1]], value)
            case "WORKDIR":
                self.folder = argument
                self.at(argument).mkdir(parents=True, exist_ok=True)
            case "RUN":
                self.build(argument)
            case "USER":
                self.user = argument
            case "HEALTHCHECK":
                self.health = json.loads(argument.partition("CMD ")[2])
            case "CMD":
                self.command = json.loads(argument)
            case "EXPOSE" | "STOPSIGNAL":
                pass
            case _:
                sys.exit(f"{name} is not known to tools/try_image.py; teach it, or do without")


def built(work: Path) -> Stage:
    """The last stage of the Dockerfile, carried out."""
    context = work / "context"
    copy_context(context)
    base = Stage(work / "base", "/")
    base.build(f"{sys.base_prefix}/bin/python3 -m venv /base")
    subprocess.run(["umount", "--recursive", base.root], check=True)
    stages: dict[str, Stage] = {}
    for name, argument in instructions((CHECKOUT / "Dockerfile").read_text("utf-8")):
        print(f"{name} {argument}"[:110], flush=True)
        if name == "FROM":
            stage = stages[argument.partition(" AS ")[2]] = Stage(
                work / str(len(stages)), f"{base.layer}/upper:/"
            )
        elif name == "COPY":
            stage.copy(argument, context, stages)
        else:
            stage.heed(name, argument)
    return stage


def expect(what: str, got: tuple[int, str], code: int, *words: str, never: str = "Traceback") -> None:
    """Ends with what was found unless it is what was expected."""
    missing = [each for each in words if each not in got[1]]
    if got[0] != code or missing or never in got[1]:
        print(got[1])
        sys.exit(f"{what}: exit code {got[0]}; expected {code}, {list(words)} and no {never!r} above")
    print(f"ok: {what}", flush=True)


def written(stage: Stage) -> set[str]:
    """The folders at the top in which there is anything of the image's user."""
    upper, uid = stage.layer / "upper", int(stage.user.partition(":")[0])
    return {path.relative_to(upper).parts[0] for path in upper.rglob("*") if path.lstat().st_uid == uid}


def put_volume(stage: Stage) -> None:
    """From now on the root is read-only, with a volume and a folder for what is temporary."""
    data = stage.at("/data").stat()
    mount("-o", "remount,ro", stage.root)
    owner = f"uid={data.st_uid},gid={data.st_gid},mode=0700"
    mount("-t", "tmpfs", "-o", owner, "tmpfs", stage.at("/data"))
    mount("-t", "tmpfs", "-o", "size=64m,mode=1777,noexec,nosuid,nodev", "tmpfs", stage.at("/tmp"))


def try_image(work: Path) -> None:
    mount("-t", "tmpfs", "tmpfs", work)
    stage = built(work)
    run, lost = stage.command, "is lost with this container"
    expect("no token", stage.start(run), 78, "QUIZBOT_TOKEN is not set; expected ")
    expect("no volume", stage.start(run, QUIZBOT_TOKEN=TOKEN), 1, lost, "/data/quizbot.sqlite3")
    if not written(stage) <= {"data", "tmp"}:
        sys.exit(f"the program wrote to {written(stage)}; expected /data, and /tmp for a while")
    print("ok: writes to /data only")

    put_volume(stage)
    offline = ["Discord cannot be reached (", "http://0.0.0.0:8080"]
    expect("read-only, no network", stage.start(run, QUIZBOT_TOKEN=TOKEN), 1, *offline, never=lost)
    expect("the health of what does not run", stage.start(stage.health), 1, "127.0.0.1:8080")
    for what, words in (
        ("backup", "/data/backups/quizbot-"),
        ("check", "questions checked: 0 errors"),
        ("site build /data/pages", "/data/pages"),
    ):
        expect(what, stage.start(["quizbot", *what.split()]), 0, words)


#: Whether this machine lets us have mounts of our own, an overlay among them.
_TRIAL = (
    "mount -t tmpfs none /mnt && mkdir /mnt/a /mnt/b /mnt/c"
    " && mount -t overlay overlay -o lowerdir=/mnt/a,upperdir=/mnt/b,workdir=/mnt/c /mnt/a"
)


def may_mount() -> bool:
    """True as root on a Linux that allows overlays in a mount namespace."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("unshare") is None:
        return False
    trial = ["unshare", "--mount", "--propagation=private", "sh", "-c", _TRIAL]
    return subprocess.run(trial, check=False, capture_output=True).returncode == 0


def main() -> None:
    if not may_mount():
        print("skipped: the lines of the Dockerfile are carried out in mounts, which need root on Linux")
        return
    if Path("/proc/self/ns/mnt").readlink() != Path(f"/proc/{os.getppid()}/ns/mnt").readlink():
        try_image(Path(sys.argv[1]))
        return
    # All mounts are the child's own and end with it: nothing below the folder is ever deleted one by one.
    folder = tempfile.mkdtemp(prefix="quizbot-image-")
    own = ["unshare", "--mount", "--propagation=private", sys.executable, __file__, folder]
    code = subprocess.run(own, check=False).returncode
    Path(folder).rmdir()
    sys.exit(code)


if __name__ == "__main__":
    main()
