import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bodyMiddle, findMidStance, heading, readSurroundings } from './runner-view.ts';

const sand = { material: 'sand', cell: 0.005 };

/** Draws the mannequin as it runs over sand and leaves prints. If `tracks` is false, the ground is untouched. */
export async function drawHero(
  width: number,
  height: number,
  samples: number,
  tracks = true,
): Promise<Picture> {
  const scene = await startRunner(sand, { heading, softDepth: 0.045 });
  const t = findMidStance(scene, 1.7) + 0.1;
  scene.advanceTo(t);
  const figures = scene.posedMeshesAt(t);
  const [x] = bodyMiddle(figures);
  const ground = readArea(scene.ground(), x - 5.5, x + 1.6, -1.4, 1.4);
  if (!tracks) {
    ground.change.fill(0);
    ground.pressed.fill(0);
  }
  return renderPerspective({
    ground,
    surroundings: await readSurroundings(sand, x),
    material: 'sand',
    figures,
    camera: { position: [x - 4.75, 1.75, 3.0], target: [x - 1.6, 0.5, 0.2], fieldOfView: 0.64 },
    // The sun is high and mostly behind the camera, so the whole shadow is in the picture.
    toSun: [-0.7, 0.58, -0.5],
    exposure: 0.95,
    width,
    height,
    samples,
  });
}
