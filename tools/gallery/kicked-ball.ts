import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { readArea } from './bake-moment.ts';
import { startShipped } from './shipped-scene.ts';

/** Times of the two parts of the picture, s; width and height of a part, pixels; gap between them. */
const times = [0.74, 3.6];
const [width, height, gap] = [780, 560, 10];
const cameras = [
  { position: [-1.2, 1.3, 3.6], target: [-3.1, 0.6, 0], fieldOfView: 0.62 },
  { position: [2.1, 0.95, 1.9], target: [-0.75, 0.05, 0.38], fieldOfView: 0.6 },
] as const;

/** Draws a runner whose foot meets a ball on sand, and the groove that the ball has rolled. */
export async function drawKickedBall(samples: number): Promise<Picture> {
  const page = createPicture(2 * width + gap, height, sheetColors.paper);
  const scene = await startShipped('kicked-ball');
  for (const [k, time] of times.entries()) {
    scene.advanceTo(time);
    const part = renderPerspective({
      ground: readArea(scene.ground(), -7, 7, -2, 2),
      material: 'sand',
      figures: scene.posedMeshesAt(time),
      camera: cameras[k],
      toSun: [-0.6, 0.45, 0.55],
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
