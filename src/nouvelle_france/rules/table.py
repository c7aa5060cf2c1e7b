"""A table game of two to four players (TRN, SNW, BON, ALY, UNA, END)."""

from __future__ import annotations

from nouvelle_france.rules import foresight as memory
from nouvelle_france.rules.actions import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Huron,
    Pass,
    Place,
    Unable,
)
from nouvelle_france.rules.events import (
    ClaimedUnable,
    Declined,
    Doubled,
    LostTurn,
    Passed,
    Peeked,
    PutBack,
    SnowLies,
    TookHalf,
    TurnBegan,
)
from nouvelle_france.rules.game import seat_order
from nouvelle_france.rules.legal import PEEK
from nouvelle_france.rules.phase import COUREUR, FILLE, HURON, Phase
from nouvelle_france.rules.play import Play


class TablePlay(Play):
    """One action of a table game."""

    def apply(self, action: Action) -> None:
        """Play a legal action."""
        match action:
            case Draw():
                self.draw(action)
            case Place() if self.phase is Phase.CLAIMED:
                self._place_claimed(action)
            case Place() | Bonus():
                colour = self.game.colours[action.seat]
                self.points = self.put(action).gain.get(colour, 0)
                self._offer_fille()
            case Fille():
                self._use(action.seat, FILLE)
                self._score(action.seat, self.points)
                self.events.append(Doubled(action.seat, self.points))
                self._offer_coureur()
            case Coureur():
                self._use(action.seat, COUREUR)
                self._score(action.seat, self.points // 2)
                self.events.append(TookHalf(action.seat, self.points // 2))
                self._close()
            case Decline() if self.phase is Phase.FILLE:
                self.events.append(Declined(action.seat, "fille"))
                self._offer_coureur()
            case Decline():
                self.events.append(Declined(action.seat, "coureur"))
                self.asked = tuple(seat for seat in self.asked if seat != action.seat)
                if not self.asked:
                    self._close()
            case Huron(order=None):
                self._look(action.seat)
            case Huron(order=order):
                assert order is not None
                self._put_back(action.seat, order)
            case End():
                self._next_turn()
            case Unable():
                self._claim_unable(action)
            case Pass():
                self.events.append(Passed(action.seat))
                self.asked = self.asked[1:]
                if not self.asked:
                    self._remove_claimed()

    def _use(self, seat: int, token: int) -> None:
        """Turn a token face down (ALY-1)."""
        self.tokens[seat] &= ~token

    def _score(self, seat: int, points: int) -> None:
        self.scores[self.game.colour_of_seat[seat]] += points

    # -- after a placement: Fille, Coureur, Huron or the end of the turn (ALY-3) --------------------------------

    def _offer_fille(self) -> None:
        """ALY-2: only when the placement is worth something."""
        if self.points and self.tokens[self.active] & FILLE:
            self.await_(Phase.FILLE, self.active)
        else:
            self._offer_coureur()

    def _offer_coureur(self) -> None:
        """ALY-3: skipped when half rounds down to 0 or nobody can claim."""
        holders = [seat for seat in self._others() if self.tokens[seat] & COUREUR]
        if self.points // 2 and holders:
            self.await_(Phase.COUREUR, *holders)
        else:
            self._close()

    def _others(self) -> list[int]:
        return list(seat_order(self.game.seats, after=self.active))

    def _close(self) -> None:
        """ALY-4: a Huron may be used at the very end of one's own turn."""
        self.points = 0
        if self.tokens[self.active] & HURON:
            self.await_(Phase.CLOSE, self.active)
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        """TRN-5: the turn passes to the left."""
        self.active = (self.active + 1) % self.game.seats
        self.await_(Phase.TURN, self.active)
        self.events.append(TurnBegan(self.active))

    # -- Huron (ALY-4) -----------------------------------------------------------------------------------------

    def _look(self, seat: int) -> None:
        self._use(seat, HURON)
        cards = tuple(self.deck[:PEEK])
        self.foresight[seat] = memory.looked(cards)
        self.events.append(Peeked(seat, cards))
        self.await_(Phase.LOOK_BEFORE if self.phase is Phase.TURN else Phase.LOOK_AFTER, seat)

    def _put_back(self, seat: int, order: tuple[int, ...]) -> None:
        cards = tuple(self.deck[index] for index in order)
        self.deck[: len(cards)] = cards
        self.foresight = [
            memory.looked(cards) if other == seat else memory.reordered(known, len(cards))
            for other, known in enumerate(self.foresight)
        ]
        self.events.append(PutBack(seat, order))
        if self.phase is Phase.LOOK_BEFORE:
            self.await_(Phase.TURN, seat)
        else:
            self._next_turn()

    # -- unable to place (UNA) ---------------------------------------------------------------------------------

    def _claim_unable(self, action: Unable) -> None:
        """UNA-1, UNA-2: the others are asked when some block of the shape can be placed."""
        self.claim = (action.shape, action.remove)
        self.events.append(ClaimedUnable(action.seat, action.shape))
        if self.before.fits(action.shape):
            self.await_(Phase.CLAIMED, *self._others())
        else:
            self._remove_claimed()

    def _place_claimed(self, action: Place) -> None:
        """UNA-2, ALY-5: the first who places it ends the claimer's turn; no allies."""
        self.put(action)
        self.claim = None
        self.events.append(LostTurn(self.active))
        self._next_turn()

    def _remove_claimed(self) -> None:
        """UNA-3: the block goes to the box with its card, and the active player draws another."""
        assert self.claim is not None
        self.remove(self.active, *self.claim)
        self.claim = None
        self.await_(Phase.DRAW, self.active)

    # -- snow and the end ----------------------------------------------------------------------------------------

    def colours_counted(self, site: int) -> list[int]:
        """Every player's cubes (SNW-1)."""
        return list(self.game.colour_of_seat)

    def snowfall(self) -> None:
        """SNW: score a level, cover it, clear the stage; the third ends the game (END-1)."""
        self.tally()
        if self.snow + 1 == self.game.edition.levels:
            self._end()
            return
        self.bonus[self.snow] = 0
        if self.game.rules.allies == "each_stage":
            self.tokens = [FILLE | COUREUR | HURON] * self.game.seats
        self.snow += 1
        self.events.append(SnowLies(self.snow))
        self.await_(Phase.DRAW, self.active)

    def _end(self) -> None:
        """END-1, END-2: disks, then most points, fewest tokens face down, peg not placed, or shared."""
        game = self.game
        disks: dict[str, int] = {}
        for site, seat in enumerate(self.standees):
            if seat is not None:
                disks[game.name(seat)] = disks.get(game.name(seat), 0) + game.disks[site]

        def final(seat: int) -> int:
            return self.scores[game.colour_of_seat[seat]] + disks.get(game.name(seat), 0)

        def used_tokens(seat: int) -> int:
            return -self.tokens[seat].bit_count()

        def placed_peg(seat: int) -> bool:
            return not self.bonus[-1] >> game.colour_of_seat[seat] & 1

        seats = range(game.seats)
        best = max(final(seat) for seat in seats)
        tied = [seat for seat in seats if final(seat) == best]
        decided_by = "points"
        for criterion, key in (("allies", used_tokens), ("peg", placed_peg)):
            if len(tied) > 1:
                least = min(key(seat) for seat in tied)
                kept = [seat for seat in tied if key(seat) == least]
                if len(kept) < len(tied):
                    tied, decided_by = kept, criterion
        if len(tied) > 1:
            decided_by = "shared"
        self.finish(disks, list(game.colours), [game.name(seat) for seat in tied], decided_by)
