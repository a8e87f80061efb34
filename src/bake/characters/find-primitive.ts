import type { GlbPatch } from '../../files/glb-patch.ts';
import type { RigSurface } from '../../motion/rig.ts';

/** A primitive of a mesh in the JSON of a glTF file. */
export interface Primitive {
  readonly mode?: number;
  readonly attributes: Record<string, number>;
  readonly extensions?: Record<string, unknown>;
  extras?: Record<string, unknown>;
}

/** Returns the primitive of the file that a surface of the rig was read from. */
export function findPrimitive(
  { json }: GlbPatch,
  surfaces: readonly Pick<RigSurface, 'node'>[],
  k: number,
): Primitive | undefined {
  const { node } = surfaces[k];
  const number = surfaces.slice(0, k).filter((other) => other.node === node).length;
  const mesh = json.nodes?.[node].mesh;
  const meshes = json.meshes as readonly { readonly primitives: readonly Primitive[] }[] | undefined;
  const drawn = mesh === undefined ? [] : (meshes?.[mesh].primitives ?? []);
  return drawn.filter(({ mode = 4, attributes }) => mode >= 4 && attributes.POSITION !== undefined)[number];
}
