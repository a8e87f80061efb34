import { coverColors } from '../../src/bake/characters/cover-characters.ts';
import { appearanceOf } from '../../src/bake/heightfield/mesh/ground-appearance.ts';
import { createCoverTransfer } from '../../src/motion/cover-surfaces.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import type { RunningScene } from './bake-moment.ts';
import { drawGroundParts } from './ground-part.ts';

/** Thickness of the mud that sticks in the two parts, m, and time of the picture, s. */
const stickingDepths = [0, 0.002];
const time = 2.62;

/** Draws a walker in deep mud, without and with mud that sticks to his shoes and shins. */
export function drawMuddyBoots(samples: number): Promise<Picture> {
  const parts = stickingDepths.map(
    (stickingDepth) =>
      ({
        ground: { material: 'mud', cell: 0.005, noiseAmplitude: 0.006, noiseWavelength: 0.9, stickingDepth },
        actors: [{ clip: 'walk', position: [0, 0, -2.6], softDepth: 0.085 }],
        time,
        area: [-1.5, 1.5, -1, 2.4],
        camera: { position: [-0.62, 0.46, -0.14], target: [0.16, 0.14, 0.78], fieldOfView: 0.72 },
        toSun: [-0.75, 0.5, -0.5],
        figures: paintFigures,
      }) as const,
  );
  return drawGroundParts(parts, [780, 620], samples);
}

/** Returns the figures of a scene at the time of the picture, with what sticks to them. */
function paintFigures(scene: RunningScene) {
  const { character, colliders } = scene.plan.actors[0];
  const { surfaces } = character!.actor.rig;
  const ground = scene.ground();
  const set = colliders.createColliders();
  const covers = createCoverTransfer(
    { surfaces },
    set.pressing ?? set.colliders,
  )(ground.readCovers?.() ?? []);
  const { baseColorFactor } = appearanceOf(ground.material, ground.look);
  return scene.posedMeshesAt(time).map((mesh, k) => {
    const amounts = covers[k];
    return amounts ? { ...mesh, colors: coverColors(surfaces[k], amounts, baseColorFactor) } : mesh;
  });
}
