import { areaVector } from '../../../geometry/simplex.ts';
import type { LongWork } from '../../../long-work.ts';
import { radiusRatio } from '../../../motion/element-quality.ts';
import { type RegionField, wall } from './region-field.ts';
import { inner, type StuffedMesh } from './stuff-lattice.ts';
import { findBoundary, findNeighbours } from './tet-faces.ts';

/** A move must not reduce an element's radius ratio below this, unless the ratio was below it before. */
const minRatio = 0.15;

const passCount = 2;

/** Number of nodes or facets that are processed between two yields. */
const nodesPerTurn = 200;

/**
 * The facets of the bone are inside it, so nodes on its wall are moved outward until the volumes are equal, but only by this fraction of
 * the distance. With 0 the bone is a polygon inscribed in a circle, so it is too thin: a thigh of 8 000 to 12 000 elements has frequencies
 * 0.2 to 1.2 % too low. With 1 the polygon's corners protrude, and frequencies of torsion are 3 to 5 % too high. With a fifth, frequencies
 * are within 0.8 %.
 */
const coreFraction = 0.2;

/**
 * Moves boundary nodes so that they represent the boundary as well as possible. Overwrites the mesh's positions and walls.
 *
 * First, nodes near the lines where two walls meet are moved onto these lines. Then nodes of the skin and of cuts are moved along their
 * normals until the facets around each node are inside the region as much as outside. Without this, all facets on a convex skin are inside,
 * and a body of 10 000 elements loses 1 % of its volume. Nodes of the bone are moved by a fifth of that distance, see `coreFraction`.
 */
export function* fitBoundary(mesh: StuffedMesh, field: RegionField, cell: number): LongWork<void> {
  const { positions, tets, walls } = mesh;
  const nodeCount = walls.length;
  const { facets } = findBoundary(tets, 4, findNeighbours(tets, 4, nodeCount));
  yield;
  const { starts, members } = listTets(tets, nodeCount);
  const move = (node: number, step: readonly number[]) =>
    moveNode(mesh, node, step, members, starts[node], starts[node + 1]);
  for (const [node, source] of walls.entries()) {
    if (node % nodesPerTurn === 0) yield;
    if (source === wall.core) move(node, stepOnto(field, positions, node, [wall.core]).step);
  }
  const isOnLine = yield* snapToWallLines(mesh, facets, field, cell, move);
  const isFree = findFreeNodes(facets, walls, isOnLine);
  for (let pass = 0; pass < passCount; pass++) {
    const normals = new Float64Array(3 * nodeCount);
    const offsets = new Float64Array(nodeCount);
    const areas = new Float64Array(nodeCount);
    const distances = new Map<number, number>();
    const middleDistance = (a: number, b: number): number => {
      const key = Math.min(a, b) * nodeCount + Math.max(a, b);
      let distance = distances.get(key);
      if (distance === undefined) {
        distance = field.value(
          (positions[3 * a] + positions[3 * b]) / 2,
          (positions[3 * a + 1] + positions[3 * b + 1]) / 2,
          (positions[3 * a + 2] + positions[3 * b + 2]) / 2,
        );
        distances.set(key, distance);
      }
      return distance;
    };
    for (let k = 0; k < facets.length; k += 3) {
      if (k % (3 * nodesPerTurn) === 0) yield;
      const [a, b, c] = [facets[k], facets[k + 1], facets[k + 2]];
      if (!isFree[a] && !isFree[b] && !isFree[c]) continue;
      const normal = areaVector(positions, a, b, c);
      const area = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
      // The mean of a quadratic function over a triangle is the mean of its values at the edges' middles.
      const mean = (middleDistance(a, b) + middleDistance(b, c) + middleDistance(c, a)) / 3;
      for (const node of [a, b, c]) {
        for (let axis = 0; axis < 3; axis++) normals[3 * node + axis] += normal[axis];
        offsets[node] += area * mean;
        areas[node] += area;
      }
    }
    for (let node = 0; node < nodeCount; node++) {
      if (node % nodesPerTurn === 0) yield;
      if (!isFree[node] || areas[node] === 0) continue;
      const n = 3 * node;
      const length = Math.sqrt(normals[n] ** 2 + normals[n + 1] ** 2 + normals[n + 2] ** 2);
      // If the facets are folded, they have no common normal.
      if (length < 0.3 * areas[node]) continue;
      const fraction = walls[node] === wall.core ? (pass === 0 ? coreFraction : 0) : 1;
      const limit = 0.2 * cell;
      const step = (fraction * Math.max(-limit, Math.min(limit, -offsets[node] / areas[node]))) / length;
      move(node, [step * normals[n], step * normals[n + 1], step * normals[n + 2]]);
    }
  }
}

