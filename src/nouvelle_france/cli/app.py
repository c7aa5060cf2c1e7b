"""The command `nouvelle-france` and all commands under it, each from the module of its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

import nouvelle_france
from nouvelle_france.cli.analyse import analyse
from nouvelle_france.cli.arena import arena
from nouvelle_france.cli.backup import backup
from nouvelle_france.cli.configuration import PREFIX, Configured
from nouvelle_france.cli.edition import edition
from nouvelle_france.cli.erase import erase
from nouvelle_france.cli.export import export
from nouvelle_france.cli.fairness import fairness
from nouvelle_france.cli.keep import keep
from nouvelle_france.cli.placements import placements
from nouvelle_france.cli.play import play
from nouvelle_france.cli.prune import prune
from nouvelle_france.cli.puzzles import puzzles
from nouvelle_france.cli.replay import replay
from nouvelle_france.cli.restore import restore
from nouvelle_france.cli.rules import rules
from nouvelle_france.cli.serve import serve
from nouvelle_france.cli.show import show
from nouvelle_france.cli.simulate import simulate
from nouvelle_france.cli.sit import sit
from nouvelle_france.cli.site import site
from nouvelle_france.cli.stats import stats
from nouvelle_france.cli.train import train
from nouvelle_france.cli.verify import verify
from nouvelle_france.cli.warm import warm

app = typer.Typer(
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="*Nouvelle-France*, the board game by Jacques-Dominique Landry: play it, simulate it, check its records. "
    "An unofficial implementation. Without a command, the game opens in your browser (`serve --open`).",
)
app.add_typer(edition, name="edition")
app.add_typer(puzzles, name="puzzles")
GAMES: tuple[Callable[..., None], ...] = (
    play,
    rules,
    simulate,
    arena,
    train,
    verify,
    show,
    replay,
    keep,
    placements,
    stats,
    analyse,
)
SERVER: tuple[Callable[..., None], ...] = (site, warm, backup, restore, export, prune, erase, fairness)
for command in GAMES:
    app.command()(command)
# Whatever starts a server may have no command line: every option can come from the environment.
app.command(cls=Configured, rich_help_panel="Server", context_settings={"auto_envvar_prefix": PREFIX})(serve)
for command in SERVER:
    app.command(rich_help_panel="Server")(command)
# The program's own options follow its name, so ours come first.
app.command(rich_help_panel="Server", context_settings={"allow_interspersed_args": False})(sit)


ALONE = ("serve", "--open")
"""Without a command, open the game: somebody who has just installed it wants to play."""

GREETING = (
    f"Nouvelle-France {nouvelle_france.__version__} opens in your browser. Ctrl-C here ends it, and no game is lost; "
    "nouvelle-france --help lists what else there is.\n"
)


@app.callback(invoke_without_command=True)
def _main(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        print(f"nouvelle-france {nouvelle_france.__version__}")  # noqa: T201
        raise typer.Exit
