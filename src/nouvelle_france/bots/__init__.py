"""Bots behind one small interface: a view and the legal actions in, an action out."""

from collections.abc import Callable, Mapping
from random import Random

from nouvelle_france.bots.bot import Bot, Winter, play_on
from nouvelle_france.bots.greedy_bot import GreedyBot
from nouvelle_france.bots.random_bot import RandomBot

BOTS: Mapping[str, Callable[[Random], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""The bots by name, each made from its own source of randomness."""

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "Winter", "play_on"]
