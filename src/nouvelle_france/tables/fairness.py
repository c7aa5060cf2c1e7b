"""The fair shuffle: nobody, the server included, chooses the deck, and anyone can check that afterwards.

Before anyone sits down the server publishes the SHA-256 of its secret. Each seat may add words of its own, knowing that
hash. The deck follows from the secret and all those words, and the secret is published when the game is over.
docs/fairness.md has every step, so that a checker can be written without this program.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from nouvelle_france.edition import Edition
from nouvelle_france.record import Record, RecordError
from nouvelle_france.rules import Rules, Setup, SetupError, SoloSettings, deal_solo, deal_table

FORMAT = "nouvelle-france-fairness/1"

T = TypeVar("T")


def commitment(secret: str) -> str:
    """The commitment to the secret, published before the game."""
    return sha256(secret.encode()).hexdigest()


def seed(secret: str, entropy: Sequence[tuple[str, str]]) -> str:
    """The seed text of the shuffles: the secret, then each seat as it sits with the words it added, one line each."""
    lines = ["nouvelle-france-shuffle/1", secret, *(f"{seat}:{words}" for seat, words in entropy)]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


class FairShuffle:
    """Shuffles that are reproducible anywhere: the n-th sorts things by the SHA-256 of ``seed:n:place``."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._shuffles = 0

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """The first ``k`` things after the next shuffle."""
        self._shuffles += 1
        keys = [sha256(f"{self._seed}:{self._shuffles}:{place}".encode()).digest() for place in range(len(population))]
        return [population[place] for place in sorted(range(len(population)), key=keys.__getitem__)[:k]]


def deal(
    edition: Edition, secret: str, entropy: Sequence[tuple[str, str]], rules: Rules, solo: SoloSettings | None
) -> Setup:
    """The game that follows from the secret and the seats' words; ``entropy`` has all seats as they sit.

    The first shuffle of a table game decides who begins (SET-6); the others follow as they sit.
    """
    shuffle = FairShuffle(seed(secret, entropy))
    if solo is not None:
        return deal_solo(edition, shuffle, solo, rules)
    colours = [seat for seat, _ in entropy]
    for first in shuffle.sample(range(len(colours)), 1):  # without seats there is none, and dealing refuses
        colours = colours[first:] + colours[:first]
    return deal_table(edition, shuffle, colours, rules)


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything needed to check a shuffle: what was published before the game and after it, and the game."""

    table: str
    commitment: str
    secret: str
    entropy: tuple[tuple[str, str], ...]
    record: Record

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(
            {
                "format": FORMAT,
                "table": self.table,
                "commitment": self.commitment,
                "secret": self.secret,
                "entropy": [{"seat": seat, "words": words} for seat, words in self.entropy],
                "record": json.loads(self.record.to_json()),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> Proof:
        """Read a proof. Raises a :class:`~nouvelle_france.record.RecordError` that names the field at fault."""
        try:
            value = json.loads(text)
            json.dumps(value, ensure_ascii=False).encode()  # half a character (a lone surrogate) is not text
        except (ValueError, RecursionError) as error:
            raise RecordError(f"not JSON: {error}") from error
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise RecordError(f"format: expected {FORMAT!r}, as a server gives for a finished table")
        for key in ("table", "commitment", "secret"):
            if not isinstance(found := value.get(key), str):
                raise RecordError(f"{key}: expected a text, found {found!r:.60}")
        entropy = value.get("entropy")
        if not isinstance(entropy, list) or not all(_is_words(it) for it in entropy):
            raise RecordError("entropy: expected a list of seats and their words")
        record = Record.from_json(json.dumps(value.get("record")))
        words = tuple((it["seat"], it["words"]) for it in entropy)
        return cls(value["table"], value["commitment"], value["secret"], words, record)


def _is_words(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and sorted(value) == ["seat", "words"]
        and all(isinstance(text, str) for text in value.values())
    )


def unfairness(proof: Proof, edition: Edition) -> list[str]:
    """The faults of a proof; none if the shuffle was fair. Raises RecordError for another edition."""
    wrong = []
    if commitment(proof.secret) != proof.commitment:
        wrong.append("commitment: the secret is not the one that was promised")
    record = proof.record
    try:
        played = record.setup(edition)
    except SetupError as error:
        return [*wrong, f"record: {error}"]
    game = played.game
    seats = [game.name(0)] if game.mode == "solo" else sorted(game.colours)
    if sorted(seat for seat, _ in proof.entropy) != seats:
        return [*wrong, f"entropy: expected the seats {', '.join(seats)}"]
    dealt = deal(edition, proof.secret, proof.entropy, game.rules, game.solo)
    for what, was, follows in (
        ("seats", game.colours, dealt.game.colours),
        ("sticks", game.sticks, dealt.game.sticks),
        ("sites", game.required_sites, dealt.game.required_sites),
        ("deck", played.deck, dealt.deck),
    ):
        if was != follows:
            wrong.append(
                f"{what}: the game had {_words(was)}, from the secret and the seats' words follows {_words(follows)}"
            )
    return wrong


def _words(things: Sequence[object]) -> str:
    return ", ".join(map(str, things))
