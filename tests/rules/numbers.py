"""The numbers of the rules, which tests are named after, and those that the program names."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules.md"
SOURCES = ROOT / "src" / "nouvelle_france"
WEB = ROOT / "web" / "src"


def rule_numbers() -> list[str]:
    """Every number of docs/rules.md, such as PLC-5."""
    numbers, section = [], None
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = re.search(r"\(([A-Z]+)\)", line)
            section = heading[1] if heading else None
        elif section and (rule := re.match(r"(\d+)\. ", line)):
            numbers.append(f"{section}-{rule[1]}")
    return numbers


def numbers_used() -> set[str]:
    """Every rule number that the program or its page names in a string of its own."""
    files = [file for file in SOURCES.rglob("*.py") if "rulebook" not in file.parts]
    files += [file for file in WEB.rglob("*.ts*") if ".test." not in file.name]
    found = {number for file in files for number in re.findall(r'"([A-Z]{3,4}-\d+)"', file.read_text(encoding="utf-8"))}
    return found - {"SHA-256"}
