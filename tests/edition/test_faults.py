"""Every way to spoil an edition file: the error names the file, the line, the key and what was expected."""

from pathlib import Path

import pytest

from nouvelle_france.edition import EditionError, load, parse
from tests.edition.faults import CHURCH_GABLE, FAULTS, TEXT, Fault, line_of


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_fault(fault: Fault) -> None:
    assert TEXT.count(fault.old) == 1
    broken = TEXT.replace(fault.old, fault.new)
    line = ""
    if fault.at is not None:
        assert broken.count(fault.at) == 1
        line = f"line {line_of(broken, fault.at)}: "
    with pytest.raises(EditionError) as error:
        parse(broken, source="box.toml")
    message = str(error.value)
    assert message.startswith(f"box.toml: {line}{fault.key}: ")
    assert fault.says in message.removeprefix(f"box.toml: {line}{fault.key}: ")


TABLES = {
    "colours": "two to nine colours",
    "bonus": "one bonus block a stage",
    "sites": "at least one site",
    "sticks": "one stick a site",
}


@pytest.mark.parametrize(("table", "says"), TABLES.items())
def test_empty_table(table: str, says: str) -> None:
    kept = [part for part in TEXT.split("\n\n") if f"\n[{table}" not in f"\n{part}"]
    with pytest.raises(EditionError, match=rf"^box\.toml: line \d+: {table}: .*{says}"):
        parse("\n\n".join([*kept, f"[{table}]"]), source="box.toml")


@pytest.mark.parametrize("table", ["colours", "shapes", "bonus", "sites", "sticks", "deck", "solo"])
def test_missing_table(table: str) -> None:
    kept = [part for part in TEXT.split("\n\n") if f"\n[{table}" not in f"\n{part}"]
    with pytest.raises(EditionError, match=rf"^box\.toml: {table}: is missing$"):
        parse("\n\n".join(kept), source="box.toml")


def test_not_toml() -> None:
    with pytest.raises(EditionError, match=r"^box\.toml: not a TOML file: .*line 2"):
        parse("format = 1\nid is missing\n", source="box.toml")


def test_key_twice_is_not_toml() -> None:
    with pytest.raises(EditionError, match=r"^box\.toml: not a TOML file: "):
        parse(f"{TEXT}\n[deck]\n", source="box.toml")


STYLES = {
    "blank row first": ('"""\n0123\n.4..', '"""\n\n0123\n.4.x', ".4.x"),
    "first row beside the quotes": ('"""\n0123\n.4..', '"""0123\n.4.x', ".4.x"),
    "blank row inside": (CHURCH_GABLE, f"..#.#..\n{CHURCH_GABLE}".replace(".#..\n#", ".#..\n\n#"), "\n###.###\n#...."),
    "unusual line separator": (
        "# One for each stage, in order; straight, of a single colour.\n",
        "# One for each stage.\u2028\n[bonus.rod]\n",
        "[bonus.rod]",
    ),
    "spaces in a header": ("3\n\n[bonus.post]", "0\n\n[ bonus.post ]", "length = 0"),
}


@pytest.mark.parametrize(("old", "new", "at"), STYLES.values(), ids=STYLES.keys())
def test_the_line_is_right_however_the_file_is_laid_out(old: str, new: str, at: str) -> None:
    broken = TEXT.replace(old, new)
    line = broken[: broken.index(at)].count("\n") + 1
    with pytest.raises(EditionError, match=rf"^<edition>: line {line}: "):
        parse(broken)


def test_the_whole_text_is_the_edition() -> None:
    assert parse(TEXT.replace("\n", "\r\n")).id == parse(TEXT).id == "reconstruction-1"


# -- files -----------------------------------------------------------------------------------------------------------


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert load(path).shapes == load(str(path)).shapes == parse(TEXT).shapes


def test_load_names_the_file_at_fault(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace("length = 2", "length = 0"), encoding="utf-8")
    with pytest.raises(EditionError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: line {line_of(TEXT, 'length = 2')}: bonus.post.length: ")


def test_load_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    with pytest.raises(EditionError, match="cannot be read: No such file"):
        load(path)


def test_load_directory(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_load_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(TEXT.encode("utf-16"))
    with pytest.raises(EditionError, match=r"box\.toml: is not UTF-8 text"):
        load(path)


def test_more_cards_than_a_deck_may_have() -> None:
    """What is observed of a deck has a byte for them."""
    shape = 'names = { en = "bar" }\npicture = """\n01234\n"""\n'
    more = "".join(f"[shapes.bar-{number}]\n{shape}\n" for number in range(21))
    broken = TEXT.replace("[shapes.cannon]", f"{more}[shapes.cannon]")
    line = line_of(broken, "[shapes]")
    with pytest.raises(EditionError, match=rf"line {line}: shapes: expected at most 120 cards, .* found 123\n"):
        parse(broken, source="box.toml")
