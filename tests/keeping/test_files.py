"""The files that others start a server with: the unit, the image, the compose file, the sample configuration."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.keeping.serving import SERVE, told, variable
from tests.server.databases import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PROGRAM = "/opt/nouvelle-france/bin/nouvelle-france"
OPTIONS = [option.opts[0].removeprefix("--") for option in SERVE.params]
START_S = 60


def unit() -> ConfigParser:
    read = ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]  # as its documentation has it
    read.read(DEPLOY / "nouvelle-france.service", encoding="utf-8")
    return read


def sample() -> dict[str, Any]:
    """The sample configuration with all its lines in force, a second one for a key left out."""
    lines: dict[str, str] = {}
    for line in (DEPLOY / "server.toml").read_text(encoding="utf-8").splitlines():
        if said := re.match(r"(?:# )?([a-z-]+) = ", line):
            lines.setdefault(said[1], line.removeprefix("# "))
    return tomllib.loads("\n".join(lines.values()))


def serves(command: list[str], port: int, environment: Mapping[str, str], folder: Path) -> None:
    """A command starts a server that is well, and ends it when it is told to."""
    log = folder / "log"
    with log.open("wb") as said:
        process = subprocess.Popen(command, env={**os.environ, **environment}, cwd=folder, stdout=said, stderr=said)
    try:
        until = time.monotonic() + START_S
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as http:
            while True:
                try:
                    health = http.get("/healthz")
                    break
                except httpx.TransportError:
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < until, log.read_text()
                    time.sleep(0.1)
            assert health.json()["status"] == "ok"
        process.terminate()
        assert process.wait(START_S) == 0, log.read_text()
    finally:
        process.kill()


def test_the_sample_configuration_has_every_option_and_is_right(tmp_path: Path) -> None:
    told_of = sample()
    assert sorted([*told_of, "config"]) == sorted(OPTIONS)
    file = tmp_path / "server.toml"
    file.write_text((DEPLOY / "server.toml").read_text(encoding="utf-8"), encoding="utf-8")
    as_is = told("--config", str(file))
    assert (as_is["port"], as_is["proxy"], as_is["workers"]) == (8608, "127.0.0.1", 1)
    # What a line behind # says to be usual is.
    usual = told()
    shown = {
        "root-path",
        "accept-host",
        "origin",
        "frame-ancestor",
        "edition",
        "keep-finished",
        "keep-playing",
        "webhook-host",
        "inside-host",
        "public-url",
        "password-file",
    }
    for key, value in told_of.items():
        if key not in {*shown, "database", "host", "port", "proxy"}:
            assert usual["open_page" if key == "open" else key.replace("-", "_")] == value, key


def test_the_units_command_starts_a_server(tmp_path: Path) -> None:
    service = unit()["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program == PROGRAM
    configuration = words[words.index("--config") + 1]
    assert configuration == "/etc/nouvelle-france/server.toml"
    port = free_port()
    text = (DEPLOY / "server.toml").read_text(encoding="utf-8")
    here = text.replace("/var/lib/nouvelle-france", str(tmp_path)).replace("port = 8608", f"port = {port}")
    assert here != text
    file = tmp_path / "server.toml"
    file.write_text(here, encoding="utf-8")
    command = [str(Path(sys.executable).with_name("nouvelle-france")), *words]
    command[command.index(configuration)] = str(file)
    # The folder that systemd makes; here the machine's own is used, where all is compiled already.
    assert service["Environment"] == f"NUMBA_CACHE_DIR=%C/{service['CacheDirectory']}"
    serves(command, port, {}, tmp_path)
    assert (tmp_path / "tables.sqlite3").exists()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not everywhere")
def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "nouvelle-france.service").read_text(encoding="utf-8")
    here = tmp_path / "nouvelle-france.service"
    here.write_text(text.replace(PROGRAM, str(Path(sys.executable).with_name("nouvelle-france"))), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# -- the image -----------------------------------------------------------------------------------------------------


def image() -> dict[str, list[str]]:
    """The instructions of the last stage, by their words."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    stages = [number for number, line in enumerate(lines) if line.startswith("FROM ")]
    found: dict[str, list[str]] = {}
    for line in lines[stages[-1] :]:
        word, _, rest = line.strip().partition(" ")
        if word:
            found.setdefault(word, []).append(rest.strip())
    return found


