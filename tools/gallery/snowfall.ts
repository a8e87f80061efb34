import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { readArea, startScene } from './bake-moment.ts';
import { checkout } from './checkout.ts';
import { readSurroundings } from './runner-view.ts';

/** Snowfall of the two parts, m/s; time of the picture, s; width and height of a part, pixels; gap between them. */
const snowfalls = [0, 0.026];
const time = 3.1;
const [width, height, gap] = [780, 620, 10];

/** Draws a runner in deep snow without and with snow that falls into the prints behind him. */
export async function drawSnowfall(samples: number): Promise<Picture> {
  const page = createPicture(2 * width + gap, height, sheetColors.paper);
  for (const [k, snowfall] of snowfalls.entries())
    placePicture(page, await drawRunner(snowfall, samples), k * (width + gap), 0);
  return page;
}

async function drawRunner(snowfall: number, samples: number): Promise<Picture> {
  const snow = { material: 'snow', cell: 0.01, noiseAmplitude: 0.008, noiseWavelength: 1.3, snowfall };
  const scene = await startScene(
    {
      version: 1,
      time: { start: 0, end: 3.5, fps: 30 },
      actors: [
        {
          name: 'runner',
          file: 'scenes/assets/mannequin.glb',
          clip: 'run',
          position: [0, 0, -5],
          softDepth: 0.12,
        },
      ],
      systems: [{ system: 'ground', name: 'snow', ...snow }],
    },
    checkout,
    'picture',
  );
  scene.advanceTo(time);
  return renderPerspective({
    ground: readArea(scene.ground(), -2, 2, -6, 6),
    surroundings: await readSurroundings(snow, 0),
    material: 'snow',
    figures: scene.posedMeshesAt(time),
    camera: { position: [-1.15, 1.25, -3.5], target: [0.1, 0.3, 0], fieldOfView: 0.75 },
    toSun: [-0.75, 0.35, 0.3],
    exposure: 1,
    width,
    height,
    samples: Math.min(2, samples),
    refine: 1,
  });
}
