import type { JsonValue } from '../../files/gltf/json-value.ts';

/** The mesh that a node shows. */
export function meshOf(root: JsonValue, node: number): JsonValue {
  const mesh = root.get('nodes').items()[node].get('mesh').value as number;
  return root.get('meshes').items()[mesh];
}

/** Which primitive of a node's mesh each of its rig surfaces is: those without triangles make none. */
export function listPrimitives(root: JsonValue, node: number): number[] {
  const primitives = meshOf(root, node).get('primitives').items();
  return [...primitives.keys()].filter((index) => {
    const primitive = primitives[index];
    return primitive.get('mode').integer(0, 6, 4) >= 4 && !primitive.get('attributes').get('POSITION').absent;
  });
}

/** Draco stores vertices in an order of its own, which targets beside it cannot know. */
export function refuseDraco(root: JsonValue, node: number): void {
  for (const primitive of meshOf(root, node).get('primitives').items()) {
    if (primitive.extension('KHR_draco_mesh_compression').absent) continue;
    throw primitive.fault(
      'its flesh moves, but its shape is also stored with KHR_draco_mesh_compression, in an order of its own: decode the file first, ' +
        'for example with `npx @gltf-transform/cli copy in.glb out.glb`, or export without compression',
    );
  }
}
