"""Keepsakes of a game: solids for a 3D printer, a picture of the buildings, an animation of their growth."""

from nouvelle_france.keepsakes.cubes import Cubes, cubes_on
from nouvelle_france.keepsakes.picture import PictureError, buildings_gif, buildings_png, check
from nouvelle_france.keepsakes.printing import CUBE_MM, FORMATS, printable
from nouvelle_france.keepsakes.solid import Mesh, solid

__all__ = [
    "CUBE_MM",
    "FORMATS",
    "Cubes",
    "Mesh",
    "PictureError",
    "buildings_gif",
    "buildings_png",
    "check",
    "cubes_on",
    "printable",
    "solid",
]
