"""The fair shuffle: the page's own checker and ours agree with every game dealt, and notice what was changed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france import RecordError, Rules, SoloSettings
from nouvelle_france.tables import decisions
from nouvelle_france.tables.fairness import FairShuffle, Proof, commitment, deal, seed, unfairness
from tests.tables.sitting import EDITION, Sitting, bot, bots_solo, bots_table, options

PAGE = Path(__file__).parent.parent.parent / "docs" / "fairness.md"
CONSTRAINTS = [constraint.id for constraint in EDITION.solo.constraints]


def checkers_text() -> str:
    (text,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert isinstance(text, str)
    return text


@pytest.fixture(scope="module")
def checker() -> dict[str, Any]:
    """What the page's checker defines, run from the page."""
    assert "nouvelle_france" not in checkers_text()
    names: dict[str, Any] = {"__name__": "check_shuffle"}
    exec(compile(checkers_text(), str(PAGE), "exec"), names)
    return names


def finished(seed: int) -> Sitting:
    """A finished game with words from some seats: table (two to four, also one card) or solo (each constraint)."""
    rng = Random(seed)
    if seed % 2:
        chosen = options(solo=SoloSettings(CONSTRAINTS[seed // 2 % len(CONSTRAINTS)]))
        chairs = [bot("player")]
    else:
        chosen = options(Rules(one_card=seed % 4 == 0))
        chairs = [bot(seat) for seat in rng.sample(EDITION.colour_ids, 2 + seed // 4 % 3)]
    sitting = Sitting(chosen, chairs, secret=rng.randbytes(32).hex())
    for chair in chairs:
        if rng.random() < 0.7:
            words = "".join(rng.choices("abcXYZ019_-", k=rng.randrange(1, 128)))
            sitting.write(decisions.add_words(sitting.table, chair.seat, words))
    return sitting.start().bots_play(rng)


# -- the two checkers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(48))
def test_every_game_dealt_is_fair_by_both_checkers(checker: dict[str, Any], number: int) -> None:
    proof = finished(number).table.proof()
    assert unfairness(proof, EDITION) == []
    assert checker["check"](json.loads(proof.to_json())) == []


@given(
    st.text("0123456789abcdef", min_size=64, max_size=64),
    st.permutations(EDITION.colour_ids),
    st.lists(st.text("aZ0_-", max_size=128), min_size=2, max_size=4),
    st.booleans(),
    st.sampled_from(CONSTRAINTS),
)
@settings(max_examples=100, deadline=None)
def test_set_6_both_deal_the_same(
    checker: dict[str, Any], secret: str, colours: list[str], words: list[str], one_card: bool, constraint: str
) -> None:
    entropy = list(zip(colours, words, strict=False))
    setup = deal(EDITION, secret, entropy, Rules(one_card), None)
    assert checker["deal"](secret, entropy, {"one_card": one_card}, None) == {
        "seats": list(setup.game.colours),
        "sticks": dict(zip(EDITION.site_ids, setup.game.sticks, strict=True)),
        "sites": None,
        "deck": list(setup.deck),
    }
    setup = deal(EDITION, secret, [("player", words[0])], Rules(allies="none"), SoloSettings(constraint))
    solo = {"constraint": constraint}
    assert checker["deal"](secret, [("player", words[0])], {"one_card": False}, solo) == {
        "seats": [None],
        "sticks": dict(zip(EDITION.site_ids, setup.game.sticks, strict=True)),
        "sites": list(setup.game.required_sites),
        "deck": list(setup.deck),
    }


def test_the_page_has_the_numbers_of_the_edition(checker: dict[str, Any]) -> None:
    assert checker["EDITION"] == {
        "colours": len(EDITION.colours),
        "shapes": list(EDITION.shape_ids),
        "sites": list(EDITION.site_ids),
        "sticks": list(EDITION.stick_ids),
        "piles": list(EDITION.deck.piles),
        "one_card_piles": list(EDITION.deck.one_card_piles),
        "snow": list(EDITION.deck.snow),
        "player_turns": EDITION.solo.player_turns,
        "constraints": {it.id: list(it.turns) for it in EDITION.solo.constraints},
    }


def test_the_pages_checker_runs_by_itself(tmp_path: Path) -> None:
    script = tmp_path / "check_shuffle.py"
    script.write_text(checkers_text(), encoding="utf-8")
    proof = finished(2).table.proof().to_json()
    for text, said, code in ((proof, "fair\n", 0), (proof.replace('"words":"', '"words":"x'), None, 1)):
        # Isolated and without installed packages: it has nothing but the standard library.
        command = [sys.executable, "-I", "-S", str(script)]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (code, "")
        assert said is None or done.stdout == said
    assert done.stdout.startswith("does not add up: ")


# -- what was tampered with ----------------------------------------------------------------------------------------


def _swap(things: list[str], one: int, two: int) -> None:
    things[one], things[two] = things[two], things[one]


def _swap_cards(proof: Any) -> None:
    deck = proof["record"]["setup"]["deck"]
    _swap(deck, 0, next(place for place in range(1, 6) if deck[place] != deck[0]))


def _swap_sticks(proof: Any) -> None:
    sticks = proof["record"]["setup"]["sticks"]
    sticks["church"], sticks["mill"] = sticks["mill"], sticks["church"]


def _other_first_player(proof: Any) -> None:
    seats = proof["record"]["seats"]
    seats.append(seats.pop(0))


def _other_sites(proof: Any) -> None:
    sites = proof["record"]["setup"]["sites"]
    _swap(sites, 0, 1)


def _other_words(proof: Any) -> None:
    proof["entropy"][0]["words"] += "x"


def _other_chairs(proof: Any) -> None:
    proof["entropy"].reverse()


def _other_secret(proof: Any) -> None:
    proof["secret"] = sha256(proof["secret"].encode()).hexdigest()


def _other_secret_promised(proof: Any) -> None:
    _other_secret(proof)
    proof["commitment"] = sha256(proof["secret"].encode()).hexdigest()


def _a_seat_less(proof: Any) -> None:
    proof["entropy"].pop()


@pytest.mark.parametrize(
    ("tamper", "solo", "wrong"),
    [
        (_swap_cards, False, {"deck"}),
        (_swap_cards, True, {"deck"}),
        (_swap_sticks, False, {"sticks"}),
        (_swap_sticks, True, {"sticks"}),
        (_other_first_player, False, {"seats"}),
        (_other_sites, True, {"sites"}),
        (_other_words, False, {"deck"}),
        (_other_words, True, {"deck"}),
        (_other_chairs, False, {"deck"}),
        (_other_secret, False, {"commitment", "deck"}),
        (_other_secret_promised, True, {"deck"}),
        (_a_seat_less, False, {"entropy"}),
        (_a_seat_less, True, {"entropy"}),
    ],
)
def test_what_was_tampered_with_is_noticed_by_both(
    checker: dict[str, Any], tamper: Callable[[Any], None], solo: bool, wrong: set[str]
) -> None:
    sitting = bots_solo(SoloSettings("kings-engineer"), "tampered") if solo else bots_table(Rules(), 3, "tampered")
    honest = json.loads(sitting.table.proof().to_json())
    proof = deepcopy(honest)
    tamper(proof)
    assert proof != honest
    found = set(checker["check"](proof))
    ours = {line.split(":")[0] for line in unfairness(Proof.from_json(json.dumps(proof)), EDITION)}
    assert ours == found
    assert wrong <= found
    if tamper in (_swap_cards, _swap_sticks, _other_first_player, _other_sites, _a_seat_less):
        assert found == wrong, "and nothing else is blamed"


def test_a_record_of_no_game_is_no_proof() -> None:
    proof = json.loads(bots_table(Rules(), 2, "no game").table.proof().to_json())
    proof["record"]["setup"]["deck"].pop()
    (line,) = unfairness(Proof.from_json(json.dumps(proof)), EDITION)
    assert line.startswith("record: CMP-3")
    proof["record"]["edition"] = "another"
    with pytest.raises(RecordError, match="edition"):
        unfairness(Proof.from_json(json.dumps(proof)), EDITION)


# -- proofs as text ------------------------------------------------------------------------------------------------


def test_a_proof_reads_back_as_it_was_written() -> None:
    proof = finished(6).table.proof()
    assert Proof.from_json(proof.to_json()) == proof
    assert "\n" not in proof.to_json()


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"format": "nouvelle-france-fairness/0"}, "format"),
        ({"secret": 7}, "secret"),
        ({"secret": "\ud800"}, "surrogates"),
        ({"table": None}, "table"),
        ({"commitment": ["x"]}, "commitment"),
        ({"entropy": {}}, "entropy"),
        ({"entropy": [{"seat": "white"}]}, "entropy"),
        ({"entropy": [{"seat": "white", "words": 1}]}, "entropy"),
        ({"entropy": [{"seat": "white", "words": "\udfff"}]}, "surrogates"),
        ({"record": {}}, "format|record"),
    ],
)
def test_a_text_that_is_no_proof_is_refused_by_name(change: dict[str, Any], names: str) -> None:
    proof = {**json.loads(finished(6).table.proof().to_json()), **change}
    with pytest.raises(RecordError, match=names):
        Proof.from_json(json.dumps(proof))


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, "1" * 5000])
def test_a_text_that_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Proof.from_json(text)


