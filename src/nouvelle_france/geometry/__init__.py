"""Geometry: how blocks turn, where they can stand, and the table of all placements."""

from nouvelle_france.geometry.orientation import Cube, is_rotation, orientations
from nouvelle_france.geometry.support import leans, least_supports, stands_freely
from nouvelle_france.geometry.table import Placement, PlacementTable, Pose, SiteTable, bits, placement_table

__all__ = [
    "Cube",
    "Placement",
    "PlacementTable",
    "Pose",
    "SiteTable",
    "bits",
    "is_rotation",
    "leans",
    "least_supports",
    "orientations",
    "placement_table",
    "stands_freely",
]
