import firstSnow from '../../scenes/first-snow/scene.json' with { type: 'json' };
import { appearanceOf } from '../../src/bake/heightfield/mesh/ground-appearance.ts';
import { findSnowCaps } from '../../src/bake/heightfield/snow/snow-caps.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import type { RunningScene } from './bake-moment.ts';
import { drawGroundParts } from './ground-part.ts';

/** Max thickness of the snow in the two parts, m, and time of the picture, s. */
const thicknesses = [0, 0.06];
const time = 3.9;

/** Draws a bench in the snow and someone who waits, without and with snow that builds up on them. */
export function drawFirstSnow(samples: number): Promise<Picture> {
  const [{ system: _, name: __, ...ground }] = firstSnow.systems;
  const parts = thicknesses.map(
    (snowCover) =>
      ({
        ground: { ...ground, snowCover },
        actors: firstSnow.actors.map(({ file: ___, ...actor }) => actor),
        time,
        area: [-3, 3, -1.5, 1.5],
        camera: { position: [0.7, 1.75, -2.5], target: [-0.15, 0.72, 0.25], fieldOfView: 0.8 },
        toSun: [-0.6, 0.5, -0.5],
        figures: drawFigures,
      }) as const,
  );
  return drawGroundParts(parts, [780, 620], samples);
}

/** Returns the figures of a scene with the snow on them. */
function drawFigures(scene: RunningScene) {
  const ground = scene.ground();
  const { baseColorFactor } = appearanceOf(ground.material, ground.look);
  const color = [baseColorFactor[0], baseColorFactor[1], baseColorFactor[2]] as const;
  const caps = findSnowCaps(scene.plan.actors, ground.readSnow?.() ?? [], time);
  return [...scene.posedMeshesAt(time), ...caps.map(({ mesh }) => ({ ...mesh, color }))];
}
