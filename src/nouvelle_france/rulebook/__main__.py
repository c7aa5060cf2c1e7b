"""``python -m nouvelle_france.rulebook`` writes docs/rules.md to standard output."""

import sys

from nouvelle_france.rulebook.page import page

sys.stdout.write(page())
