import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { figureBounds, type PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { shutterMoments } from '../../src/pictures/shutter.ts';
import { type RunningScene, readArea } from './bake-moment.ts';
import { readSurroundings } from './runner-view.ts';
import { startShipped } from './shipped-scene.ts';

const sand = { material: 'sand', noiseAmplitude: 0.004, noiseWavelength: 1.2 };
const time = 6.4;

/** Draws riders without motion blur, and with that of a film camera whose shutter is open for half of each frame. */
export async function drawMotionBlur(samples: number): Promise<Picture> {
  const [width, height, gap] = [692, 560, 16];
  const scene = await startShipped('riders');
  scene.advanceTo(time);
  const view = {
    ground: readArea(scene.ground(), -6, 24, -20, 9),
    surroundings: await readSurroundings(sand, 0, 0.12),
    material: 'sand',
    camera: { position: [-4.2, 1.7, 3.4], target: [-0.2, 0.72, 0.1], fieldOfView: 0.6 },
    toSun: [-0.2, 0.42, -0.8],
    exposure: 1,
    width,
    height,
    samples: Math.min(2, samples),
    refine: 1,
  } as const;
  const page = createPicture(2 * width + gap, height, sheetColors.paper);
  const figures = visibleFigures(scene, time);
  placePicture(page, renderPerspective({ ...view, figures }), 0, 0);
  const moments = shutterMoments(time, 0.5 / 24, samples > 1 ? 24 : 8).map((moment) => ({
    offset: moment.offset,
    figures: visibleFigures(scene, moment.time),
  }));
  placePicture(page, renderPerspective({ ...view, figures: [], moments }), width + gap, 0);
  return page;
}

/** Returns the riders that have not left the picture, so that the shadow maps cover only what is seen. */
function visibleFigures(scene: RunningScene, t: number): PosedMesh[] {
  return scene.posedMeshesAt(t).filter((figure) => {
    const bounds = figureBounds([figure])!;
    return bounds.max[0] > -3 && bounds.min[0] < 24 && bounds.max[2] > -20 && bounds.min[2] < 4;
  });
}

/** Draws a group on bicycles with and without its tracks: Sumner 1999, figures 1 and 2. */
export async function drawRiders(samples: number): Promise<Picture> {
  const [width, height, gap] = [1400, 620, 16];
  const scene = await startShipped('riders');
  scene.advanceTo(time);
  const figures = visibleFigures(scene, time);
  const ground = readArea(scene.ground(), -6, 24, -20, 9);
  const surroundings = await readSurroundings(sand, 0, 0.12);
  const page = createPicture(width, 2 * height + gap, sheetColors.paper);
  for (const [n, hasTracks] of [true, false].entries()) {
    if (!hasTracks) {
      ground.change.fill(0);
      ground.pressed.fill(0);
    }
    const picture = renderPerspective({
      ground,
      surroundings,
      material: 'sand',
      figures,
      camera: { position: [-5.7, 2.6, 3.3], target: [2.2, 0.65, -0.8], fieldOfView: 0.62 },
      toSun: [-0.2, 0.42, -0.8],
      exposure: 1,
      width,
      height,
      samples: Math.min(2, samples),
      refine: 1,
    });
    placePicture(page, picture, 0, n * (height + gap));
  }
  return page;
}
