"""All faults of a file at once, what is odd about one that can be played, and what is forgiven."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from nouvelle_france.edition import EditionError, default, load, parse
from nouvelle_france.edition.reading import examine
from nouvelle_france.edition.starting import new_edition
from tests.edition.faults import FAULTS, TEXT, line_of

TINY = Path(__file__).with_name("tiny.toml").read_text(encoding="utf-8")


def faults_of(text: str) -> tuple[str, ...]:
    with pytest.raises(EditionError) as error:
        parse(text, source="box.toml")
    return error.value.faults


def warnings_of(text: str) -> tuple[str, ...]:
    return examine(text, source="box.toml").warnings


# -- faults --------------------------------------------------------------------------------------------------------

TOGETHER = (
    "dash in a colour",  # which makes it no colour for others
    "empty name",
    "digit missing",
    "stray character in a shape",
    "length that is true",
    "uneven rows of a plan",
    "joint to nowhere",
    "too few marks",
    "piles that do not add up",
    "one-card piles that do not add up",
    "no player turns",
    "track too short",
    "unknown shape of a challenge",
    "rectangle of another size",
)


def test_faults_are_all_named_in_the_order_of_the_file() -> None:
    text = TEXT
    chosen = [FAULTS[name] for name in TOGETHER if name not in ("stray character in a shape", "dash in a colour")]
    for fault in chosen:
        assert text.count(fault.old) == 1
        text = text.replace(fault.old, fault.new)
    found = faults_of(text)
    assert len(found) == len(chosen)
    for fault in chosen:
        assert fault.at is not None
        line = line_of(text, fault.at)
        assert [it for it in found if it.startswith(f"box.toml: line {line}: {fault.key}: ") and fault.says in it], (
            fault
        )
    lines = [int(it.split("line ")[1].split(":")[0]) for it in found]
    assert lines == sorted(lines)


def test_one_fault_is_said_once_and_draws_no_others_after_it() -> None:
    """What leans on something faulty is not called faulty itself."""
    alone = {name: len(faults_of(TEXT.replace(fault.old, fault.new))) for name, fault in FAULTS.items()}
    # An id that was changed is missed by those who name it; a key in another's place is unknown and missing.
    several = {name: count for name, count in alone.items() if count > 1}
    assert set(several) <= {
        "missing table",
        "dash in a colour",
        "colour snow",
        "stick of an unknown colour",
        "capital letter in an id",
        "id snow",
        "unknown key of a challenge",
        "bonus block named like a shape",
        "place without a pose",
    }, several


def test_what_every_part_needs_is_missing_once() -> None:
    assert faults_of('format = "nouvelle-france-edition/1"') == tuple(
        f"box.toml: {key}: is missing"
        for key in ("id", "names", "colours", "shapes", "bonus", "sites", "sticks", "deck", "solo")
    )


# -- what is forgiven ----------------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    assert parse(f"\ufeff{TEXT}") == default()
    file = tmp_path / "box.toml"
    file.write_text(TEXT, encoding="utf-8-sig")
    assert load(file) == default()


def test_a_name_in_a_missing_language_is_anothers() -> None:
    text = TINY.replace('names = { en = "ell", fr = "équerre", pl = "kątownik" }', 'names = { fr = "équerre" }')
    assert text != TINY
    assert parse(text).shapes[0].names == {"en": "équerre", "fr": "équerre", "pl": "équerre"}
    assert [it.partition("names: ")[2] for it in warnings_of(text)] == [
        "no name in en; another is shown",
        "no name in pl; another is shown",
    ]
    without = TINY.replace('en = "ell", fr = "équerre", pl = "kątownik"', "")
    assert faults_of(without)[0].endswith("shapes.ell.names: expected a name in one of en, fr, pl")


def test_a_language_that_is_left_out_throughout_is_one_warning() -> None:
    text = re.sub(r', pl = "[^"]*"', "", TINY)
    (warning,) = warnings_of(text)
    count = TINY.count("pl = ") - 1
    assert warning.endswith(f"no name in pl, nor {count} times more; another is shown")
    assert parse(text).names["pl"] == "Tiny"


# -- what is odd ---------------------------------------------------------------------------------------------------


def test_our_own_editions_have_nothing_odd() -> None:
    assert warnings_of(TEXT) == warnings_of(TINY) == ()


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("01.\n.23", "..2\n310", 'picture = """\n..2', "shapes.zed.picture: is the same figure as ell"),
        ("012\n.3.", "....\n012.\n.3..", "....\n012", "shapes.tee.picture: row 0 is blank"),
        ("012\n.3.", ".012\n..3.", 'picture = """\n.012', "shapes.tee.picture: column 0 is blank"),
        ("####\n#..#\n####", "####\n#..#\n####\n....", "....\n", "sites.tower.plan: row 3 is blank"),
        ('fr = "té"', 'fr = "équerre"', "[shapes.tee]", "shapes.tee: has the same name as ell: équerre (fr)"),
        ('en = "tee"', 'en = "ell"', "[shapes.tee]", "shapes.tee: has the same name as ell: ell (en)"),
        ("joints = []\n\n[sites.bridge]", "joints = [[[0, 0], [1, 0]]]\n\n[sites.bridge]", "joints = [[[0",
         "sites.tower.joints: [[0, 0], [1, 0]] joins columns that are face to face anyway"),
        ("joints = []\n\n[sites.bridge]", "joints = [[[0, 0], [3, 2]], [[3, 2], [0, 0]]]\n\n[sites.bridge]",
         "joints = [[[0, 0], [3", "sites.tower.joints: [[3, 2], [0, 0]] is there twice"),
    ],
)  # fmt: skip
def test_what_is_odd_is_named_with_its_line(old: str, new: str, at: str, says: str) -> None:
    assert TINY.count(old) == 1
    text = TINY.replace(old, new)
    assert f"box.toml: line {line_of(text, at)}: {says}" in " | ".join(warnings_of(text))
    parse(text)  # and it can be played


def test_two_sites_with_one_plan_are_odd() -> None:
    plans = [part.split('"""')[1] for part in TINY.split("plan = ")[1:]]
    text = TINY.replace(plans[1], plans[0])
    assert any("sites.bridge.plan: is the same as that of tower" in it for it in warnings_of(text))


# -- a new one -----------------------------------------------------------------------------------------------------


def test_a_new_edition_is_ours_under_another_id_and_keeps_the_comments() -> None:
    text = new_edition("my-box.toml", "my-box")
    box = examine(text)
    assert box.warnings == ()
    assert (box.edition.id, box.edition.names["fr"]) == ("my-box", "My box")
    ours = default()
    for part in ("colours", "shapes", "bonus", "sites", "sticks", "deck", "solo"):
        assert getattr(box.edition, part) == getattr(ours, part)
    carried = files("nouvelle_france.edition").joinpath("reconstruction-1.toml").read_text(encoding="utf-8")
    begins = carried.index("# ---")
    assert text.endswith(carried[begins:])
    assert "nouvelle-france edition check my-box.toml" in text
