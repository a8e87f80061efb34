import type { Object3D, SkinnedMesh } from 'three';
import { InputError } from '../../input-error.ts';
import { determinant } from '../../math/matrix.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import { findNode, findPlaces, type LoadedGltf } from './gltf-places.ts';

export interface BoneOptions {
  /** The bone to which each part is attached. Default: found through `gltf`. Required if `gltf` is not given. */
  readonly bones?: readonly Object3D[];
  readonly gltf?: LoadedGltf;
}

/** If the size of a character differs from the prepared size by more than this fraction, a note is sent. */
const sizeTolerance = 0.05;

/**
 * Returns the size of a character as it is drawn, divided by the size for which a part was prepared. world [16]: matrix of the part's bone.
 * 1 if the matrix is singular.
 */
export function measureSize({ inverseBind, scale }: FleshPart, world: ArrayLike<number>): number {
  const volume = Math.abs(determinant(Float64Array.from(world)) * determinant(inverseBind));
  const size = Math.cbrt(volume) / scale;
  return size > 0 && Number.isFinite(size) ? size : 1;
}

export function noteSize(
  { name }: FleshPart,
  size: number,
  onNote: ((note: string) => void) | undefined,
): void {
  if (Math.abs(size - 1) <= sizeTolerance) return;
  const times = Number(size.toPrecision(2));
  onNote?.(`"${name}" is drawn ${times} times as large as it was prepared, and moves as at that size`);
}

/** Returns the bone of each part. Throws an `InputError` if one is not found. */
export function findBones(
  root: Object3D,
  parts: readonly FleshPart[],
  { bones, gltf }: BoneOptions,
): Object3D[] {
  const references = gltf && findPlaces(root, gltf);
  return parts.map((part, k) => {
    const bone = bones?.[k] ?? (references && findNode(references, part.node));
    if (bone) return bone;
    const joints = new Set<string>();
    root.traverse((object) => {
      for (const { name } of (object as SkinnedMesh).skeleton?.bones ?? []) joints.add(name);
    });
    throw InputError.at(
      part.name,
      `its bone, node ${part.node} of the file, was not found: give \`gltf\`, what the loader returned, or the bone itself as ` +
        `\`bones: [object]\`; known are ${[...joints].join(', ') || 'none'}`,
    );
  });
}
