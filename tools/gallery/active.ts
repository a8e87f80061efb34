import { drawText } from '../../src/pictures/font.ts';
import { groundLook } from '../../src/pictures/ground-look.ts';
import { viewGrid } from '../../src/pictures/ground-view.ts';
import { blendPixel, createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { reliefSun, shadeRelief } from '../../src/pictures/shade-relief.ts';
import { drawScaleBar, sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { smoothWalls } from '../../src/pictures/smooth-walls.ts';
import { tileSize } from '../../src/systems/ground/flow/sheet.ts';
import { showGround } from '../../src/systems/ground/outputs.ts';
import { readArea } from './bake-moment.ts';
import { runOnGround } from './run-on-ground.ts';

/** Number of steps, at 120 per second, until just after a landing. */
const stepCount = 196;

/** Draws the ground that exists in memory under a runner, and the part of it that is simulated: Sumner 1999, figure 7. */
export async function drawActive(): Promise<Picture> {
  const state = await runOnGround(stepCount, 0.026);
  const [width, height, margin] = [1520, 400, 20];
  const ground = showGround(state);
  const area = smoothWalls(readArea(ground, -0.8, 6.4, -1.2, 1.2));
  const view = { x: 2.7, z: 0, turn: 0, width, height, scale: 6.4 / width };
  const picture = shadeRelief(
    viewGrid(
      area,
      area.initial.map((value, k) => value + area.change[k]),
      view,
    ),
    width,
    height,
    view.scale,
    { look: groundLook('sand'), pressed: viewGrid(area, area.pressed, view), sun: reliefSun },
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tileI = Math.floor((view.x + (x - width / 2) * view.scale) / ground.cell / tileSize);
      const tileJ = Math.floor((view.z + (y - height / 2) * view.scale) / ground.cell / tileSize);
      if (state.tiles.find(tileI, tileJ)) blendPixel(picture, x, y, [214, 60, 44], 0.4);
      else if (!state.tiles.exists(tileI, tileJ)) blendPixel(picture, x, y, [255, 255, 255], 0.6);
    }
  }
  const page = createPicture(width + 2 * margin, height + 2 * margin + 40, sheetColors.paper);
  placePicture(page, picture, margin, margin);
  const caption =
    'Red: awake, simulated. Plain: stored, asleep. Pale: never touched, made on the fly from noise.';
  drawText(page, caption, margin, height + margin + 24, textStyles.caption);
  drawScaleBar(page, margin + width, height + margin + 24, view.scale, width);
  return page;
}
