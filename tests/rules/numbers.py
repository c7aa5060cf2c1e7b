"""The numbers of the rules, which tests are named after."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


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
