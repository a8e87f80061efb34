/** Meshes level sets for characters: closed, thinned where they are flat, with smooth normals. */
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { type LevelSet, type Vector, writeNormal } from './level-set.ts';
import { type Mesh, meshLevelSet } from './mesh-level-set.ts';

export interface Box {
  readonly low: Vector;
  readonly high: Vector;
}

export interface Surface extends Mesh {
  /** [3 · vertexCount], unit. */
  readonly normals: Float64Array;
}

/**
 * The surface of {set ≤ 0} inside the box, on a grid of `cell` metres, with about `triangles` triangles. Normals are the
 * level set's gradients.
 */
export async function buildSurface(
  set: LevelSet,
  box: Box,
  cell: number,
  triangles: number,
): Promise<Surface> {
  await MeshoptSimplifier.ready;
  const mesh = simplify(meshLevelSet(set, box.low, box.high, cell), set, cell, triangles);
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

/** Collapses edges where the surface is flat, down to about `triangles`; the surface stays closed. */
function simplify(mesh: Mesh, set: LevelSet, cell: number, triangles: number): Mesh {
  if (mesh.indices.length <= 3 * triangles) return mesh;
  const positions = Float32Array.from(mesh.positions);
  const normals = Float32Array.from(normalsOf(mesh.positions, set, cell));
  const weights = [0.4, 0.4, 0.4];
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    mesh.indices,
    positions,
    3,
    normals,
    3,
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

/** A surface in the numbers that a file holds. */
export function toSingle(surface: Surface) {
  return {
    positions: Float32Array.from(surface.positions),
    normals: Float32Array.from(surface.normals),
    indices: surface.indices,
  };
}