/**
 * Moves nodes onto the lines where two walls meet, so that each facet is on one wall. If an edge goes from one wall to another, that end is
 * moved which is nearer to the line. After this, it belongs to the wall with the larger number, which is the held one. Returns [nodeCount]
 * 1 for moved nodes, else 0.
 */
function* snapToWallLines(
  mesh: StuffedMesh,
  facets: Uint32Array,
  field: RegionField,
  cell: number,
  move: (node: number, step: readonly number[]) => boolean,
): LongWork<Uint8Array> {
  const { positions, walls } = mesh;
  const isOnLine = new Uint8Array(walls.length);
  const snap = (a: number, b: number): void => {
    if (walls[a] === walls[b] || isOnLine[a] || isOnLine[b] || walls[a] === inner || walls[b] === inner)
      return;
    const steps = [
      stepOnto(field, positions, a, [walls[b], walls[a]]),
      stepOnto(field, positions, b, [walls[a], walls[b]]),
    ];
    for (const k of steps[0].length <= steps[1].length ? [0, 1] : [1, 0]) {
      const node = k === 0 ? a : b;
      const { step, length, miss } = steps[k];
      // If an element spans two walls that do not meet, there is no line between them.
      if (length > 0.6 * cell || miss > 0.1 * cell || !move(node, step)) continue;
      isOnLine[node] = 1;
      walls[node] = Math.max(walls[a], walls[b]);
      return;
    }
  };
  for (let k = 0; k < facets.length; k += 3) {
    if (k % (3 * nodesPerTurn) === 0) yield;
    snap(facets[k], facets[k + 1]);
    snap(facets[k + 1], facets[k + 2]);
    snap(facets[k + 2], facets[k]);
  }
  return isOnLine;
}

/**
 * Projects a node onto a wall, or onto the line where two walls meet by projecting it alternately onto both. step: from the node to the
 * result. miss: length of the last projection, which is small if the iteration has converged.
 */
function stepOnto(
  field: RegionField,
  positions: Float64Array,
  node: number,
  walls: readonly number[],
): { step: number[]; length: number; miss: number } {
  const from = positions.slice(3 * node, 3 * node + 3);
  const to: [number, number, number] = [from[0], from[1], from[2]];
  let before = from;
  for (let pass = 0; pass < 4; pass++) {
    for (const onto of walls) {
      before = Float64Array.from(to);
      field.project(to, onto);
    }
  }
  return {
    step: to.map((value, axis) => value - from[axis]),
    length: distanceOf(from, to),
    miss: distanceOf(before, to),
  };
}

function distanceOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

/**
 * Moves a node by the whole step, by half of it, or not at all, so that no element becomes too bad. Returns whether it moved
 * by the whole step.
 */
function moveNode(
  mesh: StuffedMesh,
  node: number,
  step: readonly number[],
  members: Uint32Array,
  start: number,
  end: number,
): boolean {
  const { positions, tets } = mesh;
  const worst = (): number => {
    let ratio = Infinity;
    for (let k = start; k < end; k++) {
      const t = 4 * members[k];
      ratio = Math.min(ratio, radiusRatio(positions, tets[t], tets[t + 1], tets[t + 2], tets[t + 3]));
    }
    return ratio;
  };
  const bearable = Math.min(minRatio, worst());
  const [x, y, z] = positions.subarray(3 * node, 3 * node + 3);
  for (const fraction of [1, 0.5, 0]) {
    positions[3 * node] = x + fraction * step[0];
    positions[3 * node + 1] = y + fraction * step[1];
    positions[3 * node + 2] = z + fraction * step[2];
    if (worst() >= bearable) return fraction === 1;
  }
  return false;
}

/** Returns [nodeCount] 1 for nodes whose neighbours on the boundary are all on the same wall or on its boundary line, else 0. */
function findFreeNodes(facets: Uint32Array, walls: Uint8Array, isOnLine: Uint8Array): Uint8Array {
  const isFree = new Uint8Array(walls.length);
  for (const node of facets) isFree[node] = isOnLine[node] ? 0 : 1;
  for (let k = 0; k < facets.length; k += 3) {
    const own = [...facets.subarray(k, k + 3)].filter((node) => !isOnLine[node]);
    if (own.every((node) => walls[node] === walls[own[0]] && walls[node] !== inner)) continue;
    for (const node of own) isFree[node] = 0;
  }
  return isFree;
}

/** Lists the tetrahedra around each node: members[starts[node] … starts[node + 1]]. */
export function listTets(
  tets: Uint32Array,
  nodeCount: number,
): { starts: Uint32Array; members: Uint32Array } {
  const starts = new Uint32Array(nodeCount + 1);
  for (const node of tets) starts[node + 1]++;
  for (let node = 0; node < nodeCount; node++) starts[node + 1] += starts[node];
  const members = new Uint32Array(tets.length);
  const ends = starts.slice();
  tets.forEach((node, k) => {
    members[ends[node]++] = k >> 2;
  });
  return { starts, members };
}
