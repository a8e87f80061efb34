import { type Mesh, type Object3D, PropertyBinding } from 'three';
import type { Rig, RigSurface } from '../../motion/rig.ts';
import { findMeshes } from './attach-flesh.ts';

/** GLTFLoader's record of the origin of an object: `gltf.parser.associations`. */
export type Associations = ReadonlyMap<unknown, { readonly nodes?: number; readonly primitives?: number }>;

/**
 * Returns the mesh that draws each surface of a rig, in the order of the surfaces. Null if no mesh draws a surface.
 *
 * With the associations of GLTFLoader, meshes are found by node and primitive. Without associations, as for clones, they are found by
 * comparing vertices, and by name if several nodes have equal vertices.
 */
export function matchSurfaces(root: Object3D, rig: Rig, associations?: Associations): (Mesh | null)[] {
  const meshes = findMeshes(root);
  const known = associations ? matchByPosition(meshes, rig, associations) : rig.surfaces.map(() => null);
  const free = new Set(meshes.filter((mesh) => !known.includes(mesh)));
  return rig.surfaces.map((surface, k) => {
    const mesh = known[k] ?? matchByVertices(free, surface, rig.nodes[surface.node].name);
    if (mesh) free.delete(mesh);
    return mesh;
  });
}

/** Assigns the meshes of a node, in the order of their primitives, to the surfaces of the node in their order. */
function matchByPosition(meshes: readonly Mesh[], rig: Rig, associations: Associations): (Mesh | null)[] {
  const byNode = new Map<number, Mesh[]>();
  for (const mesh of meshes) {
    // If a node has several primitives, they are in one group, which is the node.
    const node = associations.get(mesh)?.nodes ?? associations.get(mesh.parent)?.nodes;
    if (node === undefined) continue;
    const list = byNode.get(node) ?? [];
    list.push(mesh);
    byNode.set(node, list);
  }
  const primitiveOf = (mesh: Mesh) => associations.get(mesh)?.primitives ?? 0;
  for (const list of byNode.values()) list.sort((a, b) => primitiveOf(a) - primitiveOf(b));
  return rig.surfaces.map((surface) => {
    const mesh = byNode.get(surface.node)?.shift() ?? null;
    return mesh && hasVertices(mesh, surface) ? mesh : null;
  });
}

function matchByVertices(free: ReadonlySet<Mesh>, surface: RigSurface, nodeName: string): Mesh | null {
  const equal = [...free].filter((mesh) => hasVertices(mesh, surface));
  const name = PropertyBinding.sanitizeNodeName(nodeName);
  // The loader appends numbers to names that are repeated.
  const isNamed = ({ name: own }: Object3D) => own === name || own.startsWith(`${name}_`);
  return equal.find((mesh) => isNamed(mesh) || (mesh.parent && isNamed(mesh.parent))) ?? equal[0] ?? null;
}

function hasVertices(mesh: Mesh, { positions }: RigSurface): boolean {
  const attribute = mesh.geometry.getAttribute('position');
  if (attribute.count !== positions.length / 3) return false;
  let size = 0;
  for (const value of positions) size = Math.max(size, Math.abs(value));
  for (let vertex = 0; vertex < attribute.count; vertex++) {
    for (let axis = 0; axis < 3; axis++) {
      const difference = attribute.getComponent(vertex, axis) - positions[3 * vertex + axis];
      if (!(Math.abs(difference) <= 1e-5 * size)) return false;
    }
  }
  return true;
}
