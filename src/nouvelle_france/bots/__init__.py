"""Bots behind one small interface: a view and the legal actions in, an action out."""

from nouvelle_france.bots.bot import Bot, Winter, play_on, stood_in
from nouvelle_france.bots.greedy_bot import GreedyBot
from nouvelle_france.bots.random_bot import RandomBot
from nouvelle_france.bots.registry import BOTS, LADDER, PURE_BOTS, Bots

__all__ = ["BOTS", "LADDER", "PURE_BOTS", "Bot", "Bots", "GreedyBot", "RandomBot", "Winter", "play_on", "stood_in"]
