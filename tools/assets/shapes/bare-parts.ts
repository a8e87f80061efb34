/** Parts of an animal without fur: separate closed surfaces, each attached to one bone. */
import { type Box, buildSurface, toSingle } from './build-surface.ts';
import { followBone } from './dress-surface.ts';
import type { LevelSet, Vector } from './level-set.ts';
import { indexOfBone } from './list-bones.ts';
import type { Bone, CharacterPart } from './write-character.ts';

export interface BarePart {
  readonly name: string;
  readonly bone: string;
  readonly set: LevelSet;
  readonly box: Box;
  /** Linear. */
  readonly color: Vector;
  readonly roughness: number;
}

/** Returns a cube around a centre. reach: half its edge length, metres. */
export function boxAround([x, y, z]: Vector, reach: number): Box {
  return { low: [x - reach, y - reach, z - reach], high: [x + reach, y + reach, z + reach] };
}

/** Meshes the parts with a grid of cells of the given size, metres. */
export async function buildBareParts(
  parts: readonly BarePart[],
  bones: readonly Bone[],
  cell: number,
): Promise<CharacterPart[]> {
  const built: CharacterPart[] = [];
  for (const { name, bone, set, box, color, roughness } of parts) {
    const surface = await buildSurface(set, box, cell, 160);
    built.push({
      name,
      ...toSingle(surface),
      skin: followBone(surface, indexOfBone(bones, bone)),
      look: { color, roughness },
    });
  }
  return built;
}
