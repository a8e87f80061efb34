import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readColumnGrid } from '../../src/pictures/column-grid.ts';
import type { Point } from '../../src/pictures/perspective/camera.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import type { Picture } from '../../src/pictures/picture.ts';
import { figureBounds, type PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { headingAt, middleAt, valleyHeight } from '../assets/stampede/make-stampede.ts';
import { type RunningScene, readArea, startScene } from './bake-moment.ts';
import { scenesFolder } from './checkout.ts';

const folder = join(scenesFolder, 'stampede');
/** Time of the picture, s, and speed of the riders, m/s. */
const [time, speed] = [4, 4.2];
/** Riders beyond this distance from the camera are smaller than three pixels, m. */
const farthest = 420;
/** The ground is simulated and shown in cells of 1 cm up to this distance ahead of the camera and to its sides, m. */
const [ahead, halfWidth] = [46, 13];

/** Position of the camera: along the valley, from its middle, and above the ground, m. It looks along the valley. */
export interface StampedeView {
  readonly x: number;
  readonly aside: number;
  readonly height: number;
  /** Distance to the target, its displacement to the right, and its height above the ground below the camera, m. */
  readonly target: Point;
  readonly fieldOfView: number;
  readonly toSun: Point;
  readonly haze: number;
  readonly exposure: number;
}

export const stampedeView: StampedeView = {
  x: -765,
  aside: 2,
  height: 2.8,
  target: [30, 0.8, 0.35],
  fieldOfView: 0.62,
  toSun: [0.22, 0.34, -0.86],
  haze: 750,
  exposure: 1.06,
};

/** Colours of a shirt and of a bicycle, linear. Riders with the same colours and the same file share their meshes. */
const outfits: readonly (readonly [shirt: Point, frame: Point])[] = [
  [
    [0.55, 0.05, 0.03],
    [0.6, 0.6, 0.58],
  ],
  [
    [0.66, 0.33, 0.03],
    [0.03, 0.04, 0.06],
  ],
  [
    [0.62, 0.57, 0.46],
    [0.5, 0.1, 0.02],
  ],
  [
    [0.03, 0.12, 0.3],
    [0.55, 0.22, 0.03],
  ],
  [
    [0.07, 0.2, 0.1],
    [0.3, 0.02, 0.02],
  ],
];

interface Rider {
  readonly name: string;
  readonly position: readonly [number, number, number];
  readonly heading: number;
  readonly offset: number;
  colors?: unknown;
}

/** The part of the stampede before a camera. */
export interface OpenStampede {
  /** Riders that ride over the ground that is shown in detail. They are simulated. */
  readonly near: RunningScene;
  /** All other riders in the picture. */
  readonly far: RunningScene;
}

/** Returns the axes of a view: along it and to its right, both horizontal. */
function axesOf({ x }: StampedeView) {
  const heading = headingAt(x + 40);
  const [ux, uz] = [Math.sin(heading), Math.cos(heading)];
  return { ux, uz, vx: -uz, vz: ux };
}

/** Returns the position of a rider at a time: along the view and to the right of the camera, m. */
function seenAt({ position, heading, offset }: Rider, t: number, view: StampedeView): [number, number] {
  const { ux, uz, vx, vz } = axesOf(view);
  const ridden = speed * (t + offset);
  const px = position[0] + ridden * Math.sin(heading) - view.x;
  const pz = position[2] + ridden * Math.cos(heading) - middleAt(view.x) - view.aside;
  return [px * ux + pz * uz, px * vx + pz * vz];
}

/** Returns the riders that ride over the ground that is shown in detail. */
export function nearRiders(riders: readonly Rider[], view: StampedeView): Rider[] {
  return riders.filter((rider) =>
    [0, 1, 2, 3, 4].some((t) => {
      const [u, v] = seenAt(rider, t, view);
      return u > -3 && u < ahead + 2 && Math.abs(v) < halfWidth + 1;
    }),
  );
}

/** Returns the other riders in the picture. */
export function farRiders(riders: readonly Rider[], view: StampedeView): Rider[] {
  const near = nearRiders(riders, view);
  return riders.filter((rider) => {
    const [u, v] = seenAt(rider, time, view);
    return !near.includes(rider) && u > 1 && u < farthest && Math.abs(v) < 0.8 * u + 3;
  });
}

/** Gives the riders clothes and bicycles of different colours: all of them have one of three files. */
export function colorRiders(riders: readonly Rider[]): void {
  for (const [k, rider] of riders.entries()) {
    const [shirt, frame] = outfits[(3 * k) % outfits.length];
    rider.colors = [
      { material: 'shirt', color: shirt },
      { material: 'frame', color: frame },
      { material: 'fork', color: frame },
    ];
  }
}

/** Opens the riders before a camera, and simulates those that are near. */
async function openStampede(view: StampedeView): Promise<OpenStampede> {
  const data = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
  colorRiders(data.actors);
  const near = await startScene({ ...data, actors: nearRiders(data.actors, view) }, folder, 'stampede');
  near.advanceTo(time);
  const far = await startScene({ ...data, actors: farRiders(data.actors, view) }, folder, 'stampede');
  return { near, far };
}

/** Draws a thousand riders in a valley of 2 km: Sumner 1999, remark in section 3.3. */
export async function drawStampede(width: number, height: number, samples: number): Promise<Picture> {
  return renderStampede(await openStampede(stampedeView), stampedeView, { width, height, samples });
}

export function renderStampede(
  { near, far }: OpenStampede,
  view: StampedeView,
  size: { readonly width: number; readonly height: number; readonly samples: number },
): Picture {
  const { ux, uz, vx, vz } = axesOf(view);
  const [x, z] = [view.x, middleAt(view.x) + view.aside];
  const floor = valleyHeight(x, z);
  const [along, right, up] = view.target;
  const corners = [-1, ahead].flatMap((u) =>
    [-halfWidth, halfWidth].map((v) => [u * ux + v * vx, u * uz + v * vz]),
  );
  const xs = corners.map(([dx]) => x + dx);
  const zs = corners.map(([, dz]) => z + dz);
  const ground = near.ground();
  const figures: PosedMesh[] = [...near.posedMeshesAt(time), ...far.posedMeshesAt(time)].filter((figure) => {
    const bounds = figureBounds([figure]);
    if (!bounds) return false;
    const u = ((bounds.min[0] + bounds.max[0]) / 2 - x) * ux + ((bounds.min[2] + bounds.max[2]) / 2 - z) * uz;
    return u > 0.5;
  });
  return renderPerspective({
    ground: readArea(ground, Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)),
    surroundings: readColumnGrid(ground, ground.extent!, 1 << 20, true),
    material: 'sand',
    figures,
    camera: {
      position: [x, floor + view.height, z],
      target: [x + along * ux + right * vx, floor + up, z + along * uz + right * vz],
      fieldOfView: view.fieldOfView,
    },
    toSun: view.toSun,
    exposure: view.exposure,
    haze: view.haze,
    refine: 1,
    ...size,
  });
}
