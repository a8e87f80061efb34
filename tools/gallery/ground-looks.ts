import { drawText } from '../../src/pictures/font.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { materials } from '../../src/systems/ground/rules/materials.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bestPrintIn, heading, readSurroundings } from './runner-view.ts';

const { insideSlope, outsideSlope, roughness, liquidity, displacedFraction } = materials.sand;
/** All four grounds move like sand, so that the prints are the same. */
const motion = { insideSlope, outsideSlope, roughness, liquidity, displacedFraction };

const panels = [
  {
    caption: 'Red desert sand: color [0.74, 0.45, 0.3]',
    ground: { material: 'sand', color: [0.74, 0.45, 0.3] },
    exposure: 1,
  },
  {
    caption: 'Volcanic sand: color [0.25, 0.24, 0.25], sparkle 0.5, grain 1.6',
    ground: { material: 'sand', color: [0.25, 0.24, 0.25], sparkle: 0.5, grain: 1.6 },
    exposure: 1.25,
  },
  {
    caption: 'Fresh snow: material snow, sparkle 4',
    ground: { material: 'snow', sparkle: 4 },
    exposure: 0.92,
  },
  {
    caption: 'Wet clay: material mud, color [0.6, 0.4, 0.3], dampness 1',
    ground: { material: 'mud', color: [0.6, 0.4, 0.3], dampness: 1 },
    exposure: 1,
  },
];

/** Draws the same prints with four looks of the ground. */
export async function drawGroundLooks(samples: number): Promise<Picture> {
  const [width, height, gap] = [780, 440, 16];
  const page = createPicture(2 * width + 3 * gap, 2 * (height + 40) + gap + 4, sheetColors.paper);
  for (const [n, { caption, ground, exposure }] of panels.entries()) {
    const params = { ...motion, ...ground, cell: 0.005, noiseAmplitude: 0.004 };
    const scene = await startRunner(params, { clip: 'walk', heading, softDepth: 0.04, end: 6 });
    scene.advanceTo(6);
    const shown = scene.ground();
    const { x, z } = bestPrintIn(readArea(shown, 1.5, 3.2, -0.5, 0.5));
    const picture = renderPerspective({
      ground: readArea(shown, x - 1.4, x + 3.4, -1.2, 1.2),
      surroundings: await readSurroundings(params, x, 0.12),
      material: shown.material,
      look: shown.look,
      figures: [],
      camera: { position: [x - 0.75, 0.62, z + 0.85], target: [x + 0.25, -0.05, -0.06], fieldOfView: 0.6 },
      toSun: [0.3, 0.42, -0.85],
      exposure,
      width,
      height,
      samples,
      refine: 3,
    });
    const [left, top] = [gap + (n % 2) * (width + gap), gap + Math.floor(n / 2) * (height + 40)];
    placePicture(page, picture, left, top);
    drawText(page, caption, left, top + height + 24, textStyles.caption);
  }
  return page;
}
