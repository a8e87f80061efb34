"""
How deep feet may sink into a ground so that they do not drag through it between two steps. The character is shown exactly as it is
animated, so the ground is raised, and a foot that swings low would cut a trench.
"""

from typing import Dict, List, Optional, Tuple

import bpy
import numpy as np

# A foot is what comes this close to the floor, as a fraction of the character's height.
NEAR = 0.03
# A foot swings while it is faster than this fraction of its maximum speed; feet that are never faster than MIN_SPEED heights a second stand.
SWINGING, MIN_SPEED = 0.4, 0.3
# This fraction of the swinging time may be below the surface: the foot lifts off and lands in it.
IMMERSED = 0.25
# Feet sink at least this deep, as a fraction of the height, so that they leave prints.
MIN_SINK = 0.005


class SoleTracks:
    """For each frame and each part of a mesh (what one bone moves): the lowest height and the mean position, in the world."""

    def __init__(self) -> None:
        self.parts: Dict[str, Optional[Tuple[np.ndarray, np.ndarray]]] = {}
        self.low: Dict[str, List[np.ndarray]] = {}
        self.middle: Dict[str, List[np.ndarray]] = {}

    def add(self, name: str, mesh: bpy.types.Mesh, points: np.ndarray) -> None:
        """Adds one frame of a mesh. A mesh whose number of vertices changes is left out."""
        if name not in self.parts:
            self.parts[name] = divide_by_bone(mesh)
            self.low[name], self.middle[name] = [], []
        order, starts = self.parts[name] or (None, None)
        if order is None or len(order) != len(points):
            self.parts[name] = None
            return
        sorted_points = points[order]
        counts = np.diff(np.append(starts, len(order)))
        self.low[name].append(np.minimum.reduceat(sorted_points[:, 2], starts))
        self.middle[name].append(np.add.reduceat(sorted_points[:, :2], starts) / counts[:, None])

    def choose_sink(self, wanted: float, height: float, frame_seconds: float) -> float:
        """The depth, at most `wanted`, at which swinging feet mostly stay above the surface. All in units of the world."""
        sink = wanted
        names = [name for name, parts in self.parts.items() if parts is not None]
        if not names:
            return sink
        floor = min(float(np.min(self.low[name])) for name in names)
        for name in names:
            low, middle = np.array(self.low[name]), np.array(self.middle[name])
            if len(low) < 3:
                continue
            speeds = np.linalg.norm(np.gradient(middle, axis=0), axis=2) / frame_seconds
            for part in np.flatnonzero(low.min(0) < floor + NEAR * height):
                fastest = speeds[:, part].max()
                if fastest > MIN_SPEED * height:
                    clearance = low[speeds[:, part] > SWINGING * fastest, part] - floor
                    sink = min(sink, float(np.quantile(clearance, IMMERSED)))
        return max(sink, min(wanted, MIN_SINK * height))


def divide_by_bone(mesh: bpy.types.Mesh) -> Tuple[np.ndarray, np.ndarray]:
    """The vertices in the order of the bone that moves each most, and where each bone begins."""
    owners = np.full(len(mesh.vertices), -1)
    for index, vertex in enumerate(mesh.vertices):
        if vertex.groups:
            owners[index] = max(vertex.groups, key=lambda one: one.weight).group
    order = np.argsort(owners, kind="stable")
    _, starts = np.unique(owners[order], return_index=True)
    return order, starts
