import { drawText } from '../../src/pictures/font.ts';
import { groundLook } from '../../src/pictures/ground-look.ts';
import { viewGrid } from '../../src/pictures/ground-view.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { reliefSun, shadeRelief } from '../../src/pictures/shade-relief.ts';
import { drawScaleBar, sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { smoothWalls } from '../../src/pictures/smooth-walls.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bestPrintIn, heading } from './runner-view.ts';

/** Draws one print in sand at four cell sizes, from above: Sumner 1999, figure 4. */
export async function drawResolution(): Promise<Picture> {
  const [width, height] = [760, 400];
  const gap = 20;
  const page = createPicture(2 * width + 3 * gap, 2 * (height + 40) + gap, sheetColors.paper);
  let position: { x: number; z: number } | null = null;
  // The smallest cells come first: they determine the view of all pictures.
  for (const cell of [0.0025, 0.005, 0.01, 0.02]) {
    const ground = { material: 'sand', cell, noiseAmplitude: 0.003 };
    const scene = await startRunner(ground, { heading, softDepth: 0.035 });
    scene.advanceTo(1.5);
    position ??= bestPrintIn(readArea(scene.ground(), 1.5, 3.5, -0.5, 0.5));
    const area = smoothWalls(
      readArea(scene.ground(), position.x - 0.5, position.x + 0.5, position.z - 0.4, position.z + 0.4),
    );
    const view = { x: position.x, z: position.z, turn: 0, width, height, scale: 0.52 / width };
    const now = area.initial.map((value, k) => value + area.change[k]);
    const picture = shadeRelief(viewGrid(area, now, view), width, height, view.scale, {
      look: groundLook('sand'),
      pressed: viewGrid(area, area.pressed, view),
      sun: { ...reliefSun, slope: 0.65 },
    });
    const n = [0.02, 0.01, 0.005, 0.0025].indexOf(cell);
    const x = gap + (n % 2) * (width + gap);
    const y = gap + Math.floor(n / 2) * (height + 40);
    placePicture(page, picture, x, y);
    drawScaleBar(page, x + width, y + height + 20, view.scale, width);
    drawText(page, `${'ABCD'[n]}: cells of ${1000 * cell} mm`, x, y + height + 20, textStyles.caption);
  }
  return page;
}
