import { coverColors } from '../../src/bake/characters/cover-characters.ts';
import { appearanceOf } from '../../src/bake/heightfield/mesh/ground-appearance.ts';
import { coverSurfaces } from '../../src/motion/cover-surfaces.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { type RunningScene, readArea, startScene } from './bake-moment.ts';
import { checkout } from './checkout.ts';
import { readSurroundings } from './runner-view.ts';

/** Thickness of the mud that sticks in the two parts, m; time of the picture, s; width and height of a part, pixels; gap between them. */
const stickingDepths = [0, 0.002];
const time = 2.62;
const [width, height, gap] = [780, 620, 10];

/** Draws a walker in deep mud, without and with mud that sticks to his shoes and shins. */
export async function drawMuddyBoots(samples: number): Promise<Picture> {
  const page = createPicture(2 * width + gap, height, sheetColors.paper);
  for (const [k, stickingDepth] of stickingDepths.entries())
    placePicture(page, await drawWalker(stickingDepth, samples), k * (width + gap), 0);
  return page;
}

async function drawWalker(stickingDepth: number, samples: number): Promise<Picture> {
  const mud = { material: 'mud', cell: 0.005, noiseAmplitude: 0.006, noiseWavelength: 0.9, stickingDepth };
  const scene = await startScene(
    {
      version: 1,
      time: { start: 0, end: 3, fps: 30 },
      actors: [
        {
          name: 'walker',
          file: 'scenes/assets/mannequin.glb',
          clip: 'walk',
          position: [0, 0, -2.6],
          softDepth: 0.085,
        },
      ],
      systems: [{ system: 'ground', name: 'mud', ...mud }],
    },
    checkout,
    'picture',
  );
  scene.advanceTo(time);
  return renderPerspective({
    ground: readArea(scene.ground(), -1.5, 1.5, -1, 2.4),
    surroundings: await readSurroundings(mud, 0),
    material: 'mud',
    figures: paintFigures(scene),
    camera: { position: [-0.62, 0.46, -0.14], target: [0.16, 0.14, 0.78], fieldOfView: 0.72 },
    toSun: [-0.75, 0.5, -0.5],
    exposure: 1,
    width,
    height,
    samples: Math.min(2, samples),
    refine: 1,
  });
}

/** Returns the figures of a scene at the time of the picture, with what sticks to them. */
function paintFigures(scene: RunningScene) {
  const { character, colliders } = scene.plan.actors[0];
  const { surfaces } = character!.actor.rig;
  const ground = scene.ground();
  const set = colliders.createColliders();
  const covers = coverSurfaces({ surfaces }, set.pressing ?? set.colliders, ground.readCovers?.() ?? []);
  const { baseColorFactor } = appearanceOf(ground.material, ground.look);
  return scene.posedMeshesAt(time).map((mesh, k) => {
    const amounts = covers[k];
    return amounts ? { ...mesh, colors: coverColors(surfaces[k], amounts, baseColorFactor) } : mesh;
  });
}
