"""An edition with its placement table, for clients that draw it."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import Any

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import placement_table


def write_edition(edition: Edition) -> dict[str, Any]:
    """Everything the edition holds, and all poses in the order of their ids.

    ``poses`` are groups of one shape on one site: the pose ``first + n`` has the cells ``cubes[n]``, in the block's own
    cube order. The block of colour number ``c`` in pose ``p`` is the placement ``p × number of colours + c``.
    """
    table = placement_table(edition)
    poses = (pose for site in table.sites for pose in site.poses)
    groups = []
    for (site, shape), group in groupby(poses, key=lambda pose: (pose.site, pose.shape)):
        members = list(group)
        groups.append(
            {
                "site": edition.site_ids[site],
                "shape": edition.all_shapes[shape].id,
                "first": members[0].id,
                "cubes": [[list(cube) for cube in pose.cubes] for pose in members],
            }
        )
    return {"digest": edition.digest, **asdict(edition), "poses": groups}
