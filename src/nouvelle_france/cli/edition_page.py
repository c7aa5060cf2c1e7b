"""An edition as a page in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nouvelle_france.cli.drawing import MARK_WORDS, SideBySide, draw_block, needs
from nouvelle_france.edition import BonusShape, Edition, Names, Shape, Site
from nouvelle_france.geometry import placement_table


def draw_edition(edition: Edition) -> RenderableType:
    """Shapes, sites, sticks, deck and solo numbers."""
    return Group(
        Text(f"{edition.names['en']} ({edition.id}): {len(placement_table(edition)):,} placements\n", style="bold"),
        SideBySide([_shape(edition, shape) for shape in edition.all_shapes]),
        SideBySide([_site(site) for site in edition.sites]),
        SideBySide([_sticks(edition), _deck(edition), _solo(edition), _challenges(edition)]),
    )


def _names(names: Names) -> str:
    return " / ".join(names.values())


def _shape(edition: Edition, shape: Shape | BonusShape) -> RenderableType:
    """The block that doubles the first colour, with its cubes numbered."""
    picture = draw_block(edition, shape, 0, marks=[str(number) for number in range(len(shape.cubes))])
    names = Text("\n".join(shape.names.values()), style="dim")
    return Panel(Group(picture, names), title=Text(shape.id), expand=False)


def _site(site: Site) -> RenderableType:
    text = "\n".join(row.replace("#", "██").replace(".", "  ") for row in site.plan)
    joints = "\n\njoints\n" + "\n".join(f"{a} - {b}" for a, b in site.joints) if site.joints else ""
    title = f"{site.id}: {len(site.columns)} columns, solo {site.solo_colour}"
    return Panel(f"{text}{joints}\n\n{_names(site.names)}\n{_names(site.standee)}", title=Text(title), expand=False)


def _sticks(edition: Edition) -> RenderableType:
    table = Table("stick", "marks from the bottom", "disk")
    for stick in edition.sticks:
        table.add_row(stick.colour, " ".join(MARK_WORDS[mark] for mark in stick.marks), str(stick.disk))
    return table


def _deck(edition: Edition) -> RenderableType:
    table = Table("deck", "")
    for name, piles in (("piles", edition.deck.piles), ("one card", edition.deck.one_card_piles)):
        table.add_row(name, " ".join(map(str, piles)))
    table.add_row("snow into piles", " ".join(map(str, edition.deck.snow)))
    table.add_row("display", str(edition.deck.display))
    return table


def _solo(edition: Edition) -> RenderableType:
    table = Table("solo", "", "names")
    for track in edition.solo.tracks:
        table.add_row(track.id, "/".join(map(str, track.at)), _names(track.names))
    for constraint in edition.solo.constraints:
        turns = ", ".join(map(str, constraint.turns))
        table.add_row(constraint.id, f"fixed turns {turns}" if turns else "free", _names(constraint.names))
    return table


def _challenges(edition: Edition) -> RenderableType:
    table = Table("challenge", "needs", "names")
    for challenge in edition.solo.challenges:
        table.add_row(challenge.id, needs(challenge), _names(challenge.names))
    return table
