"""The one place where everything is put together: settings in, a client out that is ready to start."""

import datetime
import hashlib
import logging
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path

from bot import __version__
from bot.advice import advice, words
from bot.app.publishing import publish_bank
from bot.chat.client import QuizClient
from bot.chat.context import Context
from bot.chat.pictures import Pictures
from bot.checking import complaints
from bot.config import Settings
from bot.core.bank import Bank
from bot.core.clock import Clock
from bot.core.errors import CannotSave
from bot.core.findings import Finding, Severity, has_errors
from bot.core.lint import changed_under_same_number
from bot.core.question import Question, Status
from bot.failure import CONFIGURATION, FAILED, Failure
from bot.figures import Gallery
from bot.packs import READER_VERSION, Content, KnownFile, placed, read_content
from bot.site import ImageBytes, Progress, build_site, question_path
from bot.store.engine import Engine, InUse, Unusable
from bot.store.migrations import NewerDatabase
from bot.store.store import Store
from bot.threads import in_thread

_log = logging.getLogger(__name__)

#: What a fingerprint of a bank begins with: whose rules its questions passed.
_RULES = f"{__version__}/{READER_VERSION}:"


class StartError(Failure):
    """The program cannot start."""


class BadContent(StartError):
    """The content has errors; one line for each."""

    def __init__(self, findings: list[Finding]) -> None:
        errors = [str(each) for each in findings if each.severity is Severity.ERROR]
        super().__init__(FAILED, [*errors, "the content has errors; see: quizbot check"])


class Library:
    """The bank as it is now, read from a folder. Reading it anew is all or nothing."""

    def __init__(self, engine: Engine, folder: Path, clock: Clock) -> None:
        """Reads, checks and publishes the content; blocks. Raises BadContent."""
        self._engine = engine
        self._folder = folder
        self._clock = clock
        content, findings = self._read(*engine.wait(_remembered))
        self.bank = Bank({}, {})
        engine.wait(self._publish, content, findings)

    async def reload(self) -> None:
        """The same while people play. Raises BadContent and keeps the last good bank."""
        remembered = await self._engine.read(_remembered)
        content, findings = await in_thread("reload", self._read, *remembered)
        last_good = self.bank
        try:
            await self._engine.run(self._publish, content, findings)
        except BaseException:
            self.bank = last_good
            raise
        _log.info("the bank was read again: %d questions", len(self.bank.questions))

    def _read(self, known: Mapping[str, KnownFile], last: str | None) -> tuple[Content, list[Finding]]:
        """What the folder holds, and what is wrong with it; files as they were last are not checked again."""
        content = read_content(self._folder, known)
        if not content.findings and _fingerprint(content) == last:
            return content, []
        same_rules = last is not None and last.startswith(_RULES)
        accepted = _unchanged(content, known) if same_rules else ()
        return content, complaints(content, self._clock.now().date(), accepted)

    def _publish(self, store: Store, content: Content, findings: list[Finding]) -> None:
        """Makes what was read the bank. Raises BadContent if it may not be."""
        bank = _bank_of(content)
        published = list(bank.questions.values())
        fingerprint = _fingerprint(content)
        if store.meta("bank") != fingerprint or findings:
            if has_errors(every := [*findings, *_changed(store, content)]):
                raise BadContent(every)
            images = {
                question.image.sha256: _image(content, question) for question in published if question.image
            }
            publish_bank(store, content.packs, published, images, fingerprint, now=self._clock.now())
            store.remember_files({path: astuple(known) for path, known in content.known.items()})
        self.bank = bank  # here, so that what waits behind this asks from it


def _bank_of(content: Content) -> Bank:
    """What is published of what was read."""
    published = [question for question in content.questions if question.status is Status.PUBLISHED]
    return Bank(
        {pack.pack_id: pack for pack in content.packs},
        {(question.pack_id, question.question_id): question for question in published},
    )


def _remembered(store: Store) -> tuple[dict[str, KnownFile], str | None]:
    """What was known of each file, and the fingerprint of the bank that was published from them."""
    return {path: KnownFile(*row) for path, row in store.known_files().items()}, store.meta("bank")


def _fingerprint(content: Content) -> str:
    """Changes with any file, and with the program, whose rules may have changed."""
    files = sorted((path, known.sha256) for path, known in content.known.items())
    return _RULES + hashlib.sha256(repr(files).encode()).hexdigest()


