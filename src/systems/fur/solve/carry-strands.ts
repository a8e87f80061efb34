import { cross } from '../../../geometry/vector.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import { writeTangent } from './skin-frame.ts';
import type { FurStore } from './store.ts';

/**
 * Moves all strands to the end pose of the skin in no time. Each strand rotates with the frame of its normal and the edge to its neighbour
 * (`findNeighbors`). With `upright`, it gets its rest direction and the velocity 0 instead. Velocities become relative to the skin.
 * isRelative: they already are relative to the skin.
 */
export function carryStrands(
  store: FurStore,
  neighbors: Uint32Array,
  { upright, isRelative }: { upright: boolean; isRelative: boolean },
): void {
  const { strandCount } = store.topology;
  const length = store.plane(planes.length);
  const offset = store.vector(planes.offset);
  const velocity = store.vector(planes.velocity);
  const rootVelocity = store.vector(planes.rootVelocity);
  const skinVelocity = store.vector(planes.skinVelocity);
  const normal = store.vector(planes.normal);
  const normalEnd = store.vector(planes.normalEnd);
  const from = { roots: store.vector(planes.rootStart), normals: normal };
  const to = { roots: store.vector(planes.rootEnd), normals: normalEnd };
  for (let i = 0; i < strandCount; i++) {
    if (upright) {
      for (let axis = 0; axis < 3; axis++) {
        offset[axis][i] = length[i] * normalEnd[axis][i];
        velocity[axis][i] = 0;
      }
    } else {
      if (!isRelative) for (let axis = 0; axis < 3; axis++) velocity[axis][i] -= rootVelocity[axis][i];
      const wasFramed = writeFrame(before, from, i, neighbors[i]);
      const isFramed = writeFrame(after, to, i, neighbors[i]) && wasFramed;
      for (const vector of [offset, velocity]) {
        for (let axis = 0; axis < 3; axis++) moved[axis] = vector[axis][i];
        if (isFramed) rotateFrame(rotated, before, after, moved);
        else rotate(rotated, before, after, moved);
        for (let axis = 0; axis < 3; axis++) vector[axis][i] = rotated[axis];
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      rootVelocity[axis][i] = 0;
      skinVelocity[axis][i] = 0;
    }
  }
  store.copyVector(planes.normal, planes.normalEnd);
  store.copyVector(planes.normalStart, planes.normalEnd);
  store.copyVector(planes.root, planes.rootEnd);
  store.copyVector(planes.rootStart, planes.rootEnd);
}

interface Skin {
  readonly roots: readonly Float64Array[];
  readonly normals: readonly Float64Array[];
}

/** Writes the frame of strand i: normal, tangent towards the neighbour, and bitangent, [9]. Returns false if only the normal is known. */
function writeFrame(out: Float64Array, { roots, normals }: Skin, i: number, neighbor: number): boolean {
  const [nx, ny, nz] = [normals[0][i], normals[1][i], normals[2][i]];
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  const [x, y, z] = [0, 1, 2].map((axis) => roots[axis][neighbor] - roots[axis][i]);
  if (!writeTangent(tangent, x, y, z, nx, ny, nz)) return false;
  out.set(tangent, 3);
  out[6] = ny * tangent[2] - nz * tangent[1];
  out[7] = nz * tangent[0] - nx * tangent[2];
  out[8] = nx * tangent[1] - ny * tangent[0];
  return true;
}

/** Rotates v from frame n to frame m: its components stay the same. */
function rotateFrame(out: Float64Array, n: Float64Array, m: Float64Array, v: Float64Array): void {
  out.fill(0);
  for (let row = 0; row < 9; row += 3) {
    const part = n[row] * v[0] + n[row + 1] * v[1] + n[row + 2] * v[2];
    for (let axis = 0; axis < 3; axis++) out[axis] += part * m[row + axis];
  }
}

/** Rotates v by the smallest rotation from the unit vector n to m. If they are opposite, the axis is any perpendicular one. */
function rotate(out: Float64Array, n: Float64Array, m: Float64Array, v: Float64Array): void {
  const up = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
  if (up < -1 + 1e-9) {
    // Rotation by 180° about a: v ← 2 (a · v) a − v.
    const a = cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]);
    const size = Math.sqrt(a[0] ** 2 + a[1] ** 2 + a[2] ** 2);
    const fraction = (2 * (a[0] * v[0] + a[1] * v[1] + a[2] * v[2])) / (size * size);
    for (let axis = 0; axis < 3; axis++) out[axis] = fraction * a[axis] - v[axis];
    return;
  }
  const axis = cross(n, m);
  const across = cross(axis, v);
  const along = (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]) / (1 + up);
  for (let k = 0; k < 3; k++) out[k] = up * v[k] + across[k] + along * axis[k];
}

const before = new Float64Array(9);
const after = new Float64Array(9);
const moved = new Float64Array(3);
const rotated = new Float64Array(3);
const tangent = new Float64Array(3);
