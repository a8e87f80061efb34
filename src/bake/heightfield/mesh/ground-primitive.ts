import { type GlbPatch, indexTarget, vertexTarget } from '../../../files/glb-patch.ts';
import type { GroundPart } from './ground-vertices.ts';

/** Adds a part of the ground and returns it as a primitive of a mesh. */
export function addGroundPrimitive(
  glb: GlbPatch,
  { positions, normals, coordinates, indices }: GroundPart,
  material: number,
) {
  // Some graphics systems reserve the index 65535 for primitive restart.
  const short = positions.length / 3 < 65535 ? Uint16Array.from(indices) : indices;
  return {
    attributes: {
      POSITION: glb.addAccessor(positions, 'VEC3', vertexTarget),
      NORMAL: glb.addAccessor(normals, 'VEC3', vertexTarget),
      TEXCOORD_0: glb.addAccessor(coordinates, 'VEC2', vertexTarget),
    },
    indices: glb.addAccessor(short, 'SCALAR', indexTarget),
    material,
  };
}
