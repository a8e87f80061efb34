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

/** The same light for all materials, so that their brightness can be compared. */
const light = { toSun: [-0.5, 0.72, -0.6], exposure: 0.9 } as const;

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
      ...light,
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
