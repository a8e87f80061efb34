import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { readArea } from './bake-moment.ts';
import { readSurroundings } from './runner-view.ts';
import { startShipped } from './shipped-scene.ts';

const sand = { material: 'sand', noiseAmplitude: 0.004, noiseWavelength: 1.2 };
const time = 3.2;

/** Draws a group on bicycles with and without its tracks: Sumner 1999, figures 1 and 2. */
export async function drawRiders(samples: number): Promise<Picture> {
  const [width, height, gap] = [1400, 620, 16];
  const scene = await startShipped('riders');
  scene.advanceTo(time);
  const figures = scene.posedMeshesAt(time);
  const ground = readArea(scene.ground(), -6, 7, -7, 3);
  const surroundings = await readSurroundings(sand, 0, 0.12);
  const page = createPicture(width, 2 * height + gap, sheetColors.paper);
  for (const [n, hasTracks] of [true, false].entries()) {
    if (!hasTracks) {
      ground.change.fill(0);
      ground.pressed.fill(0);
    }
    const picture = renderPerspective({
      ground,
      surroundings,
      material: 'sand',
      figures,
      camera: { position: [-4.4, 2.2, 2.7], target: [1.9, 0.3, -0.7], fieldOfView: 0.6 },
      toSun: [-0.2, 0.42, -0.8],
      exposure: 1,
      width,
      height,
      samples: Math.min(2, samples),
      refine: 1,
    });
    placePicture(page, picture, 0, n * (height + gap));
  }
  return page;
}
