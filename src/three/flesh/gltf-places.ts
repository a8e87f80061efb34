import type { Mesh, Object3D } from 'three';

/** Where in its file an object comes from. */
export interface Place {
  readonly nodes?: number;
  readonly primitives?: number;
}

/** What GLTFLoader gives, as far as it is needed here. */
export interface LoadedGltf {
  readonly scene: Object3D;
  readonly parser: { readonly associations: ReadonlyMap<unknown, Place> };
}

/** The place of each object below a root that is, holds or was cloned from what the loader made. */
export type Places = ReadonlyMap<Object3D, Place>;

/** Objects that the loader does not know have no place. */
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

/** A clone has the same children in the same order, however many others were added to either. */
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

/** Several primitives of a node lie in a group of their own, which is the node. */
export function nodeOf(mesh: Mesh, places: Places): number | undefined {
  return places.get(mesh)?.nodes ?? (mesh.parent ? places.get(mesh.parent)?.nodes : undefined);
}

/** The object of a node. */
export function findNode(places: Places, node: number): Object3D | null {
  for (const [object, place] of places) if (place.nodes === node) return object;
  return null;
}
