import { readFileSync } from 'node:fs';
import { drawText } from '../../src/bake/pictures/font.ts';
import { groundLook } from '../../src/bake/pictures/ground-look.ts';
import { viewGrid } from '../../src/bake/pictures/ground-view.ts';
import { blendPixel, createPicture, type Picture, placePicture } from '../../src/bake/pictures/picture.ts';
import { reliefSun, shadeRelief } from '../../src/bake/pictures/shade-relief.ts';
import { drawScaleBar, sheetColors, textStyles } from '../../src/bake/pictures/sheet-style.ts';
import { readGltf } from '../../src/files/gltf/read-gltf.ts';
import { createActor } from '../../src/motion/actor.ts';
import { createActorColliders } from '../../src/motion/actor-colliders.ts';
import { planTravel } from '../../src/motion/travel/plan-travel.ts';
import { showGround } from '../../src/systems/ground/outputs.ts';
import { groundParams } from '../../src/systems/ground/params.ts';
import { tileSize } from '../../src/systems/ground/sheet.ts';
import { stepGround } from '../../src/systems/ground/step.ts';
import { createGround } from '../../src/systems/ground/system.ts';
import { defaultParams } from '../../src/systems/params.ts';
import { readArea } from './bake-moment.ts';
import { heading } from './runner-view.ts';

const rate = 120;
/** Just after a landing. */
const stepCount = 196;

/** Which ground exists in memory, and which of it is simulated, under a runner: Sumner 1999, figure 7. */
export async function drawActive(): Promise<Picture> {
  const rig = await readGltf(new Uint8Array(readFileSync('scenes/assets/mannequin.glb')), {
    name: 'mannequin',
  });
  const actor = createActor(rig, {
    name: 'runner',
    clip: 'run',
    heading,
    travel: (of, clip) => planTravel(of, clip, { softDepth: 0.026 }),
  });
  const driver = createActorColliders(actor);
  const state = createGround({ ...defaultParams(groundParams), rate }, 1);
  for (let n = 0; n < stepCount; n++) {
    driver.advance(n / rate, (n + 1) / rate);
    stepGround(state, driver.colliders);
  }
  state.flush();

  const [width, height, margin] = [1520, 400, 20];
  const ground = showGround(state);
  const area = readArea(ground, -0.8, 6.4, -1.2, 1.2);
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
