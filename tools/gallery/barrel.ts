import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { readArea } from './bake-moment.ts';
import { startShipped } from './shipped-scene.ts';

/** Times of the two parts of the picture, s; width and height of a part, pixels; gap between them. */
const times = [2.6, 6];
const [width, height, gap] = [780, 620, 10];

/** Draws a barrel that rolls down a slope of sand and stops, and a ball that fell into its dent. */
export async function drawBarrel(samples: number): Promise<Picture> {
  const page = createPicture(2 * width + gap, height, sheetColors.paper);
  const scene = await startShipped('barrel');
  for (const [k, time] of times.entries()) {
    scene.advanceTo(time);
    const part = renderPerspective({
      ground: readArea(scene.ground(), -6, 6, -7, 4),
      material: 'sand',
      figures: scene.posedMeshesAt(time),
      camera: { position: [6.2, 1.8, 2.6], target: [-0.3, 0.25, -0.95], fieldOfView: 0.53 },
      toSun: [-0.35, 0.5, 0.8],
      exposure: 1,
      width,
      height,
      samples: Math.min(2, samples),
      refine: 1,
    });
    placePicture(page, part, k * (width + gap), 0);
  }
  return page;
}
