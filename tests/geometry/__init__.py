"""Orientations, support and the table of placements, each against a second method."""
