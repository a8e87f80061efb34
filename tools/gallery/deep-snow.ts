import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { readArea, startScene } from './bake-moment.ts';
import { checkout } from './checkout.ts';
import { readSurroundings } from './runner-view.ts';

/** Masses of the walkers, kg, and depths of the snow, m. */
const masses = [20, 70, 180];
const depths = [0.08, 0.25, 0.5];
/** Distance between two walkers, m; time of the picture, s; width and height of one of its parts, pixels; gap between them. */
const spacing = 0.9;
const time = 2.42;
const [width, height, gap] = [520, 620, 10];

/** Draws three walkers of different mass, with the same clip, in snow of three depths. */
export async function drawDeepSnow(samples: number): Promise<Picture> {
  const page = createPicture(3 * width + 2 * gap, height, sheetColors.paper);
  for (const [k, layerDepth] of depths.entries()) {
    placePicture(page, await drawWalkers(layerDepth, samples), k * (width + gap), 0);
  }
  return page;
}

async function drawWalkers(layerDepth: number, samples: number): Promise<Picture> {
  const snow = { material: 'snow', cell: 0.01, noiseAmplitude: 0.008, noiseWavelength: 1.3, layerDepth };
  const scene = await startScene(
    {
      version: 1,
      time: { start: 0, end: 3, fps: 30 },
      actors: masses.map((mass, n) => ({
        name: `${mass}-kg`,
        file: 'scenes/assets/mannequin.glb',
        clip: 'walk',
        position: [spacing * (1 - n), 0, -3],
        mass,
        groundResponse: 1,
      })),
      systems: [{ system: 'ground', name: 'snow', ...snow }],
    },
    checkout,
    'picture',
  );
  scene.advanceTo(time);
  return renderPerspective({
    ground: readArea(scene.ground(), -3, 3, -4, 3),
    surroundings: await readSurroundings(snow, 0),
    material: 'snow',
    figures: scene.posedMeshesAt(time),
    camera: { position: [-2.9, 1.75, 3.9], target: [0.3, 0.62, -0.55], fieldOfView: 0.68 },
    toSun: [-0.75, 0.5, -0.1],
    exposure: 1,
    width,
    height,
    samples: Math.min(2, samples),
    refine: 1,
  });
}
