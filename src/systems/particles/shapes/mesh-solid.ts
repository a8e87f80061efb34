import { boundsOfPoints } from '../../../geometry/bounds.ts';
import { BoxTree } from '../../../geometry/box-tree.ts';
import { nearestOnTriangle } from '../../../geometry/nearest-on-triangle.ts';
import { cornersOf } from '../../../geometry/surface-tree.ts';
import { boxesOfTriangles } from '../../../geometry/triangle-tree.ts';
import { WindingNumber } from '../../../geometry/winding-number.ts';
import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import { weldMesh } from '../../../motion/weld-vertices.ts';
import { draw, draws, type PickPoint, pickWeighted, sumWeights } from './shape-point.ts';
import { createSignedDistance } from './signed-distance.ts';
import { TriangleReader } from './triangle-shape.ts';

/** The volume that a mesh encloses. */
export interface MeshSolid {
  /** m³; 0 if nothing is enclosed. */
  readonly volume: number;
  readonly pick: PickPoint;
  /** Returns the distance in metres to the surface, negative inside. */
  distance(x: number, y: number, z: number): number;
}

/** Cubes that the surface passes through are halved until there are so many; each time there are about four times as many. */
const enoughMixed = 2500;
const maxLevels = 12;
/** A winding number that differs from an integer by more than this is near a hole. */
const vague = 0.1;
const maxAttempts = 10_000;

/**
 * State of a cube: outside, inside, or mixed (mixed − k for the k-th mixed cube). A divided cube has the index of its first part
 * instead.
 */
const outside = -1;
const inside = -2;
const mixed = -3;

interface Cube {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly half: number;
  /** Index in the list of all states. */
  readonly index: number;
  /** A position in the cube, or outside the mesh for the root, and the winding number there. */
  readonly anchorX: number;
  readonly anchorY: number;
  readonly anchorZ: number;
  readonly turns: number;
  /** Indices of the triangles that are at most as far from its centre as its corners. */
  readonly triangles: Uint32Array;
}

/**
 * Divides space into an octree of cubes that are inside, outside or mixed. A cube that no triangle touches is inside or outside.
 * Winding numbers decide which. Within a cube, the winding number is that of its anchor, plus or minus one for each triangle that
 * the line from the anchor crosses.
 *
 * isClosed: the winding number of an anchor is counted from the anchor of the parent cube. Otherwise the mesh may have holes, and
 * it is computed from all triangles (generalized winding number).
 */
export function createMeshSolid(given: TriangleMesh, isClosed: boolean): MeshSolid {
  const mesh = weldMesh(given);
  const reader = new TriangleReader(mesh);
  const { positions, indices } = mesh;
  const nearest = { a: 0, b: 0, c: 0, square: 0 };
  const measure = (triangle: number, x: number, y: number, z: number) => {
    const t = 3 * triangle;
    nearestOnTriangle(nearest, positions, indices[t], indices[t + 1], indices[t + 2], x, y, z);
    return nearest.square;
  };
  const tree = new BoxTree(boxesOfTriangles(positions, indices));
  const winding = isClosed ? null : new WindingNumber(tree, cornersOf(positions, indices, tree.order));
  const turnsAt = (around: Cube, x: number, y: number, z: number) =>
    winding ? winding.at(x, y, z) : around.turns + countCrossings(around, reader, x, y, z);

  const root = findRoot(mesh);
  const states: number[] = [mixed];
  const full: Cube[] = [];
  let rest: Cube[] = mesh.indices.length > 0 && root.half > 0 ? [root] : [];
  for (let level = 0; level < maxLevels && rest.length > 0 && rest.length < enoughMixed; level++) {
    const next: Cube[] = [];
    for (const cube of rest) {
      const half = cube.half / 2;
      states[cube.index] = states.length;
      for (let part = 0; part < 8; part++) {
        const x = cube.x + (part & 1 ? half : -half);
        const y = cube.y + (part & 2 ? half : -half);
        const z = cube.z + (part & 4 ? half : -half);
        const reach = 3.000001 * half * half;
        const triangles = cube.triangles.filter((triangle) => measure(triangle, x, y, z) <= reach);
        // The anchor is not exactly at the centre, since axis-aligned surfaces often pass through that.
        const [anchorX, anchorY, anchorZ] = [x + 0.0137 * half, y + 0.0073 * half, z - 0.0111 * half];
        const turns = turnsAt(cube, anchorX, anchorY, anchorZ);
        const child = { x, y, z, half, index: states.length, anchorX, anchorY, anchorZ, turns, triangles };
        const isClear = triangles.length === 0 && Math.abs(turns - Math.round(turns)) < vague;
        if (!isClear) next.push(child);
        else if (Math.abs(turns) > 0.5) full.push(child);
        states.push(!isClear ? mixed : Math.abs(turns) > 0.5 ? inside : outside);
      }
    }
    rest = next;
  }
  rest.forEach(({ index }, k) => {
    states[index] = mixed - k;
  });
  const isInside = (cube: Cube, x: number, y: number, z: number): boolean =>
    Math.abs(cube.turns + countCrossings(cube, reader, x, y, z)) > 0.5;

  const cubes = [...full, ...rest];
  const sums = sumWeights(cubes.map(({ half }) => (2 * half) ** 3));
  const at = { x: 0, y: 0, z: 0 };
  /** Writes a random position in a cube to `at`. Returns true if it is inside the mesh. */
  const attempt = (index: number, seed: number, tries: number, cubeIndex: number): boolean => {
    const cube = cubes[cubeIndex];
    at.x = cube.x + cube.half * (2 * draw(seed, index, draws.first, tries) - 1);
    at.y = cube.y + cube.half * (2 * draw(seed, index, draws.second, tries) - 1);
    at.z = cube.z + cube.half * (2 * draw(seed, index, draws.third, tries) - 1);
    return cubeIndex < full.length || isInside(cube, at.x, at.y, at.z);
  };

  let volume = full.reduce((sum, { half }) => sum + (2 * half) ** 3, 0);
  rest.forEach(({ half }, k) => {
    for (let tries = 0; tries < 4; tries++) {
      if (attempt(k, 0, tries, full.length + k)) volume += (2 * half) ** 3 / 4;
    }
  });
  const exact = Math.abs(signedVolume(mesh));
  // The exact volume is wrong if parts overlap or are missing. Then the estimate is kept.
  if (Math.abs(exact - volume) < 0.01 * volume) volume = exact;

  let distance: MeshSolid['distance'] | null = null;
  return {
    volume,
    pick(out, index, seed) {
      for (let tries = 0; tries < maxAttempts; tries++) {
        const cube = pickWeighted(sums, draw(seed, index, draws.which, tries));
        if (attempt(index, seed, tries, cube)) break;
      }
      out.x = at.x;
      out.y = at.y;
      out.z = at.z;
    },
    distance(x, y, z) {
      // Created on first use, since most shapes never need a distance.
      distance ??= createSignedDistance(tree, measure, (px, py, pz) => {
        const state = findState(states, root, px, py, pz);
        return state <= mixed ? isInside(rest[mixed - state], px, py, pz) : state === inside;
      });
      return distance(x, y, z);
    },
  };
}

