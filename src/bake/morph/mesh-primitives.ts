import type { JsonValue } from '../../files/gltf/json-value.ts';

/** Returns the mesh that a node shows. */
export function meshOf(root: JsonValue, node: number): JsonValue {
  const mesh = root.get('nodes').items()[node].get('mesh').value as number;
  return root.get('meshes').items()[mesh];
}

/**
 * Returns the indices of the primitives of a node's mesh that are surfaces of the rig, in ascending order. Primitives without
 * triangles or without positions are not surfaces of the rig.
 */
export function listPrimitives(root: JsonValue, node: number): number[] {
  const primitives = meshOf(root, node).get('primitives').items();
  return [...primitives.keys()].filter((index) => {
    const primitive = primitives[index];
    return primitive.get('mode').integer(0, 6, 4) >= 4 && !primitive.get('attributes').get('POSITION').absent;
  });
}

/**
 * Throws an `InputError` if the node shows many instances of its mesh. Morph targets would move all instances in the same way, but only one
 * character was simulated.
 */
export function refuseInstances(root: JsonValue, node: number): void {
  const source = root.get('nodes').items()[node];
  if (source.extension('EXT_mesh_gpu_instancing').absent) return;
  throw source.fault(
    'its flesh moves, but it shows many instances of one mesh (EXT_mesh_gpu_instancing), which can only move alike: ' +
      'export it with a mesh for each',
  );
}
