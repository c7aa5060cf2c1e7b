"""Every option of `serve` from the command line, the environment and a file, in this order; and what is wrong there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import assert_refused, run
from tests.keeping.serving import SERVE, told, variable

Capture = pytest.CaptureFixture[str]

SAID: dict[str, tuple[list[str], str, str]] = {
    # On the command line, in the environment, in a file.
    "host": (["127.0.0.2"], "127.0.0.2", '"127.0.0.2"'),
    "port": (["9000"], "9000", "9000"),
    "database": (["sqlite:///a.sqlite"], "sqlite:///a.sqlite", '"sqlite:///a.sqlite"'),
    "workers": (["3"], "3", "3"),
    "edition": (["/a.toml", "/b.toml"], f"/a.toml{os.pathsep}/b.toml", '["/a.toml", "/b.toml"]'),
    "origin": (["https://a.org", "https://b.org"], "https://a.org https://b.org", '["https://a.org", "https://b.org"]'),
    "accept-host": (["a.org", "b.org"], "a.org b.org", '["a.org", "b.org"]'),
    "proxy": (["10.0.0.0/8,::1"], "10.0.0.0/8,::1", '"10.0.0.0/8,::1"'),
    "root-path": (["/games"], "/games", '"/games"'),
    "password-file": (["/password"], "/password", '"/password"'),
    "frame-ancestor": (["https://a.org"], "https://a.org", '"https://a.org"'),
    "bot-workers": (["2"], "2", "2"),
    "bot-seconds": (["2.5"], "2.5", "2.5"),
    "analysis-effort": (["0.5"], "0.5", "0.5"),
    "stand-in-after": (["60"], "60", "60"),
    "notice-delay": (["5.5"], "5.5", "5.5"),
    "webhook-host": (["a.org", "*.b.org:8443"], "a.org *.b.org:8443", '["a.org", "*.b.org:8443"]'),
    "inside-host": (["localhost:8443"], "localhost:8443", '"localhost:8443"'),
    "public-url": (["https://a.org/games"], "https://a.org/games", '"https://a.org/games"'),
    "keep-finished": (["365"], "365", "365"),
    "keep-waiting": (["7"], "7", "7"),
    "keep-playing": (["90.5"], "90.5", "90.5"),
    "max-tables": (["10"], "10", "10"),
    "max-sockets": (["11"], "11", "11"),
    "sockets-per-address": (["12"], "12", "12"),
    "log": (["debug"], "debug", '"debug"'),
    "log-format": (["json"], "json", '"json"'),
}
SWITCHED: dict[str, tuple[str, str, str]] = {
    "open": ("--open", "true", "true"),
    "qr": ("--no-qr", "false", "false"),
    "limits": ("--no-limits", "0", "false"),
}


def file_of(folder: Path, *lines: str) -> str:
    file = folder / "server.toml"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(file)


def test_no_option_is_forgotten() -> None:
    options = {option.opts[0].removeprefix("--") for option in SERVE.params}
    assert options == {*SAID, *SWITCHED, "config"}


@pytest.mark.parametrize("option", [*SAID, *SWITCHED])
def test_an_option_means_the_same_wherever_it_is_said(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if option in SAID:
        values, environment, written = SAID[option]
        shell = [word for value in values for word in (f"--{option}", value)]
    else:
        switch, environment, written = SWITCHED[option]
        shell = [switch]
    expected = told(*shell)
    assert expected != told()
    file = file_of(tmp_path, f"{option} = {written}")
    assert told("--config", file) == expected
    monkeypatch.setenv(variable(option), environment)
    assert told() == expected
    monkeypatch.delenv(variable(option))
    monkeypatch.setenv("NOUVELLE_FRANCE_CONFIG", file)
    assert told() == expected


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = file_of(tmp_path, "port = 1", "workers = 2", "qr = false", 'origin = ["https://a.org"]', "max-tables = 4")
    monkeypatch.setenv("NOUVELLE_FRANCE_PORT", "5")
    monkeypatch.setenv("NOUVELLE_FRANCE_WORKERS", "6")
    monkeypatch.setenv("NOUVELLE_FRANCE_ORIGIN", "https://b.org")
    heard = told("--config", file, "--port", "7", "--qr", "--origin", "https://c.org")
    heard["origin"] = list(heard["origin"])
    assert [heard[name] for name in ("port", "workers", "qr", "origin", "max_tables", "max_sockets")] == [
        7, 6, True, ["https://c.org"], 4, 5_000,
    ]  # fmt: skip


def test_edition_files_are_beside_the_file_that_names_them(tmp_path: Path) -> None:
    heard = told("--config", file_of(tmp_path, 'edition = ["boxes/mine.toml", "/far/away.toml"]'))
    assert [Path(it) for it in heard["edition"]] == [tmp_path / "boxes" / "mine.toml", Path("/far/away.toml")]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_bytes("\ufeffport = 9000\n".encode())
    assert told("--config", str(file))["port"] == 9000


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["port = 9000", "", "prot = 1"], ["line 3: prot: there is no such option; did you mean port?"]),
        (["nonsense = 1"], ["line 1: nonsense: there is no such option; see nouvelle-france serve --help"]),
        (['config = "other.toml"'], ["line 1: config: there is no such option"]),
        (["# first", 'port = "9000"'], ["line 2: port: expected a whole number, found '9000'"]),
        (["port = 70000"], ["line 1: port: ", "65535"]),
        (["port = 1.5"], ["line 1: port: expected a whole number, found 1.5"]),
        (["workers = true"], ["line 1: workers: expected a whole number, found true"]),
        (['qr = "no"'], ["line 1: qr: expected true or false, found 'no'"]),
        (["bot-seconds = 0"], ["line 1: bot-seconds: ", "0.1"]),
        (["origin = [1]"], ["line 1: origin: expected a list of texts, found [1]"]),
        (["[limits]", "a = 1"], ["line 1: limits: expected true or false, found a table of keys"]),
        (["port 9000"], ["not a TOML file", "line 1"]),
        # What is looked at only when all is known also says where it was said.
        (["workers = 1", 'origin = "https://a.org/"'], ["line 2: origin https://a.org/: expected a scheme"]),
        (['frame-ancestor = "*"'], ["line 1: frame-ancestor *: expected a scheme"]),
        (['accept-host = "https://a.org"'], ["line 1: accept-host https://a.org: expected a name"]),
        (['proxy = "here"'], ["line 1: proxy here: expected an address"]),
        (['root-path = "games"'], ["line 1: root-path games: expected a path"]),
        (['webhook-host = "https://a.org"'], ["line 1: webhook-host https://a.org: expected a name"]),
        (['inside-host = ["a.org", "a.org:0"]'], ["line 1: inside-host a.org:0: expected a name"]),
        (['public-url = "a.org"'], ["line 1: public-url a.org: expected an address"]),
        (['public-url = "https://a.org/x?y"'], ["line 1: public-url https://a.org/x?y: expected an address"]),
        (['log = "loud"'], ["line 1: log loud: expected one of debug"]),
        (['database = "mysql://a/b"'], ["line 1: database: "]),
    ],
)
def test_faults_of_a_file_name_it_with_line_and_key(
    lines: list[str], words: list[str], capsys: Capture, tmp_path: Path
) -> None:
    assert_refused(run(capsys, "serve", "--config", file_of(tmp_path, *lines)), str(tmp_path / "server.toml"), *words)


def test_a_file_that_cannot_be_read(capsys: Capture, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.toml"
    assert_refused(run(capsys, "serve", "--config", nowhere), f"--config {nowhere}: cannot be read")
    nowhere.write_bytes(b"\xff\xfe")
    assert_refused(run(capsys, "serve", "--config", nowhere), f"--config {nowhere}: is not UTF-8 text")


def test_faults_in_the_environment_name_the_variable(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value, words in (
        ("PORT", "ninety", "NOUVELLE_FRANCE_PORT: "),
        ("QR", "perhaps", "NOUVELLE_FRANCE_QR: "),
        ("LOG", "loud", "NOUVELLE_FRANCE_LOG loud: expected one of debug"),
        ("FRAME_ANCESTOR", "a.org", "NOUVELLE_FRANCE_FRAME_ANCESTOR a.org: expected a scheme"),
        ("EDITION", str(tmp_path), f"NOUVELLE_FRANCE_EDITION {tmp_path}: there is no edition file"),
    ):
        with monkeypatch.context() as only:
            only.setenv(f"NOUVELLE_FRANCE_{name}", value)
            assert_refused(run(capsys, "serve"), words)


def test_the_help_says_so(capsys: Capture) -> None:
    words = " ".join(run(capsys, "serve", "--help").out.split())
    assert "NOUVELLE_FRANCE_BOT_WORKERS" in words
    assert "The command line overrides the environment, and the environment overrides the file." in words
