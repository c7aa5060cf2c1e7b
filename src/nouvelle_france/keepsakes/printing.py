"""Solids as files for slicers: STL, which has only shapes, and 3MF, which also has colours and units."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from struct import pack
from xml.sax.saxutils import escape, quoteattr

from nouvelle_france.keepsakes.cubes import cubes_on, wood
from nouvelle_france.keepsakes.solid import Mesh, solid
from nouvelle_france.rules import Position

CUBE_MM = 10.0
"""The default size of a printed cube."""

_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The earliest date in a ZIP file, so that the same building always gives the same bytes."""

_CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""

_RELATIONSHIPS = """<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


def printable(position: Position, site: int, format: str, cube_mm: float = CUBE_MM) -> bytes:
    """The building on a site as a file of one of :data:`FORMATS`.

    Raises a :class:`ValueError` for a bare site.
    """
    mesh = solid(cubes_on(position, site))
    edition = position.game.edition
    if not mesh.triangles:
        raise ValueError(f"nothing stands on the site {edition.site_ids[site]} yet")
    return FORMATS[format](mesh, edition.site_ids[site], edition.colour_ids, cube_mm)


def _stl(mesh: Mesh, name: str, _: Sequence[str], cube_mm: float) -> bytes:
    """Binary STL, in millimetres as slicers take it."""
    title = f"nouvelle-france {name}".encode("ascii", errors="replace")[:79]
    parts = [title.ljust(80), pack("<I", len(mesh.triangles))]
    for triangle in mesh.triangles:
        a, b, c = (mesh.points[point] for point in triangle)
        u, v = ([q - p for p, q in zip(a, other, strict=True)] for other in (b, c))
        normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        length = sum(part * part for part in normal) ** 0.5
        placed = (part * cube_mm for point in (a, b, c) for part in point)
        parts.append(pack("<12fH", *(part / length for part in normal), *placed, 0))
    return b"".join(parts)


def _3mf(mesh: Mesh, name: str, colours: Sequence[str], cube_mm: float) -> bytes:
    """A 3MF package of the core specification: one object, one base material a colour, each triangle with its own."""
    used = sorted(set(mesh.colours))
    bases = "".join(
        f'<base name={quoteattr(colours[colour])} displaycolor="{wood(colours, colour).upper()}"/>' for colour in used
    )
    points = "".join(
        f'<vertex x="{x * cube_mm:.6g}" y="{y * cube_mm:.6g}" z="{z * cube_mm:.6g}"/>' for x, y, z in mesh.points
    )
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}" pid="1" p1="{used.index(colour)}"/>'
        for (a, b, c), colour in zip(mesh.triangles, mesh.colours, strict=True)
    )
    model = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<model unit="millimeter" xml:lang="en" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
        f'<metadata name="Title">{escape(name)}</metadata><metadata name="Application">nouvelle-france</metadata>'
        f'<resources><basematerials id="1">{bases}</basematerials>'
        f'<object id="2" type="model" name={quoteattr(name)} pid="1" pindex="0">'
        f"<mesh><vertices>{points}</vertices><triangles>{triangles}</triangles></mesh></object></resources>"
        '<build><item objectid="2"/></build></model>\n'
    )
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as file:
        for path, text in (
            ("[Content_Types].xml", _CONTENT_TYPES),
            ("_rels/.rels", _RELATIONSHIPS),
            ("3D/3dmodel.model", model),
        ):
            file.writestr(zipfile.ZipInfo(path, _OLDEST), text, zipfile.ZIP_DEFLATED)
    return package.getvalue()


FORMATS: Mapping[str, Callable[[Mesh, str, Sequence[str], float], bytes]] = {"stl": _stl, "3mf": _3mf}
"""The writers, by file extension."""
