"""Events in words, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nouvelle_france.bots.stand_in import CHANCE, CLOCK, HARMLESS
from nouvelle_france.cli.drawing import status_line
from nouvelle_france.rules import Event, Game, Position
from nouvelle_france.rules.events import (
    BonusDue,
    BonusLost,
    ChallengeEarned,
    ClaimedUnable,
    Completed,
    Declined,
    Doubled,
    Drew,
    GameOver,
    LostTurn,
    Passed,
    Peeked,
    Placed,
    PutBack,
    Removed,
    SnowFell,
    SnowLies,
    TookHalf,
    TurnBegan,
    WinterChose,
)
from nouvelle_france.rules.setup import SNOW


def tell(event: Event, game: Game, names: Sequence[str]) -> str | None:
    """A sentence for an event as its reader may see it, or None where none is needed."""
    match event:
        case Drew(seat, card):
            return f"{names[seat]} draws {'a snowflake!' if card == SNOW else f'the {card}.'}"
        case Placed(seat, placement, scored):
            what = game.table[placement]
            points = {it.colour: it.points for it in scored}
            return f"{names[seat]} places {what.block} on the {what.site}: {gains(points)}."
        case WinterChose():
            return _winters_reasons(event)
        case Completed(seat, site):
            standee = next(it.standee["en"] for it in game.edition.sites if it.id == site)
            return f"{names[seat]} completes the {site} and takes the {standee}!"
        case ChallengeEarned(challenge, colour, points):
            return f"Challenge done: {challenge}, {gains({colour: points})}."
        case Doubled(seat, points):
            return f"{names[seat]} uses the Fille du Roy: {points:+d} more."
        case TookHalf(seat, points):
            return f"{names[seat]} uses the Coureur des bois: {points:+d}."
        case Declined(seat, ally):
            return f"{names[seat]} keeps the {'Fille du Roy' if ally == 'fille' else 'Coureur des bois'}."
        case Peeked(seat, cards):
            return f"{names[seat]} looks at the top cards" + (f": {', '.join(cards)}." if cards else ".")
        case PutBack(seat, _):
            return f"{names[seat]} puts the cards back."
        case ClaimedUnable(seat, shape):
            return f"{names[seat]} is unable to place and names the {shape}."
        case Passed(seat):
            return f"{names[seat]} passes."
        case LostTurn(seat):
            return f"{names[seat]} loses the turn."
        case Removed(_, block):
            return f"{block} goes to the box with its card."
        case SnowFell(level, sites):
            lines = [f"Snow! Level {level} counts."]
            for tally in sites:
                lines.append(f"  {tally.site} ×{tally.mark}: {gains(tally.points)}")
            return "\n".join(lines)
        case SnowLies(depth):
            return f"Snow lies up to level {depth}."
        case BonusDue(colour, shape):
            return f"The {colour} marker reaches the {shape} on the track: a bonus block is due."
        case BonusLost(_, shape):
            return f"No {shape} fits anywhere: it is lost."
        case GameOver(scores, disks, _, _):
            told = f"The game is over. Disks: {gains(disks)}. " if disks else "The game is over. "
            return told + "Scores: " + ", ".join(f"{colour} {score}" for colour, score in scores.items()) + "."
        case TurnBegan():
            return None


def tell_stand_in(stand_in: str, name: str) -> str:
    """A sentence for who chose an action in the place of somebody of that name, as a record says it."""
    if stand_in == CLOCK:
        return f"(Time was up for {name}.)"
    if stand_in == HARMLESS:
        return f"(Nobody chose that for {name}: it was the harmless move.)"
    if stand_in == CHANCE:
        return f"(Nobody chose that for {name}: it was drawn at random.)"
    return f"({stand_in} chose that for {name}.)"


def _winters_reasons(chose: WinterChose) -> str:
    """Why Winter places what it does, step by step as far as a step settled something (SOL-5)."""
    cubes = counted(chose.white_cubes, "white cube")
    told = [f"Winter takes a block with {cubes}, the most that fit; there it scores white {chose.points}, the most."]
    if chose.scoring > chose.tied:
        told.append(f"{chose.scoring} placements did; the stick marks of its white cubes ({chose.marks:+d}) decide.")
    if chose.tied > 1:
        who = "the usual one, first in the fixed order" if chose.usual else "your choice"
        told.append(f"{chose.tied} placements were equal: {who}.")
    return " ".join(told)


def counted(number: int, word: str) -> str:
    """A number with its noun: ``1 game``, ``3 games``."""
    return f"{number} {word}{'s' if number != 1 else ''}"


def gains(points: Mapping[str, int]) -> str:
    """Points by colour: ``yellow +3, white +1``."""
    return ", ".join(f"{colour} {value:+d}" for colour, value in points.items() if value) or "nothing"


def ending(position: Position, names: Sequence[str], human: int) -> str:
    """How the game ended for the player, in a few lines."""
    game, result = position.game, position.result
    assert result is not None
    if game.mode == "table":
        final = [(result.scores[colour], names[seat], colour) for seat, colour in enumerate(game.colours)]
        lines = [f"  {score:>4}  {name} ({colour})" for score, name, colour in sorted(final, reverse=True)]
        won = "You win." if game.name(human) in result.winners else "You lose."
        return "\n".join([f"{status_line(position)} {won}", *lines])
    white = game.edition.solo.winter
    behind = [
        f"{colour} {score}"
        for colour, score in result.scores.items()
        if colour != white and score <= result.scores[white]
    ]
    done = [site for site, holder in result.standees.items() if holder == "player"]
    disks = (
        f"White goes back {len(done) * game.disks[0]} for {' and '.join(done)}." if done else "No building is yours."
    )
    verdict = "All three markers are ahead of white." if not behind else f"Not ahead of white: {', '.join(behind)}."
    return f"{status_line(position)} {disks} White ends on {result.scores[white]}. {verdict}"
