import type { Mesh, Object3D } from 'three';

/** The node and primitive of its file that an object was made from. */
export interface Place {
  readonly nodes?: number;
  readonly primitives?: number;
}

/** The part of GLTFLoader's result that is used here. */
export interface LoadedGltf {
  readonly scene: Object3D;
  readonly parser: { readonly associations: ReadonlyMap<unknown, Place> };
}

/** The origin in the file of each object below a root that is, contains or was cloned from what the loader made. */
export type Places = ReadonlyMap<Object3D, Place>;

/** Objects that the loader does not know have none. */
export function findPlaces(root: Object3D, gltf: LoadedGltf): Places {
  const { associations } = gltf.parser;
  const places = new Map<Object3D, Place>();
  root.traverse((object) => {
    const place = associations.get(object);
    if (place) places.set(object, place);
  });
  if (places.size === 0) pairClones(gltf.scene, root, associations, places);
  return places;
}

/** A clone has the same children in the same order, even if others were added to either of them. */
function pairClones(
  original: Object3D,
  clone: Object3D,
  associations: LoadedGltf['parser']['associations'],
  places: Map<Object3D, Place>,
): void {
  const place = associations.get(original);
  if (place) places.set(clone, place);
  const left = [...clone.children];
  for (const child of original.children) {
    const at = left.findIndex(({ name, type }) => name === child.name && type === child.type);
    if (at < 0) continue;
    const [twin] = left.splice(at, 1);
    pairClones(child, twin, associations, places);
  }
}

/** Meshes in the order in which a reader of the file numbers its surfaces: by node, then by primitive. */
export function orderMeshes(meshes: readonly Mesh[], places: Places): Mesh[] {
  return meshes
    .filter((mesh) => nodeOf(mesh, places) !== undefined)
    .map((mesh) => ({ mesh, node: nodeOf(mesh, places)!, primitive: places.get(mesh)?.primitives ?? 0 }))
    .sort((a, b) => a.node - b.node || a.primitive - b.primitive)
    .map(({ mesh }) => mesh);
}

/** The loader puts several primitives of a node into one group, which is the node. */
export function nodeOf(mesh: Mesh, places: Places): number | undefined {
  return places.get(mesh)?.nodes ?? (mesh.parent ? places.get(mesh.parent)?.nodes : undefined);
}

/** The object of a node. */
export function findNode(places: Places, node: number): Object3D | null {
  for (const [object, place] of places) if (place.nodes === node) return object;
  return null;
}