function findRoot({ positions, indices }: TriangleMesh): Cube {
  const { min, max } = boundsOfPoints(positions);
  const half = 0.5005 * Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return {
    x: (min[0] + max[0]) / 2,
    y: (min[1] + max[1]) / 2,
    z: (min[2] + max[2]) / 2,
    half,
    index: 0,
    anchorX: max[0] + 1.37 * half,
    anchorY: max[1] + 1.73 * half,
    anchorZ: max[2] + 1.11 * half,
    turns: 0,
    triangles: Uint32Array.from({ length: indices.length / 3 }, (_, k) => k),
  };
}

/** Returns the change of the winding number from a cube's anchor to a position in the cube. Each crossed triangle counts ±1. */
function countCrossings(cube: Cube, reader: TriangleReader, toX: number, toY: number, toZ: number): number {
  const { anchorX, anchorY, anchorZ, triangles } = cube;
  const dx = toX - anchorX;
  const dy = toY - anchorY;
  const dz = toZ - anchorZ;
  let count = 0;
  for (let k = 0; k < triangles.length; k++) {
    reader.read(triangles[k]);
    const { normalX, normalY, normalZ } = reader;
    const ax = reader.ax - anchorX;
    const ay = reader.ay - anchorY;
    const az = reader.az - anchorZ;
    const height = ax * normalX + ay * normalY + az * normalZ;
    const rise = dx * normalX + dy * normalY + dz * normalZ;
    // Skip the triangle if both ends are on the same side of its plane.
    if (height > 0 === height > rise) continue;
    const bx = reader.bx - anchorX;
    const by = reader.by - anchorY;
    const bz = reader.bz - anchorZ;
    const cx = reader.cx - anchorX;
    const cy = reader.cy - anchorY;
    const cz = reader.cz - anchorZ;
    const ab = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
    const bc = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
    const ca = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
    // A line that crosses the triangle in the direction of its normal leaves the mesh.
    if (ab >= 0 && bc >= 0 && ca >= 0) count--;
    else if (ab < 0 && bc < 0 && ca < 0) count++;
  }
  return count;
}

/** Returns the state of the smallest cube that contains a position; `outside` beyond the root. */
function findState(states: readonly number[], root: Cube, x: number, y: number, z: number): number {
  let { x: middleX, y: middleY, z: middleZ, half } = root;
  if (!(Math.max(Math.abs(x - middleX), Math.abs(y - middleY), Math.abs(z - middleZ)) <= half))
    return outside;
  let state = states[0];
  while (state >= 0) {
    half /= 2;
    const part = (x >= middleX ? 1 : 0) + (y >= middleY ? 2 : 0) + (z >= middleZ ? 4 : 0);
    middleX += part & 1 ? half : -half;
    middleY += part & 2 ? half : -half;
    middleZ += part & 4 ? half : -half;
    state = states[state + part];
  }
  return state;
}

/** Returns the volume of a closed mesh, positive if its triangles face outward. Relative to the first vertex, for precision. */
function signedVolume(mesh: TriangleMesh): number {
  const { positions, indices } = mesh;
  const reader = new TriangleReader(mesh);
  let six = 0;
  for (let k = 0; 3 * k < indices.length; k++) {
    reader.read(k);
    const { ax, ay, az, normalX, normalY, normalZ } = reader;
    six += (ax - positions[0]) * normalX + (ay - positions[1]) * normalY + (az - positions[2]) * normalZ;
  }
  return six / 6;
}

/** Counts the edges that do not join two triangles of the same orientation; 0 for a closed surface. */
export function countOpenEdges(given: TriangleMesh): number {
  const { indices, positions } = weldMesh(given);
  const vertexCount = positions.length / 3;
  const balance = new Map<number, number>();
  for (let k = 0; k < indices.length; k++) {
    const from = indices[k];
    const to = indices[k % 3 === 2 ? k - 2 : k + 1];
    const key = Math.min(from, to) * vertexCount + Math.max(from, to);
    balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1));
  }
  let open = 0;
  for (const value of balance.values()) if (value !== 0) open++;
  return open;
}
