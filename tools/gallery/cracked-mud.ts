import crackedMud from '../../scenes/cracked-mud/scene.json' with { type: 'json' };
import type { Picture } from '../../src/pictures/picture.ts';
import { drawGroundParts } from './ground-part.ts';

/** Draws a walker on a dry lakebed, whose feet press the cracks shut. */
export function drawCrackedMud(samples: number): Promise<Picture> {
  const [{ system: _, name: __, size: ___, ...ground }] = crackedMud.systems;
  const { softDepth } = crackedMud.actors[0];
  const part = {
    ground,
    actors: [{ clip: 'walk', position: [0, 0, -2.6], softDepth }],
    time: 2.62,
    area: [-1.8, 3.6, -1.2, 4],
    camera: { position: [-0.6, 1.45, -0.65], target: [0.14, 0, 0.75], fieldOfView: 0.75 },
    toSun: [-0.75, 0.42, -0.1],
  } as const;
  return drawGroundParts([part], [1100, 700], samples);
}
