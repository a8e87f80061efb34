import type { Mesh, Object3D } from 'three';

/** The node and the primitive in the file from which an object was created. */
export interface Place {
  readonly nodes?: number;
  readonly primitives?: number;
}

/** The part of GLTFLoader's result that is used here. */
export interface LoadedGltf {
  readonly scene: Object3D;
  readonly parser: { readonly associations: ReadonlyMap<unknown, Place> };
}

/**
 * For each object below a root, its origin in the file. The root is an object that the loader created, contains one, or was cloned from
 * one.
 */
export type Places = ReadonlyMap<Object3D, Place>;

/** Returns the origins of the objects below a root. Objects that the loader does not know have no entry. */
export function findPlaces(root: Object3D, gltf: LoadedGltf): Places {
  const { associations } = gltf.parser;
  const references = new Map<Object3D, Place>();
  root.traverse((object) => {
    const reference = associations.get(object);
    if (reference) references.set(object, reference);
  });
  if (references.size === 0) pairClones(gltf.scene, root, associations, references);
  return references;
}

/**
 * Pairs the objects of a clone with those of the original. Both have the same children in the same order, even if other children were added
 * to either of them.
 */
function pairClones(
  original: Object3D,
  clone: Object3D,
  associations: LoadedGltf['parser']['associations'],
  references: Map<Object3D, Place>,
): void {
  const reference = associations.get(original);
  if (reference) references.set(clone, reference);
  const left = [...clone.children];
  for (const child of original.children) {
    const at = left.findIndex(({ name, type }) => name === child.name && type === child.type);
    if (at < 0) continue;
    const [copy] = left.splice(at, 1);
    pairClones(child, copy, associations, references);
  }
}

/** Returns meshes in the order in which a reader of the file numbers its surfaces: by node, then by primitive. */
export function orderMeshes(meshes: readonly Mesh[], references: Places): Mesh[] {
  return meshes
    .filter((mesh) => nodeOf(mesh, references) !== undefined)
    .map((mesh) => ({
      mesh,
      node: nodeOf(mesh, references)!,
      primitive: references.get(mesh)?.primitives ?? 0,
    }))
    .sort((a, b) => a.node - b.node || a.primitive - b.primitive)
    .map(({ mesh }) => mesh);
}

/** Returns the node of a mesh. If a node has several primitives, the loader puts them into one group, and the group is the node. */
export function nodeOf(mesh: Mesh, references: Places): number | undefined {
  return references.get(mesh)?.nodes ?? (mesh.parent ? references.get(mesh.parent)?.nodes : undefined);
}

/** Returns the object of a node. */
export function findNode(references: Places, node: number): Object3D | null {
  for (const [object, reference] of references) if (reference.nodes === node) return object;
  return null;
}
