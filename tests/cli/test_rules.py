"""`nouvelle-france rules`, and the short rules of `play`."""

from __future__ import annotations

import re

import pytest

from nouvelle_france.cli.rules import language_of
from nouvelle_france.rulebook import load
from tests.cli.running import run, run_apart


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(
    ("language", "heading", "figure", "refused"),
    [
        ("en", "PLC-5 It must stand by itself", "would tip over (PLC-5)", "Refused by PLC-5"),
        ("fr", "PLC-5 Elle doit tenir toute seule", "basculerait (PLC-5)", "Refusé par PLC-5"),
        ("pl", "PLC-5 Musi stać samodzielnie", "by się przewrócił (PLC-5)", "Zabrania PLC-5"),
    ],
)
def test_a_rule_by_its_number(
    capsys: pytest.CaptureFixture[str], language: str, heading: str, figure: str, refused: str
) -> None:
    code, out, err = run(capsys, "rules", "PLC-5", "--language", language)
    assert (code, err) == (0, "")
    for text in (heading, figure, refused):
        assert text in flat(out)
    assert "*" in out  # the cubes just placed are drawn


@pytest.mark.parametrize(("language", "word"), [("en", "joint"), ("fr", "joint"), ("pl", "złącza")])
def test_rules_by_a_word(capsys: pytest.CaptureFixture[str], language: str, word: str) -> None:
    code, out, _ = run(capsys, "rules", word, "-l", language)
    assert code == 0
    assert f"SCO-3  {load(language)['SCO-3'].heading}" in out
    assert f"SCO-5    {load(language)['SCO-5'].heading}" in out  # it mentions it


@pytest.mark.parametrize(("language", "asked"), [("en", "stuck"), ("fr", "je suis bloqué"), ("pl", "utknęłam")])
def test_rules_by_everyday_words(capsys: pytest.CaptureFixture[str], language: str, asked: str) -> None:
    code, out, _ = run(capsys, "rules", *asked.split(), "-l", language)
    assert code == 0
    assert f"UNA-1  {load(language)['UNA-1'].heading}" in out


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_the_contents(capsys: pytest.CaptureFixture[str], language: str) -> None:
    code, out, _ = run(capsys, "rules", "--language", language)
    assert code == 0
    for rule in load(language):
        assert f"{rule.key:<8} {rule.heading}" in out


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_the_whole_book(capsys: pytest.CaptureFixture[str], language: str) -> None:
    code, out, _ = run(capsys, "rules", "--all", "--language", language)
    assert code == 0
    for chapter in load(language).chapters:
        assert chapter.heading in out
    assert "Jackbro" in out
    assert max(map(len, out.splitlines())) <= 100
    assert not any(re.match(r"\s*[:;?!»]", line) for line in out.splitlines())  # French signs stay with their word
    assert all(line.isprintable() for line in out.replace("\N{NO-BREAK SPACE}", " ").splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["jiont"], "joint"),
        (["PLC-9"], "PLC-1 … PLC-7"),
        (["neige"], "--language fr"),
        (["jiont", "--language", "fr"], "joint"),
        (["qqqq", "--language", "pl"], "w zasadach nie ma numeru ani słowa qqqq"),
    ],
)
def test_what_is_not_there_is_one_line_with_suggestions(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = run(capsys, "rules", *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("nouvelle-france: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("arguments", [["--language", "de"], ["--all", "PLC-5"]])
def test_what_cannot_be_asked(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = run(capsys, "rules", *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "pl_PL"}, "pl"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "de:fr:en", "LANG": "de_DE"}, "fr"),
        ({"LANG": "frp_FR"}, "en"),  # Arpitan
    ],
)
def test_the_language_of_the_terminal(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_the_language_is_taken_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert load("fr")["END-2"].heading in run(capsys, "rules", "END-2").out


@pytest.mark.parametrize(
    ("options", "told", "untold"),
    [
        ([], ["once a stage", "Most points wins", "fewest ally tokens"], ["Winter"]),
        (["--allies", "once"], ["once in the whole game"], ["once a stage"]),
        (
            ["--allies", "none", "--one-card"],
            ["Most points wins; if equal, the one who did not"],
            ["allies", "ally token", "visible"],
        ),
        (["--mode", "solo"], ["one of Winter's", "You win if brown, yellow and blue"], ["of your colour ", "Coureur"]),
    ],
)
def test_play_says_how_the_game_ends_by_its_variant(options: list[str], told: list[str], untold: list[str]) -> None:
    out = flat(run_apart("play", "--seed", "1", *options, typed="quit\n").out).partition("nouvelle-france rules")[0]
    for text in told:
        assert text in out
    for text in untold:
        assert text not in out