def _unchanged(content: Content, known: Mapping[str, KnownFile]) -> set[tuple[str, str]]:
    """The questions whose file, and whose pack.yaml, are those that were published last."""

    def same(path: str) -> bool:
        return path in known and content.known[path].sha256 == known[path].sha256

    return {
        (question.pack_id, question.question_id)
        for question in content.questions
        if same(f"{question.pack_id}/pack.yaml")
        and same(f"{question.pack_id}/{question.topic_id}/{question.question_id}.yaml")
        and question.image is None
    }


def _changed(store: Store, content: Content) -> Iterator[Finding]:
    """Keys, option ids and types that changed under a number that was published before."""
    for question in content.questions:
        for old in store.revisions_numbered(question.pack_id, question.question_id, question.number):
            remark = changed_under_same_number(old, question)
            if remark is not None:
                yield placed(content, content.file_of(question), remark)
                break  # others that carried this number say the same


def _image(content: Content, question: Question) -> bytes:
    assert question.image is not None
    return (content.pack_files[question.pack_id].parent / question.image.file).read_bytes()


class Client(QuizClient):
    """The client together with what stands behind it."""

    def __init__(
        self,
        context: Context,
        library: Library,
        gallery: Gallery,
        image_bytes: ImageBytes,
        *,
        always_sync: bool,
        shard_count: int | None,
    ) -> None:
        super().__init__(context, always_sync=always_sync, shard_count=shard_count)
        self.library = library
        self.gallery = gallery
        self.image_bytes = image_bytes

    def release(self) -> None:
        """Gives back the database, after what is queued was stored, and the drawing thread. Blocks."""
        self.context.engine.close()
        self.gallery.close()


def make_client(
    settings: Settings, *, clock: Clock, always_sync: bool = False, shard_count: int | None = None
) -> Client:
    """The client with everything behind it, not started. Raises StartError. `release` it in the end."""
    with _explained(settings.database):
        engine = Engine.open(settings.database)
        try:
            library = Library(engine, settings.content, clock)
        except BaseException:
            engine.close()
            raise
    gallery, public_url = Gallery(_pictures_folder(settings)), settings.public_url

    async def image_bytes(sha256: str) -> bytes:
        return await engine.read(Store.image, sha256)

    context = Context(
        engine=engine,
        bank=lambda: library.bank,
        pictures=Pictures(gallery, image_bytes, public_url),
        clock=clock,
        rng=random.SystemRandom(),
        page_url=lambda question: public_url + question_path(question) if public_url else None,
    )
    return Client(context, library, gallery, image_bytes, always_sync=always_sync, shard_count=shard_count)


def _pictures_folder(settings: Settings) -> Path:
    return settings.database.parent / "pictures"


async def build_pages(settings: Settings, out: Path, today: datetime.date, progress: Progress) -> int:
    """Writes the pages of the content for a static host; the number of files. Raises StartError.

    `progress` is told how many of how many files are made.
    """
    content = read_content(settings.content, {})
    if has_errors(findings := complaints(content, today)):
        raise BadContent(findings)
    bank = _bank_of(content)
    images = {each.image.sha256: _image(content, each) for each in bank.questions.values() if each.image}

    async def image_bytes(sha256: str) -> bytes:
        return images[sha256]

    gallery = Gallery(_pictures_folder(settings))
    try:
        return await build_site(
            bank, gallery, image_bytes, out, public_url=settings.public_url, progress=progress
        )
    except OSError as error:
        found = f"the pages cannot be written to {out} ({words(error)})"
        expected = "expected an empty folder, or one built before"
        mend = "name another one" if isinstance(error, FileExistsError) else advice(error, out / "index.html")
        raise StartError(FAILED, [f"{found}; {expected}; {mend}"]) from None
    finally:
        gallery.close()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What is wrong with the database becomes a StartError."""
    try:
        yield
    except InUse:
        found = f"{path} is in use by another quizbot; expected one process per database; stop the other one"
        raise StartError(FAILED, [found]) from None
    except (Unusable, CannotSave) as error:
        found = f"{path} cannot be used ({error})"
        expected = "expected QUIZBOT_DATABASE to be a database file in a folder that can be written"
        raise StartError(FAILED, [f"{found}; {expected}; {advice(error.__cause__, path)}"]) from None
    except NewerDatabase as error:
        found = f"{path} was written by a newer quizbot (it has {error}); expected this version or older"
        mend = "install the newer version, or restore a backup"
        raise StartError(CONFIGURATION, [f"{found}; {mend}"]) from None
