"""The project's door: what newcomers, packagers and workflows are told is true of this tree."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import nouvelle_france

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PYTHONS = [
    classifier.rpartition(" ")[2]
    for classifier in PROJECT["project"]["classifiers"]
    if re.search(r"Python :: 3\.\d+$", classifier)
]


def read_yaml(path: str) -> Any:
    """A file of the tree."""
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def targets() -> set[str]:
    """What make can make."""
    return set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


WORKFLOWS = [str(path.relative_to(ROOT)) for path in (ROOT / ".github/workflows").glob("*.yml")]


@pytest.mark.parametrize("path", WORKFLOWS)
def test_a_workflow_asks_for_little_and_runs_what_there_is(path: str) -> None:
    workflow = read_yaml(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert "uses" in job or job["timeout-minutes"], name
        for step in job.get("steps", ()):
            for made in re.findall(r"\bmake ([a-z-]+)", step.get("run", "")):
                assert made in targets(), f"{path}: make {made}"
            if step.get("uses", "").startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False, name


def test_the_tests_run_on_three_systems_and_every_python() -> None:
    jobs = read_yaml(".github/workflows/test.yml")["jobs"]
    matrix = jobs["systems"]["strategy"]["matrix"]
    assert [system.partition("-")[0] for system in matrix["system"]] == ["ubuntu", "macos", "windows"]
    assert matrix["python"] == PYTHONS == ["3.11", "3.12", "3.13", "3.14"]
    assert {"run": "make test"} in jobs["everything"]["steps"]


def test_only_the_last_job_of_a_release_may_publish_and_it_runs_nothing_of_ours() -> None:
    workflow = read_yaml(".github/workflows/release.yml")
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML takes "on" for a truth
    trusted = {name for name, job in workflow["jobs"].items() if "id-token" in job.get("permissions", {})}
    assert trusted == {"publish"}
    publish = workflow["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert set(publish["needs"]) == {"test", "build"}
    assert all("run" not in step for step in publish["steps"])


def test_forms_for_issues_can_be_filled_in() -> None:
    forms = [path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"]
    assert len(forms) == 3
    for path in forms:
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert form["name"]
        assert form["description"]
        fields = form["body"]
        assert len({field["id"] for field in fields}) == len(fields)
        assert all(field["type"] in ("textarea", "input") and field["attributes"]["label"] for field in fields)


def test_what_runs_before_a_commit_is_what_make_check_runs() -> None:
    config = read_yaml(".pre-commit-config.yaml")
    hooks = {hook["id"]: hook for repo in config["repos"] for hook in repo["hooks"]}
    check = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ncheck:")[2].partition("\n\n")[0]
    for name in ("ruff-check", "ruff-format", "page"):
        words = hooks[name]["entry"].removeprefix(".venv/bin/").removesuffix(" --fix")
        assert words in check, name
    assert hooks["check"]["entry"] == "make check"


def test_the_citation_is_of_this_version_and_place() -> None:
    citation = read_yaml("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert str(citation["version"]) == nouvelle_france.__version__
    assert citation["license"] == PROJECT["project"]["license"]
    assert citation["repository-code"] == PROJECT["project"]["urls"]["Source"]
    assert {"message", "title", "authors"} <= citation.keys()
    assert [author["name"] for author in citation["authors"]] == [it["name"] for it in PROJECT["project"]["authors"]]
