import type { InstanceMesh } from '../../files/points-glb.ts';
import { measureNormals } from '../../motion/measure-normals.ts';
import { leafPositions, leafTriangles } from '../../systems/outputs/leaf-shape.ts';
import type { PointsLook } from '../../systems/outputs/points.ts';

/** Returns the mesh of length 1 that files contain for each particle of a look; null if files contain points. */
export function instanceMeshOf(look: PointsLook): InstanceMesh | null {
  if (look !== 'leaf') return null;
  const normals = new Float32Array(leafPositions.length);
  measureNormals(normals, leafPositions, Uint32Array.from(leafTriangles));
  return { positions: leafPositions, normals, triangles: leafTriangles };
}
