"""The people's entrance to the house: requests (tables, seats, links) and conversations (a socket's messages).

It has no rate limits and knows no web framework: a server and the page without one share it.
"""

from nouvelle_france.reception.conversation import Bounds, Conversation
from nouvelle_france.reception.days import Days
from nouvelle_france.reception.reception import Reception

__all__ = ["Bounds", "Conversation", "Days", "Reception"]
