"""What the game is like: facts from replayed records, and statistics over many of them."""

from nouvelle_france.stats.facts import Facts, Look, Use, observe, sources
from nouvelle_france.stats.group import Group, grouped
from nouvelle_france.stats.intervals import mean_estimate, share_estimate
from nouvelle_france.stats.report import FORMAT, Report
from nouvelle_france.stats.sheet import Column, Sheet
from nouvelle_france.stats.topics import TOPICS, Topic

__all__ = [
    "FORMAT",
    "TOPICS",
    "Column",
    "Facts",
    "Group",
    "Look",
    "Report",
    "Sheet",
    "Topic",
    "Use",
    "grouped",
    "mean_estimate",
    "observe",
    "share_estimate",
    "sources",
]
