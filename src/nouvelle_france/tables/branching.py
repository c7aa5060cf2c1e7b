"""Playing on from a position of another game: the same deal and the same actions up to there, the unseen dealt again.

The new game is a whole game by the rules: its deck begins with the cards that had been drawn, and its record has the
first actions like any other. What nobody had seen drawn then is shuffled anew within its piles, so that whoever knows
how the other game went on foresees nothing.
"""

from __future__ import annotations

from nouvelle_france.record import Match, write_action
from nouvelle_france.rules import RULES_VERSION, Setup, State, start
from nouvelle_france.rules.events import Drew, PutBack
from nouvelle_france.rules.setup import SNOW, Chance
from nouvelle_france.tables.chairs import SOLO_SEAT
from nouvelle_france.tables.entries import Entry, Moved, Started
from nouvelle_france.tables.errors import Code, TableError


def state_at(match: Match, moment: int) -> State:
    """The game after so many actions. Refuses moments from which nothing can go on."""
    if moment > len(match.history):
        raise TableError(Code.BAD_OPTIONS, f"the game has {len(match.history)} moments")
    state = start(match.setup)
    for played in match.history[:moment]:
        state = state.play(played.action).state
    if state.over:
        raise TableError(Code.NOT_PLAYING, "the game is over there", "END-1")
    return state


def unseen(match: Match, moment: int) -> list[int]:
    """Which cards of the deck, counted from its top at the beginning, lie face down after so many actions."""
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
    """The same game with another order of the cards that were unseen then, as likely as any other (SET-3)."""
    deck = list(match.setup.deck)
    left = unseen(match, moment)
    shapes = sorted(deck[place] for place in left if deck[place] != SNOW)  # in no order that tells of the old one
    shapes = chance.sample(shapes, len(shapes))
    snow: set[int] = set()
    for top, bottom, _ in match.setup.game.piles:
        pile = [place for place in left if top <= place < bottom]
        snow |= set(chance.sample(pile, sum(deck[place] == SNOW for place in pile)))
    for place in left:
        deck[place] = SNOW if place in snow else shapes.pop()
    return Setup(match.setup.game, tuple(deck))


def entries(match: Match, moment: int, chance: Chance) -> list[Entry]:
    """What happens at a new table before anybody can act there: the game begins, and is played up to that moment."""
    return _played(match, dealt_again(match, moment, chance), moment)


def moved_entries(match: Match) -> list[Entry]:
    """The same of a game that moves to another house as it is, with its deck."""
    return _played(match, match.setup, len(match.history))


def _played(match: Match, setup: Setup, moment: int) -> list[Entry]:
    game = setup.game
    order = (SOLO_SEAT,) if game.mode == "solo" else game.colours
    began = Started(order, RULES_VERSION, game.sticks, game.required_sites, setup.deck)
    actions = [write_action(game, played.action) for played in match.history[:moment]]
    return [began, *(Moved(action["by"], action, "replayed") for action in actions)]
