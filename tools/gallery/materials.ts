import { drawText } from '../../src/pictures/font.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bestPrintIn, heading, readSurroundings } from './runner-view.ts';

const captions: Record<string, string> = {
  sand: 'Sand: walls slump, a soft rim',
  mud: 'Mud: walls stand, a high rim',
  snow: 'Snow: all packed down, no rim',
};

/** Depth of the prints, metres. Mud is firmer than sand and snow. */
const depths = [0.035, 0.024, 0.05];

/**
 * Direction to the sun, and exposure. The sun is high over mud, since the walls of the print are dark enough. It is low over snow, so that
 * shadows show the relief.
 */
const lights = [
  { toSun: [-0.45, 0.72, -0.65], exposure: 0.95 },
  { toSun: [-0.3, 0.85, -0.5], exposure: 0.95 },
  { toSun: [-0.62, 0.55, -0.6], exposure: 0.86 },
] as const;

/** Draws one step in sand, mud and snow, side by side. */
export async function drawMaterials(samples: number): Promise<Picture> {
  const size = 500;
  const gap = 20;
  const page = createPicture(3 * size + 4 * gap, size + 64, sheetColors.paper);
  for (const [n, material] of ['sand', 'mud', 'snow'].entries()) {
    const ground = { material, cell: 0.005, noiseAmplitude: 0.003 };
    const scene = await startRunner(ground, { heading, softDepth: depths[n] });
    scene.advanceTo(2);
    const print = bestPrintIn(readArea(scene.ground(), 1.5, 5, -0.5, 0.5));
    const picture = renderPerspective({
      ground: readArea(scene.ground(), print.x - 1.2, print.x + 1.6, -1.2, 1.2),
      surroundings: await readSurroundings(ground, print.x),
      material,
      figures: [],
      camera: {
        position: [print.x - 0.42, 0.5, print.z + 0.52],
        target: [print.x + 0.02, -0.02, print.z - 0.02],
        fieldOfView: 0.56,
      },
      ...lights[n],
      width: size,
      height: size,
      samples,
      refine: 3,
    });
    const x = gap + n * (size + gap);
    placePicture(page, picture, x, gap);
    drawText(page, captions[material], x, size + gap + 24, textStyles.caption);
  }
  return page;
}
