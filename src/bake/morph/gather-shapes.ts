import type { Actor } from '../../motion/actor.ts';
import { findTurning, groupNormals } from '../../motion/normal-groups.ts';
import type { Pose } from '../../motion/pose.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { MorphTrack } from './morph-track.ts';

/** All shapes that move the mesh of one node. The modes of all outputs are listed one after the other. */
export interface NodeShapes {
  readonly node: number;
  readonly tracks: readonly MorphTrack[];
  readonly modeCount: number;
  readonly parts: readonly ShapePart[];
}

/** The part of a node's shapes on one rig surface, which is one primitive of its mesh. */
export interface ShapePart {
  readonly surface: RigSurface;
  /** Index among the node's surfaces, in the rig's order. */
  readonly order: number;
  /** Vertices that move, and vertices whose normal changes because a triangle that contains them moves. Ascending. */
  readonly vertices: Uint32Array;
  /** Displacements at amplitude 1 in mesh units, mode by mode, [modeCount · 3 · vertices.length]. */
  readonly shapes: Float32Array;
  /** Area of the vertex, m², [vertices.length]. */
  readonly areas: Float64Array;
  /** Metres per unit of mesh space, [vertices.length]. */
  readonly scales: Float64Array;
}

/**
 * Returns all shapes of an actor's tracks, grouped by the nodes that they move, with nodes in ascending order. Sizes are measured in the
 * pose at `time`.
 */
export function gatherShapes(actor: Actor, tracks: readonly MorphTrack[], time: number): NodeShapes[] {
  const { surfaces } = actor.rig;
  const pose = actor.poseAt(time);
  const moved = tracks.flatMap((track) => track.surfaces.map(({ surface }) => surfaces[surface].node));
  return [...new Set(moved)]
    .sort((a, b) => a - b)
    .map((node) => {
      const own = tracks.filter((track) =>
        track.surfaces.some(({ surface }) => surfaces[surface].node === node),
      );
      const modeCount = own.reduce((sum, track) => sum + track.modeCount, 0);
      const shown = surfaces.filter((surface) => surface.node === node);
      const touched = findTouched(shown, surfaces, own);
      const parts = shown
        .map((surface, order) =>
          gatherPart(surface, order, surfaces.indexOf(surface), touched[order], own, modeCount, pose),
        )
        .filter(({ vertices }) => vertices.length > 0);
      return { node, tracks: own, modeCount, parts };
    });
}

/**
 * Returns an ascending list of vertices for each surface of one mesh. The list contains the vertices that a track moves. If the surface
 * has normals, it also contains the other vertices of the triangles that move, since their normals change too.
 */
function findTouched(
  shown: readonly RigSurface[],
  surfaces: readonly RigSurface[],
  tracks: readonly MorphTrack[],
): Uint32Array[] {
  const moved = shown.map((surface) => {
    const isMoved = new Uint8Array(surface.positions.length / 3);
    for (const part of tracks.flatMap((track) => track.surfaces)) {
      if (surfaces[part.surface] === surface) for (const vertex of part.vertices) isMoved[vertex] = 1;
    }
    return isMoved;
  });
  const groups = groupNormals(shown);
  const turns = findTurning(shown, groups, moved);
  return shown.map(({ normals }, order) => {
    const isLit = normals !== null && moved[order].includes(1);
    return Uint32Array.from(
      [...moved[order].keys()].filter(
        (vertex) => moved[order][vertex] || (isLit && turns[groups.groupOf[order][vertex]]),
      ),
    );
  });
}

function gatherPart(
  surface: RigSurface,
  order: number,
  index: number,
  vertices: Uint32Array,
  tracks: readonly MorphTrack[],
  modeCount: number,
  pose: Pose,
): ShapePart {
  const vertexCount = surface.positions.length / 3;
  const indexOf = new Int32Array(vertexCount).fill(-1);
  vertices.forEach((vertex, k) => {
    indexOf[vertex] = k;
  });
  const shapes = new Float32Array(modeCount * 3 * vertices.length);
  let first = 0;
  for (const track of tracks) {
    for (const part of track.surfaces) {
      if (part.surface !== index) continue;
      for (let mode = 0; mode < track.modeCount; mode++) {
        const from = mode * 3 * part.vertices.length;
        const to = (first + mode) * 3 * vertices.length;
        part.vertices.forEach((vertex, k) => {
          for (let axis = 0; axis < 3; axis++) {
            shapes[to + 3 * indexOf[vertex] + axis] = part.shapes[from + 3 * k + axis];
          }
        });
      }
    }
    first += track.modeCount;
  }
  const scales = measureScales(surface, vertices, pose);
  const areas = measureAreas(surface, vertices, indexOf, scales);
  return { surface, order, vertices, shapes, areas, scales };
}

/** Returns for each vertex a third of the area of the triangles around it. */
function measureAreas(
  { positions, indices }: RigSurface,
  vertices: Uint32Array,
  indexOf: Int32Array,
  scales: Float64Array,
): Float64Array {
  const areas = new Float64Array(vertices.length);
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const area = Math.sqrt(x * x + y * y + z * z) / 6;
    for (let corner = 0; corner < 3; corner++) {
      const at = indexOf[indices[k + corner]];
      if (at >= 0) areas[at] += area * scales[at] * scales[at];
    }
  }
  return areas;
}

/** Returns for each vertex the size of a unit of mesh space in the world, from the joints of the vertex. */
function measureScales(surface: RigSurface, vertices: Uint32Array, pose: Pose): Float64Array {
  const { skin, influenceCount, jointIndices, jointWeights } = surface;
  if (skin < 0) return new Float64Array(vertices.length).fill(sizeOf(pose.world, 16 * surface.node));
  const matrices = pose.jointMatrices(skin);
  const sizes = Float64Array.from({ length: matrices.length / 16 }, (_, joint) =>
    sizeOf(matrices, 16 * joint),
  );
  return Float64Array.from(vertices, (vertex) => {
    let size = 0;
    for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
      size += jointWeights[k] * sizes[jointIndices[k]];
    }
    return size;
  });
}

/** Returns the root mean square length of the three axes of a matrix. */
function sizeOf(m: Float64Array, offset: number): number {
  let sum = 0;
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) sum += m[offset + 4 * column + row] ** 2;
  }
  return Math.sqrt(sum / 3);
}
