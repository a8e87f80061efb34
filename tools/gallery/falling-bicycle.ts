import { readFileSync } from 'node:fs';
import { drawFiguresFromAbove, shadeOfFigures } from '../../src/pictures/draw-figures.ts';
import { drawText } from '../../src/pictures/font.ts';
import { groundLook } from '../../src/pictures/ground-look.ts';
import { type GroundView, viewGrid } from '../../src/pictures/ground-view.ts';
import { blendPixel, createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { shadeRelief } from '../../src/pictures/shade-relief.ts';
import { drawScaleBar, sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { smoothWalls } from '../../src/pictures/smooth-walls.ts';
import { tileSize } from '../../src/systems/ground/flow/sheet.ts';
import { showGround } from '../../src/systems/ground/outputs.ts';
import { groundParams } from '../../src/systems/ground/params.ts';
import type { GroundState } from '../../src/systems/ground/state.ts';
import { stepGround } from '../../src/systems/ground/step.ts';
import { createGround } from '../../src/systems/ground/system.ts';
import { defaultParams } from '../../src/systems/params.ts';
import { readArea } from './bake-moment.ts';
import { startShipped } from './shipped-scene.ts';

const rate = 120;
const time = 1.75;

/** Draws the stored and active ground under a bicycle that falls, and the print that the bicycle leaves: Sumner 1999, figure 7. */
export async function drawFallingBicycle(): Promise<Picture> {
  const scene = await startShipped('bicycle-fall');
  const { systems } = JSON.parse(readFileSync('scenes/bicycle-fall/scene.json', 'utf8'));
  const { system: _, name: __, ...own } = systems[0];
  const state = createGround({ ...defaultParams(groundParams), ...own, rate }, 1);
  const driver = scene.plan.actors[0].colliders.createColliders();
  const steps = Math.round(time * rate);
  for (let n = 0; n < steps; n++) {
    driver.advance(n / rate, (n + 1) / rate);
    stepGround(state, driver.colliders);
  }
  state.flush();
  const figures = scene.posedMeshesAt(time);

  const [width, height, margin, gap] = [770, 470, 20, 20];
  const page = createPicture(2 * width + 2 * margin + gap, height + 2 * margin + 62, sheetColors.paper);
  const view: GroundView = { x: -1.3, z: -0.6, turn: 0, width, height, scale: 9.6 / width };
  const ground = showGround(state);
  const area = smoothWalls(readArea(ground, -6.3, 3.7, -3.8, 2.6));
  const now = area.initial.map((value, k) => value + area.change[k]);
  const draw = () => {
    const picture = shadeRelief(viewGrid(area, now, view), width, height, view.scale, {
      look: groundLook('sand'),
      pressed: viewGrid(area, area.pressed, view),
      unshaded: shadeOfFigures(view, figures, 0, 1.5),
    });
    return picture;
  };
  const marked = draw();
  const counts = markTiles(marked, view, state, ground.cell);
  drawFiguresFromAbove(marked, view, figures);
  const plain = draw();
  drawFiguresFromAbove(plain, view, figures);
  placePicture(page, marked, margin, margin);
  placePicture(page, plain, margin + width + gap, margin);
  const thousands = (columns: number) => `${Math.round(columns / 1000)} 000`;
  const baseline = height + margin + 24;
  const text = [
    `Red: awake, ${thousands(counts.awake)} columns. Plain: stored, ${thousands(counts.stored)}, awake ones among them.`,
    'Pale: the rest of 2 million columns, which nothing holds.',
  ];
  text.forEach((line, n) => {
    drawText(page, line, margin, baseline + 20 * n, textStyles.caption);
  });
  drawText(
    page,
    `The same after ${time} s, over the untouched ground.`,
    margin + width + gap,
    baseline,
    textStyles.caption,
  );
  drawScaleBar(page, margin + 2 * width + gap, baseline, view.scale, width);
  return page;
}

/** Colours active tiles, and makes tiles that do not exist pale. Returns the columns of the whole ground. */
function markTiles(picture: Picture, view: GroundView, state: GroundState, cell: number) {
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const tileI = Math.floor((view.x + (x - picture.width / 2) * view.scale) / cell / tileSize);
      const tileJ = Math.floor((view.z + (y - picture.height / 2) * view.scale) / cell / tileSize);
      if (state.tiles.find(tileI, tileJ)) blendPixel(picture, x, y, [214, 60, 44], 0.42);
      else if (!state.tiles.exists(tileI, tileJ)) blendPixel(picture, x, y, [255, 255, 255], 0.78);
    }
  }
  const stored = [...state.tiles.list()];
  const awake = stored.filter(([i, j]) => state.tiles.find(i, j)).length;
  return { awake: awake * tileSize * tileSize, stored: stored.length * tileSize * tileSize };
}
