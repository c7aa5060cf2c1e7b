"""The questions about the games: one module per topic, each with its tables and its chart."""

from nouvelle_france.stats.topics import (
    advantage,
    allies,
    buildings,
    course,
    length,
    scores,
    solo,
    sources,
    stuck,
    tension,
)
from nouvelle_france.stats.topics.topic import Topic

TOPICS: tuple[Topic, ...] = (
    length.TOPIC,
    scores.TOPIC,
    advantage.TOPIC,
    buildings.TOPIC,
    stuck.TOPIC,
    allies.TOPIC,
    sources.TOPIC,
    tension.TOPIC,
    course.TOPIC,
    solo.TOPIC,
)
"""All topics, in the order they are shown."""

__all__ = ["TOPICS", "Topic"]
