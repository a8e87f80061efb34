import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { readArea, startScene } from './bake-moment.ts';
import { checkout } from './checkout.ts';
import { readSurroundings } from './runner-view.ts';

/** Slopes in degrees, and their tangents. */
const slopes = [
  [0, 0],
  [8, 0.14054],
  [16, 0.28675],
] as const;
/** Sides of the ground, m. */
const size = 60;
/** Middle of the ground, which is that of the surroundings. */
const center = [6, 0] as const;
/** Time of the picture, s; width and height of one of its parts, pixels; gap between them. */
const time = 2.42;
const [width, height, gap] = [520, 620, 10];

/** Draws two walkers on sand of three slopes: the one behind as animated, and nearer one to which the ground answers. */
export async function drawSlopeSlip(samples: number): Promise<Picture> {
  const page = createPicture(slopes.length * (width + gap) - gap, height, sheetColors.paper);
  for (const [k, [, tangent]] of slopes.entries())
    placePicture(page, await drawWalkers(tangent, samples), k * (width + gap), 0);
  return page;
}

async function drawWalkers(tangent: number, samples: number): Promise<Picture> {
  const terrain = {
    terrain: 'scenes/slope-slip/ramp.png',
    terrainMax: size * tangent,
    terrainSpacing: [size, size],
    terrainNoise: true,
  };
  const sand = {
    material: 'sand',
    cell: 0.01,
    center,
    noiseAmplitude: 0.006,
    noiseWavelength: 1.1,
    ...(tangent > 0 ? terrain : { size: [size, size] }),
  };
  const scene = await startScene(
    {
      version: 1,
      time: { start: 0, end: 3, fps: 30 },
      actors: [0, 1].map((groundResponse) => ({
        name: groundResponse ? 'answered' : 'animated',
        file: 'scenes/assets/mannequin.glb',
        clip: 'walk',
        position: [0.9 * groundResponse - 0.45, 0, 2],
        heading: Math.PI,
        mass: 80,
        groundResponse,
      })),
      systems: [{ system: 'ground', name: 'sand', ...sand }],
    },
    checkout,
    'picture',
  );
  scene.advanceTo(time);
  const middle = tangent * (size / 2);
  return renderPerspective({
    ground: readArea(scene.ground(), -2, 2, -3, 3),
    surroundings: await readSurroundings(sand, 0),
    material: 'sand',
    figures: scene.posedMeshesAt(time),
    camera: {
      position: [3.6, middle + 1.6, 3.1],
      target: [0.1, middle + 0.62, -0.4],
      fieldOfView: 0.6,
    },
    toSun: [-0.75, 0.45, 0.1],
    exposure: 1,
    width,
    height,
    samples: Math.min(2, samples),
    refine: 1,
  });
}
