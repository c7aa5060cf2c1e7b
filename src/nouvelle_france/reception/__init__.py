"""Where people turn to the house: with requests (tables, seats, links) and in conversation (a socket's messages).

It checks nothing of who may call how often and knows no web framework: a server and a page that needs none share it.
"""

from nouvelle_france.reception.conversation import Bounds, Conversation
from nouvelle_france.reception.days import Days
from nouvelle_france.reception.reception import Reception

__all__ = ["Bounds", "Conversation", "Days", "Reception"]
