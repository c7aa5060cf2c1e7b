"""Judging positions and moves: what bots of the ladder think with."""
