/** Meshes the calf: a coat with as many vertices and triangles as the elephant of the paper, and bare parts. */
import { buildBareParts } from '../shapes/bare-parts.ts';
import { buildOpenSurface } from '../shapes/build-open-surface.ts';
import { toSingle } from '../shapes/build-surface.ts';
import { paintSurface } from '../shapes/dress-surface.ts';
import { layMaps } from '../shapes/side-view.ts';
import { weighByBones } from '../shapes/weigh-by-bones.ts';
import type { CharacterPart } from '../shapes/write-character.ts';
import { bareParts, boneShapes, openings, sideView, skin, skinBox } from './body.ts';
import { paintElephant } from './colors.ts';
import { bones } from './skeleton.ts';

/** A bone's weight falls to 0 where the bone is farther than the nearest bone by this distance, metres. */
const fade = 0.09;

/** Creates the calf in its rest pose. */
export async function buildElephant(): Promise<CharacterPart[]> {
  const coat = buildOpenSurface(skin, {
    box: skinBox,
    cell: 0.019,
    cut: openings,
    vertices: 623,
    triangles: 1148,
    bendWeight: 3,
  });
  const parts: CharacterPart[] = [
    {
      name: 'coat',
      ...toSingle(coat),
      skin: weighByBones(coat.positions, bones, boneShapes, fade),
      look: { color: [1, 1, 1], roughness: 0.9 },
      colors: paintSurface(coat, paintElephant),
      texcoords: layMaps(sideView, coat),
    },
  ];
  return [...parts, ...(await buildBareParts(bareParts, bones, 0.006))];
}
