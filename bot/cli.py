"""The command line."""

import asyncio
import contextlib
import datetime
import io
import json
import logging
import shlex
import sys
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from bot import __version__, logs
from bot.config import ConfigError, load_settings
from bot.failure import CONFIGURATION, FAILED, Failure
from bot.signals import Signals, leave


class Program(click.Group):
    """Ends with one clear line for what we foresee; a traceback needs --debug."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command and turns our errors into lines and exit codes."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.ClickException, click.Abort, BrokenPipeError):
            raise  # click knows what to do
        except Exception as error:
            if ctx.params.get("debug"):
                click.echo(logs.without_secrets(traceback.format_exc()), err=True, nl=False)

            if isinstance(error, ConfigError):
                _fail(error.lines, CONFIGURATION)
            if isinstance(error, Failure):
                _fail(error.lines, error.exit_code)
            found = f"unexpected error: {type(error).__name__}: {error} (--debug shows where)"
            _fail([logs.without_secrets(found)], FAILED)


def _fail(lines: list[str], code: int) -> None:
    for line in lines:
        click.echo(line, err=True)
    sys.exit(code)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="quizbot")
@click.option("--debug", is_flag=True, help="Show tracebacks and the most detailed log.")
def main(debug: bool) -> None:
    """A study companion for Discord servers."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # names of servers and files hold any character
        sys.stdout.reconfigure(errors="replace")
    logs.begin(debug=debug)


@main.command()
def run() -> None:
    """Run the bot on Discord (needs QUIZBOT_TOKEN)."""
    signals = Signals()
    signals.catch()
    settings = load_settings()
    from bot.running import run as run_bot

    asyncio.run(run_bot(settings, signals))
    leave()


@main.command(name="try")
@click.option("--fresh", is_flag=True, help="Forget the scores of earlier tries.")
@click.option(
    "--clock", "speed", type=click.FloatRange(1, 86400), default=1, help="How many times faster time passes."
)
def try_(fresh: bool, speed: float) -> None:
    """Try the bot in the browser, without a token."""
    from bot.trial import run_trial

    # The simulator warns about what a real Discord has.
    logging.getLogger("discord").setLevel(logging.ERROR)
    logging.getLogger().setLevel(logging.ERROR)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run_trial(load_settings(), fresh=fresh, speed=speed, say=click.echo))


@main.command()
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", help="Lines, or one JSON list."
)
@click.option("--strict", is_flag=True, help="Fail on warnings too (lint.suppress keeps one).")
def check(path: Path | None, output: str, strict: bool) -> None:
    """Check questions: all, a pack, a topic, or one file."""
    from bot.checking import complaints
    from bot.core.findings import Severity
    from bot.packs import read_content

    content = read_content(path or load_settings().content, {})
    findings = complaints(content, _now().date())
    counts = {level: sum(each.severity is level for each in findings) for level in Severity}
    if output == "json":
        click.echo(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            click.echo(str(finding))
        found = ", ".join(f"{counts[level]} {level}{'s' * (counts[level] != 1)}" for level in Severity)
        number = len(content.questions)
        click.echo(f"{number} question{'s' * (number != 1)} checked: {found}")
    if counts[Severity.ERROR] or (strict and counts[Severity.WARNING]):
        sys.exit(FAILED)


@main.command()
@click.option("--pack", is_flag=True, help="The schema of pack.yaml instead.")
def schema(pack: bool) -> None:
    """Write the JSON Schema of question files, for editors."""
    from bot.figures import figure_schema
    from bot.packs import pack_schema, question_schema

    made = pack_schema() if pack else question_schema(figure_schema())
    click.echo(json.dumps(made, ensure_ascii=False, indent=2))


@main.group()
def site() -> None:
    """The web pages of the questions."""


@site.command()
@click.argument("out", type=click.Path(path_type=Path))
def build(out: Path) -> None:
    """Write the pages to the folder OUT, for any static host."""
    from bot.wiring import build_pages

    today = _now().date()
    # The bar goes where results do not, and only to somebody who looks at it.
    with click.progressbar(
        length=1, label="Drawing and writing", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        files = asyncio.run(build_pages(load_settings(), out, today, progress))
    click.echo(f"{files} files written to {out}")


@main.command()
@click.argument("application_id", required=False)
def invite(application_id: str | None) -> None:
    """Print the link that adds the bot to a server."""
    from bot.inviting import invitation

    click.echo(invitation(load_settings(), application_id))


@main.command()
def healthcheck() -> None:
    """Ask the running bot whether it is well: exit 0 or 1."""
    from bot.healthcheck import ask_health

    settings = load_settings()
    if reason := ask_health(settings.host, settings.port):
        _fail([reason], FAILED)
    click.echo("healthy")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--keep", type=click.IntRange(1), default=7, show_default=True, help="How many to keep.")
def backup(folder: Path | None, keep: int) -> None:
    """Back up the database; the bot may run."""
    from bot.backups import back_up, backups_folder

    database = load_settings().database
    made = back_up(database, folder or backups_folder(database), keep, _now())
    click.echo(f"{made} written and checked, {made.stat().st_size / 1e6:.1f} MB")


@main.command()
@click.argument("backup", type=click.Path(path_type=Path), metavar="FILE")
def restore(backup: Path) -> None:
    """Put a backup in place; the bot must be stopped."""
    from bot.backups import bot_stopped
    from bot.restoring import restore as restore_database

    database = load_settings().database
    with bot_stopped(database):
        kept = restore_database(database, backup, _now())
    click.echo(f"{backup} is now the database {database}")
    if kept:
        click.echo(f"the old one is {kept}; to go back: quizbot restore {shlex.quote(str(kept))}")


@main.command()
@click.option("--repair", is_flag=True, help="Mend what follows from answers; the bot must be stopped.")
def doctor(repair: bool) -> None:
    """Look for what is wrong; changes nothing without --repair."""
    from bot.backups import bot_stopped
    from bot.diagnosis import Mark
    from bot.doctor import examine
    from bot.repairing import mend

    settings = load_settings()

    async def look() -> bool:
        bad = False
        async for finding in examine(settings, _now):
            click.echo(finding.shown(sys.stdout.encoding))
            bad = bad or finding.mark is Mark.BAD
        return bad

    with bot_stopped(settings.database) if repair else contextlib.nullcontext():
        if repair:
            for line in mend(settings.database, _now()):
                click.echo(line)
        if asyncio.run(look()):
            sys.exit(FAILED)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
