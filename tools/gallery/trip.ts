import { drawText } from '../../src/pictures/font.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { readArea } from './bake-moment.ts';
import { readSurroundings } from './runner-view.ts';
import { startShipped } from './shipped-scene.ts';

const sand = { material: 'sand', noiseAmplitude: 0.0028, noiseWavelength: 0.9 };
const times = [3.3, 3.5, 3.6, 3.8, 4.1];

/** Draws a runner who trips, falls and leaves a print: Sumner 1999, figure 10. */
export async function drawTrip(samples: number): Promise<Picture> {
  const [width, height, gap] = [300, 250, 12];
  const whole = 5 * width + 4 * gap;
  const large = 560;
  const scene = await startShipped('tripping-runner');
  const page = createPicture(whole, 24 + height + gap + 24 + large, sheetColors.paper);
  const surroundings = await readSurroundings(sand, 0, 0.12);
  const common = { surroundings, material: 'sand', exposure: 1, samples: Math.min(2, samples) } as const;
  for (const [n, t] of times.entries()) {
    scene.advanceTo(t);
    const picture = renderPerspective({
      ...common,
      ground: readArea(scene.ground(), -4, 4, -1.6, 1.6),
      figures: scene.posedMeshesAt(t),
      camera: { position: [-1.1, 1.35, 4.4], target: [0.42, 0.58, 0], fieldOfView: 0.63 },
      toSun: [-0.6, 0.6, 0.35],
      width,
      height,
    });
    const x = n * (width + gap);
    drawText(page, `${t.toFixed(1)} s`, x, 16, textStyles.caption);
    placePicture(page, picture, x, 24);
  }
  scene.advanceTo(6);
  const log = scene.plan.actors[1].posedMeshesAt(6);
  const pattern = renderPerspective({
    ...common,
    ground: readArea(scene.ground(), -4, 4, -1.6, 1.6),
    figures: log,
    camera: { position: [0.1, 2.2, 2.4], target: [0.75, 0, -0.1], fieldOfView: 0.52 },
    toSun: [-0.62, 0.42, -0.6],
    width: whole,
    height: large,
    refine: 3,
  });
  drawText(page, 'What is left of it', 0, 24 + height + gap + 16, textStyles.caption);
  placePicture(page, pattern, 0, 24 + height + gap + 24);
  return page;
}
