"""Playing on from a position of another game: the same deal and actions up to there, unseen cards dealt again.

The new game is a whole game by the rules: its deck begins with the cards that had been drawn, and its record has the
first actions like any other. Cards not yet drawn are reshuffled within their piles, so that knowing how the other game
went on reveals nothing.
"""

from __future__ import annotations

from nouvelle_france.record import Match, write_action
from nouvelle_france.rules import RULES_VERSION, Huron, Setup, State, start
from nouvelle_france.rules.events import Drew, PutBack
from nouvelle_france.rules.setup import SNOW, Chance
from nouvelle_france.tables.chairs import SOLO_SEAT
from nouvelle_france.tables.entries import Entry, Moved, Started
from nouvelle_france.tables.errors import Code, TableError

NAME_LETTERS = 100
"""How long the name of a stand-in may be at a table: bots here are of one word, and everyone is told who chose."""


def state_at(match: Match, moment: int) -> State:
    """The game after this many actions. Refuses moments from which it cannot continue."""
    if moment > len(match.history):
        raise TableError(Code.BAD_OPTIONS, f"the game has {len(match.history)} moments")
    state = start(match.setup)
    for played in match.history[:moment]:
        state = state.play(played.action).state
    if state.over:
        raise TableError(Code.NOT_PLAYING, "the game is over there", "END-1")
    return state


def unseen(match: Match, moment: int) -> list[int]:
    """Which cards of the deck, counted from its initial top, lie face down after this many actions."""
    rules, edition = match.setup.game.rules, match.setup.game.edition
    left = list(range(0 if rules.one_card else edition.deck.display, len(match.setup.deck)))
    for played in match.history[:moment]:
        for event in played.events:
            if isinstance(event, Drew):
                left.pop(0)
            elif isinstance(event, PutBack):
                assert event.order is not None, "a match knows its secrets"
                left[: len(event.order)] = [left[place] for place in event.order]
    return left


def dealt_again(match: Match, moment: int, chance: Chance) -> Setup:
    """The same game with the unseen cards in a new random order (SET-3)."""
    deck = list(match.setup.deck)
    left = unseen(match, moment)
    shapes = sorted(
        deck[place] for place in left if deck[place] != SNOW
    )  # in an order that reveals nothing of the old one
    shapes = chance.sample(shapes, len(shapes))
    snow: set[int] = set()
    for top, bottom, _ in match.setup.game.piles:
        pile = [place for place in left if top <= place < bottom]
        snow |= set(chance.sample(pile, sum(deck[place] == SNOW for place in pile)))
    for place in left:
        deck[place] = SNOW if place in snow else shapes.pop()
    return Setup(match.setup.game, tuple(deck))


def ask_in_order(match: Match) -> None:
    """Refuse a game that a table which asks seat after seat could not have seen: somebody answered before another."""
    state, moves = start(match.setup), 0
    for action, _, _ in match.history:
        if not (isinstance(action, Huron) and action.order is None):  # a look is no move of a record
            moves += 1
        first = state.position.movers[0]
        if action.seat != first:
            name = match.setup.game.name
            raise TableError(
                Code.BAD_RECORD,
                f"move {moves}: {name(action.seat)} answers before {name(first)}, which only tables allow that ask all "
                'at once ("coureur": "first")',
                "ALY-3",
            )
        state = state.play(action).state


def entries(match: Match, moment: int, chance: Chance) -> list[Entry]:
    """The first entries of the new table: the game begins, and is played up to that moment."""
    return _played(match, dealt_again(match, moment, chance), moment)


def moved_entries(match: Match) -> list[Entry]:
    """The same for a game that moves to another house unchanged, with its deck."""
    return _played(match, match.setup, len(match.history))


def _played(match: Match, setup: Setup, moment: int) -> list[Entry]:
    game = setup.game
    for number, move in enumerate(match.moves, start=1):
        if len(move.get("stand_in", "")) > NAME_LETTERS:
            raise TableError(
                Code.BAD_RECORD, f"move {number}: whoever stood in has a name of over {NAME_LETTERS} letters"
            )
    order = (SOLO_SEAT,) if game.mode == "solo" else game.colours
    began = Started(order, RULES_VERSION, game.sticks, game.required_sites, setup.deck)
    moves = [(write_action(game, played.action), played.stand_in) for played in match.history[:moment]]
    return [began, *(Moved(words["by"], words, "replayed", stand_in=stand_in) for words, stand_in in moves)]
