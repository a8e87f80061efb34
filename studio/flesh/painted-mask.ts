import { readMask, writeMask } from '../../src/files/index.ts';
import { InputError } from '../../src/index.ts';
import type { Rig } from '../../src/motion/index.ts';
import { findJointNodes, weighRegion } from '../../src/systems/flesh/index.ts';
import { entryAt, setValue } from '../document/edit-scene.ts';
import type { StudioDocument } from '../document/studio-document.ts';
import type { SceneFlesh } from './scene-flesh.ts';

/**
 * Returns for each surface of the rig the weights, 0 to 1, with which its vertices belong to a part of the current document. [vertexCount]
 */
export function maskOf({ files }: StudioDocument, { entry }: SceneFlesh, rig: Rig): Float32Array[] {
  const joints = Array.isArray(entry.joints) ? entry.joints : [];
  const nodes = joints.flatMap((name) => findJointNodes(rig, String(name)));
  const bytes = typeof entry.mask === 'string' ? files.get(entry.mask) : undefined;
  const weights = weighRegion(rig, { joints: nodes, mask: bytes && readDocumentMask(bytes, rig) }, '');
  return rig.surfaces.map(
    ({ positions }, surface) => weights[surface] ?? new Float32Array(positions.length / 3),
  );
}

/** Reads the mask of the document. Null for a damaged mask and for the mask of another character, so that painting starts again. */
function readDocumentMask(bytes: Uint8Array, rig: Rig): (Float32Array | null)[] | undefined {
  const surfaces = rig.surfaces.map(({ name, positions }) => ({ name, vertexCount: positions.length / 3 }));
  try {
    return readMask(new TextDecoder().decode(bytes), 'mask', surfaces);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/**
 * Returns the document with painted weights as a part's mask. The weights replace the joints of the part, from which they were initialised.
 * `bone` still moves the part.
 */
export function setMask(
  document: StudioDocument,
  { index, name, entry }: SceneFlesh,
  weights: readonly Float32Array[],
  bone: string | null,
): StudioDocument {
  const location = `systems.${index}` as const;
  const path = typeof entry.mask === 'string' ? entry.mask : `${name}.mask.json`;
  const text = writeMask(weights);
  let scene = setValue(document.scene, location, 'mask', path);
  scene = setValue(scene, location, 'joints', undefined);
  if (entryAt(scene, location).bone === undefined && bone) scene = setValue(scene, location, 'bone', bone);
  const files = new Map(document.files).set(path, new TextEncoder().encode(text));
  return { ...document, scene, files };
}