def variables(said: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in shlex.split(said))


def test_the_images_command_starts_a_server_that_its_health_check_likes(tmp_path: Path) -> None:
    instructions = image()
    environment = variables(instructions["ENV"][0])
    del environment["NUMBA_CACHE_DIR"], environment["NUMBA_CPU_NAME"]  # here all is compiled already
    known = {variable(option) for option in OPTIONS}
    assert {name for name in environment if name.startswith("NOUVELLE_FRANCE_")} <= known
    assert "nouvelle-france warm" in instructions["RUN"]
    port = free_port()
    environment |= {
        "NOUVELLE_FRANCE_DATABASE": f"sqlite:///{tmp_path / 'tables.sqlite3'}",
        "NOUVELLE_FRANCE_PORT": str(port),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    command = [*json.loads(instructions["ENTRYPOINT"][0]), *json.loads(instructions["CMD"][0])]
    assert command == ["nouvelle-france", "serve"]
    command[0] = str(Path(sys.executable).with_name(command[0]))
    log = tmp_path / "log"
    check = json.loads(instructions["HEALTHCHECK"][0].partition("CMD")[2])
    check[-1] = check[-1].replace(":8608", f":{port}")

    def well() -> bool:
        return (
            subprocess.run(check, env={**os.environ, **environment}, capture_output=True, check=False).returncode == 0
        )

    with log.open("wb") as said:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=said, stderr=said)
    try:
        assert not well()  # nobody answers yet
        until = time.monotonic() + START_S
        while not well():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.1)
        process.terminate()
        assert process.wait(START_S) == 0
    finally:
        process.kill()


def test_what_the_image_is_built_from_is_there() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for needed in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "web"):
        assert (ROOT / needed).exists()
        assert needed not in ignored


# -- compose -------------------------------------------------------------------------------------------------------


def test_the_compose_file_hangs_together() -> None:
    read = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert set(read) == {"name", "services", "volumes"}
    game, database = read["services"]["game"], read["services"]["database"]
    # Keys of the Compose Specification, whose whole schema this file was held against when it was written.
    ours = {"build", "image", "restart", "depends_on", "environment", "ports", "healthcheck", "stop_grace_period"}
    assert set(game) == ours
    assert set(database) == {"image", "restart", "environment", "volumes", "healthcheck"}
    build = game["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    assert game["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert game["healthcheck"]["test"] == ["CMD", *json.loads(image()["HEALTHCHECK"][0].partition("CMD")[2])]
    assert database["healthcheck"]["test"][0] == "CMD-SHELL"
    volume, _, where = database["volumes"][0].partition(":")
    assert volume in read["volumes"]
    assert where == "/var/lib/postgresql/data"
    assert game["ports"] == ["127.0.0.1:8608:8608"]  # `proxy: "*"` believes whoever connects
    assert all(isinstance(value, str) for value in game["environment"].values())
    assert set(game["environment"]) <= {variable(option) for option in OPTIONS}


def test_the_compose_files_environment_starts_a_server_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    read = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    environment = read["services"]["game"]["environment"]
    told_of = read["services"]["database"]["environment"]
    expected = (
        f"postgresql://{told_of['POSTGRES_USER']}:{told_of['POSTGRES_PASSWORD']}@database/{told_of['POSTGRES_DB']}"
    )
    assert environment["NOUVELLE_FRANCE_DATABASE"] == expected
    port = free_port()
    environment |= {"NOUVELLE_FRANCE_DATABASE": postgres_url, "NOUVELLE_FRANCE_PORT": str(port)}
    serves([str(Path(sys.executable).with_name("nouvelle-france")), "serve"], port, environment, tmp_path)
