import type { InstanceMesh } from '../../files/points-glb.ts';
import { measureNormals } from '../../motion/measure-normals.ts';
import { clodPositions, clodTriangles } from '../../systems/outputs/clod-shape.ts';
import { leafPositions, leafTriangles } from '../../systems/outputs/leaf-shape.ts';
import type { PointsLook } from '../../systems/outputs/points.ts';

const shapes: { readonly [Look in PointsLook]?: Pick<InstanceMesh, 'positions' | 'triangles'> } = {
  leaf: { positions: leafPositions, triangles: leafTriangles },
  clod: { positions: clodPositions, triangles: clodTriangles },
};

/** Returns the mesh of length 1 that files contain for each particle of a look; null if files contain points. */
export function instanceMeshOf(look: PointsLook): InstanceMesh | null {
  const shape = shapes[look];
  if (!shape) return null;
  const normals = new Float32Array(shape.positions.length);
  measureNormals(normals, shape.positions, Uint32Array.from(shape.triangles));
  return { ...shape, normals };
}
