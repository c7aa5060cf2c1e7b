"""A position in words and letters: what ``render`` prints, and what a language model reads."""

from __future__ import annotations

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import bits
from nouvelle_france.rules import COUREUR, FILLE, HURON, Phase, Position, View

MARKS = {1: "+", 2: "2", -1: "-"}
AWAITED = {
    Phase.TURN: "begins a turn: draw a card, place the bonus block of the stage, or use the Huron",
    Phase.DRAW: "draws a card",
    Phase.PLACE: "places a block of a visible shape",
    Phase.FILLE: "may double the points of this placement with the Fille du Roy",
    Phase.COUREUR: "may take half of these points with the Coureur des bois",
    Phase.CLOSE: "may use the Huron, or ends the turn",
    Phase.LOOK_BEFORE: "puts the cards back that the Huron looked at",
    Phase.LOOK_AFTER: "puts the cards back that the Huron looked at",
    Phase.CLAIMED: "may place the block that is said not to fit, or passes",
    Phase.DUE: "places the bonus block that is due",
    Phase.OVER: "",
}


def letters_of(edition: Edition) -> list[str]:
    """A letter for each colour: the first of its name that is not taken."""
    taken: list[str] = []
    for colour in edition.colour_ids:
        taken.append(next(it for it in (*colour.upper(), *"123456789") if it not in taken and it.isalnum()))
    return taken


def tell(position: Position) -> str:
    """Everything open on the table."""
    game = position.game
    edition = game.edition
    lines = []
    if position.over:
        assert position.result is not None
        lines.append(f"The game is over: {' and '.join(position.result.winners)} won.")
    else:
        lines.append(f"{game.name(position.movers[0])} {AWAITED[position.phase]}.")
    scores = position.result.scores if position.result is not None else None
    named = edition.colour_ids if game.mode == "solo" else game.colours
    points = [f"{name} {position.score(name) if scores is None else scores[name]}" for name in named]
    lines.append(f"Points: {', '.join(points)}.")
    lines.append(f"Visible cards: {', '.join(position.display) or 'none'}. Cards in the deck: {position.deck_count}.")
    lines.append(f"Stage {min(position.snow + 1, edition.levels)}; levels under snow: {position.snow}.")
    if position.points:
        lines.append(f"The placement just made is worth {position.points}.")
    if position.claim is not None:
        lines.append(f"{game.name(position.active)} says that no {position.claim[0]} fits.")
    if game.mode == "table":
        for seat, tokens in enumerate(position.tokens):
            held = [name for bit, name in ((FILLE, "Fille"), (COUREUR, "Coureur"), (HURON, "Huron")) if tokens & bit]
            left = [edition.bonus_ids[n] for n, of in enumerate(position.bonus) if of >> game.colour_of_seat[seat] & 1]
            lines.append(f"{game.name(seat)} has left: {', '.join([*held, *left]) or 'nothing'}.")
    elif position.required_site is not None:
        lines.append(f"This turn must build on the {edition.site_ids[position.required_site]}.")
    for site in range(len(position.buildings)):
        lines += ["", *_site(position, site)]
    return "\n".join(lines)


def tell_view(view: View) -> str:
    """The same, with a seat's memory of the deck."""
    known = []
    for size, cards in view.foresight:
        known.append(cards[0] if size == 1 and cards else f"{' and '.join(cards)} among {size}")
    more = f"\nYou know of the next cards: {', then '.join(known)}." if known else ""
    return tell(view.position) + more


def _site(position: Position, site: int) -> list[str]:
    game = position.game
    described, building = game.edition.sites[site], position.buildings[site]
    marks = " ".join(MARKS.get(mark, str(mark)) for mark in game.marks[site])
    standee = position.standees[site]
    by = f"completed by {game.name(standee)}" if standee is not None else f"{building.heights.count(0)} columns bare"
    heading = f"{described.id} (marks by level: {marks}; disk {game.disks[site]}; {by})"
    levels = range(1, max(game.edition.levels, *building.heights) + 1)
    rows = ["   ".join(_row(position, site, level, y) for level in levels) for y in range(len(described.plan))]
    return [heading, *(row.rstrip() for row in rows)]


def _row(position: Position, site: int, level: int, y: int) -> str:
    building, edition = position.buildings[site], position.game.edition
    letters = letters_of(edition)
    row = ""
    for x, plan in enumerate(edition.sites[site].plan[y]):
        column = building.site.column_number.get((x, y))
        if column is None or plan != "#":
            row += " "
            continue
        cell = 1 << building.site.cell((x, y, level))
        colour = next((letters[number] for number, cubes in enumerate(building.cubes) if cubes & cell), None)
        empty = "." if building.heights[column] < level else "o"  # below an overhang nothing can be put any more
        row += empty if colour is None else colour.lower() if level <= position.snow else colour
    return row


def tell_stock(position: Position) -> str:
    """The blocks in stock by shape."""
    edition = position.game.edition
    parts = []
    for number, shape in enumerate(edition.shape_ids):
        colours = [edition.colour_ids[colour] for colour in bits(position.stock[number])]
        parts.append(f"{shape}: {', '.join(colours) or 'none'}")
    return "\n".join(parts)