# -- the shuffle itself --------------------------------------------------------------------------------------------


def test_commitment_and_seed_are_what_the_page_says_to_the_byte() -> None:
    assert commitment("ab" * 32) == sha256(b"ab" * 32).hexdigest()
    text = b"nouvelle-france-shuffle/1\n" + b"ab" * 32 + b"\nwhite:moose\nblue:\n"
    assert seed("ab" * 32, [("white", "moose"), ("blue", "")]) == sha256(text).hexdigest()


def test_the_nth_shuffle_sorts_by_the_hash_of_seed_number_and_place() -> None:
    shuffle = FairShuffle("5eed")
    for number in (1, 2, 3):
        keys = {letter: sha256(f"5eed:{number}:{place}".encode()).digest() for place, letter in enumerate("abcdef")}
        assert shuffle.sample("abcdef", 6) == sorted("abcdef", key=keys.__getitem__)
    assert len(FairShuffle("5eed").sample("abcdef", 2)) == 2


def test_every_order_comes_up_about_as_often() -> None:
    found = Counter("".join(FairShuffle(str(number)).sample("abcd", 4)) for number in range(4800))
    assert set(found) == {"".join(order) for order in permutations("abcd")}
    assert min(found.values()) > 140
    assert max(found.values()) < 260


def test_every_word_and_the_secret_change_the_deck() -> None:
    def deck(secret: str, *words: str) -> tuple[str, ...]:
        entropy = list(zip(EDITION.colour_ids, words, strict=False))
        return deal(EDITION, secret, entropy, Rules(), None).deck

    decks = {deck("a", "", ""), deck("b", "", ""), deck("a", "x", ""), deck("a", "", "x"), deck("a", "", "", "")}
    assert len(decks) == 5
