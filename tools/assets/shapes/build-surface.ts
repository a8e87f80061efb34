/** Meshes level sets for characters: closed, with fewer triangles in flat areas, with smooth normals. */
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { type LevelSet, type Vector, writeNormal } from './level-set.ts';
import { type Mesh, meshLevelSet } from './mesh-level-set.ts';

export interface Box {
  readonly low: Vector;
  readonly high: Vector;
}

export interface Surface extends Mesh {
  /** Unit normals, [3 · vertexCount]. */
  readonly normals: Float64Array;
}

/** Writes three values, such as a colour, for a point of the surface with its unit normal. */
export type Paint = (out: Float64Array, point: ArrayLike<number>, normal: ArrayLike<number>) => void;

/**
 * Returns the surface of {set ≤ 0} inside the box, on a grid of `cell` metres, with about `triangles` triangles. Normals are the
 * level set's gradients. Triangles stay small where `paint` changes.
 */
export async function buildSurface(
  set: LevelSet,
  box: Box,
  cell: number,
  triangles: number,
  paint?: Paint,
): Promise<Surface> {
  await MeshoptSimplifier.ready;
  const mesh = simplify(meshLevelSet(set, box.low, box.high, cell), set, cell, triangles, paint);
  return { ...mesh, normals: normalsOf(mesh.positions, set, cell) };
}

function normalsOf(positions: Float64Array, set: LevelSet, cell: number): Float64Array {
  const normals = new Float64Array(positions.length);
  const normal = new Float64Array(3);
  for (let v = 0; v < positions.length; v += 3) {
    writeNormal(normal, set, positions[v], positions[v + 1], positions[v + 2], cell / 4);
    normals.set(normal, v);
  }
  return normals;
}

/** Collapses edges in flat areas until about `triangles` are left. The surface stays closed. */
function simplify(mesh: Mesh, set: LevelSet, cell: number, triangles: number, paint?: Paint): Mesh {
  if (mesh.indices.length <= 3 * triangles) return mesh;
  const positions = Float32Array.from(mesh.positions);
  const normals = normalsOf(mesh.positions, set, cell);
  const attributes = paint ? joinPaint(mesh.positions, normals, paint) : Float32Array.from(normals);
  const weights = paint ? [0.4, 0.4, 0.4, 0.4, 0.4, 0.4] : [0.4, 0.4, 0.4];
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    mesh.indices,
    positions,
    3,
    attributes,
    weights.length,
    weights,
    null,
    3 * triangles,
    1,
    ['Regularize'],
  );
  const [remap, count] = MeshoptSimplifier.compactMesh(indices);
  const kept = new Float64Array(3 * count);
  remap.forEach((to, from) => {
    if (to !== 0xffffffff) kept.set(mesh.positions.subarray(3 * from, 3 * from + 3), 3 * to);
  });
  return { positions: kept, indices };
}

/** Returns the normal and the painted values of each vertex, [6 · vertexCount]. */
function joinPaint(positions: Float64Array, normals: Float64Array, paint: Paint): Float32Array {
  const joined = new Float32Array(2 * positions.length);
  const color = new Float64Array(3);
  for (let v = 0; v < positions.length; v += 3) {
    const normal = normals.subarray(v, v + 3);
    paint(color, positions.subarray(v, v + 3), normal);
    joined.set(normal, 2 * v);
    joined.set(color, 2 * v + 3);
  }
  return joined;
}

/** Converts a surface to single precision, as files store it. */
export function toSingle(surface: Surface) {
  return {
    positions: Float32Array.from(surface.positions),
    normals: Float32Array.from(surface.normals),
    indices: surface.indices,
  };
}
