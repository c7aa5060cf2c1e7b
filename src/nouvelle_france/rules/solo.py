"""A solo game against Winter (SOL, CHA)."""

from __future__ import annotations

from nouvelle_france.rules.actions import Action, Bonus, Draw, Place, Unable
from nouvelle_france.rules.events import (
    BonusDue,
    BonusLost,
    ChallengeEarned,
    ClaimedUnable,
    SnowLies,
    TurnBegan,
    WinterChose,
)
from nouvelle_france.rules.game import PLAYER, WINTER
from nouvelle_france.rules.phase import Phase
from nouvelle_france.rules.play import Play


class SoloPlay(Play):
    """One action of a solo game."""

    def apply(self, action: Action) -> None:
        """Play a legal action."""
        match action:
            case Draw():
                self.draw(action)
            case Place() if action.seat == WINTER:
                white_cubes, points, marks, tied, as_many_points = self.before.winter_choice
                usual = action.placement == tied[0]
                self.events.append(WinterChose(white_cubes, points, marks, len(tied), as_many_points, usual))
                self.put(action)
                self._next_turn()
            case Place():
                scoring = self.put(action)
                self._earn(scoring.challenges)
                self._trigger_pieces()
                self._place_due()
            case Bonus():
                self.due.pop(0)
                self.put(action)
                self._trigger_pieces()
                self._place_due()
            case Unable():
                self.events.append(ClaimedUnable(action.seat, action.shape))
                self.remove(action.seat, action.shape, action.remove)
                if action.seat == WINTER:
                    self._next_turn()
                else:
                    self.await_(Phase.DRAW, PLAYER)
            case _:
                raise AssertionError(f"{action} is no action of a solo game")

    def _next_turn(self) -> None:
        """SOL-3: three player turns, then Winter's."""
        self.turn = (self.turn + 1) % (self.game.edition.solo.player_turns + 1)
        self.active = WINTER if self.turn == self.game.edition.solo.player_turns else PLAYER
        self.await_(Phase.DRAW, self.active)
        self.events.append(TurnBegan(self.active))

    def _earn(self, challenges: tuple[int, ...]) -> None:
        """CHA-7: the points are in the placement's gain already."""
        solo = self.game.edition.solo
        for number in challenges:
            challenge = solo.challenges[number]
            site = self.game.edition.site_ids.index(challenge.site)
            colour = self.game.edition.sites[site].solo_colour
            self.earned.append(number)
            self.events.append(ChallengeEarned(challenge.id, colour, solo.challenge_points))

    # -- bonus pieces on the track (SOL-8) -----------------------------------------------------------------------

    def _trigger_pieces(self) -> None:
        """Queue each piece still on the track that a coloured marker has newly reached or passed."""
        edition = self.game.edition
        for piece, place in enumerate(self.game.track):
            if piece < self.snow:
                continue  # SOL-9: it left the track with its snowfall
            for colour, score in enumerate(self.scores):
                if colour != self.game.winter and score >= place and not self.reached[piece] >> colour & 1:
                    self.reached[piece] |= 1 << colour
                    self.due.append((piece, colour))
                    self.events.append(BonusDue(edition.colour_ids[colour], edition.bonus_ids[piece]))

    def _place_due(self) -> None:
        """Ask for the first due piece that fits somewhere; with none left, resume the snowfall or the game."""
        while self.due:
            self.await_(Phase.DUE, PLAYER)
            if self.position().choices:
                return
            piece, colour = self.due.pop(0)
            edition = self.game.edition
            self.events.append(BonusLost(edition.colour_ids[colour], edition.bonus_ids[piece]))
        if self.snowing:
            self._lay_snow()
        else:
            self._next_turn()

    # -- snow and the end ----------------------------------------------------------------------------------------

    def colours_counted(self, site: int) -> list[int]:
        """The site's colour and white (SOL-7)."""
        return [self.game.colour_of_site[site], self.game.winter]

    def snowfall(self) -> None:
        """SOL-7: tally, place what became due, then the snow lies; the third ends the game."""
        self.tally()
        if self.snow + 1 == self.game.edition.levels:
            self._end()
            return
        self.snowing = True
        self._trigger_pieces()
        self._place_due()

    def _lay_snow(self) -> None:
        """SOL-7, SOL-9: the level is covered and its piece leaves the track; the drawer draws again."""
        self.snowing = False
        self.snow += 1
        self.events.append(SnowLies(self.snow))
        self.await_(Phase.DRAW, self.active)

    def _end(self) -> None:
        """SOL-11: white goes back for each building the player completed; all others must be ahead of it."""
        game = self.game
        ids = game.edition.colour_ids
        back = sum(disk for disk, seat in zip(game.disks, self.standees, strict=True) if seat == PLAYER)
        white = self.scores[game.winter] - back
        won = all(self.scores[colour] > white for colour in game.colour_of_site)
        winner = PLAYER if won else WINTER
        disks = {ids[game.winter]: -back} if back else {}
        self.finish(disks, list(ids), [game.name(winner)], "points")
