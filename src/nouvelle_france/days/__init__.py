"""The game of the day: one deal and one challenge for everybody, easiest on Mondays, hardest on Sundays.

Pure: a date's challenge, and the deal that follows from a date and a secret. A server keeps a secret for each day
(docs/days.md); without a server, the deal follows from the date alone.
"""

from nouvelle_france.days.calendar import AHEAD, begins, closes, day_of, following, is_date, level
from nouvelle_france.days.challenge import challenge
from nouvelle_france.days.promise import key, promise

__all__ = ["AHEAD", "begins", "challenge", "closes", "day_of", "following", "is_date", "key", "level", "promise"]
