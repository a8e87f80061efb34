/** Three bowls on a table, and the heap that fills one. Metres, Y up. */
import type { Box } from '../shapes/build-surface.ts';
import {
  type BoundedLevelSet,
  ellipsoid,
  type LevelSet,
  roundedCone,
  smoothMaximum,
  smoothMinimum,
  type Vector,
} from '../shapes/level-set.ts';
import type { Look } from '../shapes/write-character.ts';

export interface Bowl {
  readonly name: string;
  /** Radius of the bowl's rim, metres. */
  readonly radius: number;
  readonly x: number;
  /** Number of particles that fill the bowl. The radius is proportional to the cube root, so all bowls are equally full. */
  readonly count: number;
  readonly look: Look;
}

const radiusFor = (count: number) => {
  // Cube root by Newton's method, which gives the same result on every machine.
  let root = 10;
  for (let pass = 0; pass < 20; pass++) root -= (root * root * root - count) / (3 * root * root);
  return Math.round(root * 25) / 1000;
};

const counts: readonly (readonly [string, number, number, Look])[] = [
  ['left', 600, -0.74, { color: [0.03, 0.1, 0.16], roughness: 0.3 }],
  ['middle', 900, -0.06, { color: [0.5, 0.45, 0.36], roughness: 0.35 }],
  ['right', 1500, 0.74, { color: [0.22, 0.035, 0.03], roughness: 0.3 }],
];

export const bowls: readonly Bowl[] = counts.map(([name, count, x, look]) => ({
  name,
  count,
  x,
  look,
  radius: radiusFor(count),
}));

/** Depth and wall thickness of a bowl whose rim has the radius 1, and the height of its rim above its foot. */
const depth = 0.62;
const wall = 0.09;
export const rimHeight = 0.68;

/** A bowl about the y axis, with its rim of radius 1 at y = 0. */
const unitBowl: LevelSet = (x, y, z) => {
  const outer = smoothMaximum(outside(x, y, z), y, 0.03);
  const shell = smoothMaximum(outer, -inside(x, y, z), 0.05);
  return smoothMinimum(shell, foot(x, y, z), 0.06);
};
const outside: BoundedLevelSet = ellipsoid([0, 0, 0], [1, depth, 1]);
const inside: BoundedLevelSet = ellipsoid([0, 0.02, 0], [1 - wall, depth - wall, 1 - wall]);
const foot: LevelSet = (x, y, z) =>
  smoothMaximum(Math.sqrt(x * x + z * z) - 0.4, Math.abs(y + depth - 0.01) - 0.05, 0.03);

/** The content of the unit bowl: a mound that stays below the rim and slightly away from the wall. */
export const unitHeap: LevelSet = (x, y, z) => {
  const within = inside(x, y, z) + 0.065;
  const square = x * x + z * z;
  return smoothMaximum(within, (y + 0.17 - 0.16 * Math.max(0, 1 - square)) * 0.9, 0.05);
};
export const unitHeapBox: Box = { low: [-1, -0.66, -1], high: [1, 0.15, 1] };

/** Returns the bowl at its position on the table, y = 0. */
export function placeBowl({ x: centre, radius }: Bowl): { set: LevelSet; box: Box } {
  const rim: Vector = [centre, rimHeight * radius, 0];
  const reach = 1.08 * radius;
  return {
    set: (x, y, z) => unitBowl((x - rim[0]) / radius, (y - rim[1]) / radius, z / radius) * radius,
    box: {
      low: [centre - reach, -0.03, -reach],
      high: [centre + reach, rim[1] + 0.03, reach],
    },
  };
}

/** A spout above the table, and the table. */
const [nozzle, bore] = [
  roundedCone([0, 1.72, 0], [0, 1.95, 0], 0.11, 0.16),
  roundedCone([0, 1.5, 0], [0, 2.2, 0], 0.075, 0.13),
];
export const spout: { set: LevelSet; box: Box; look: Look } = {
  set: (x, y, z) => smoothMaximum(smoothMaximum(nozzle(x, y, z), -bore(x, y, z), 0.01), 1.72 - y, 0.01),
  box: { low: [-0.22, 1.66, -0.22], high: [0.22, 2.15, 0.22] },
  look: { color: [0.2, 0.2, 0.2], roughness: 0.5, metalness: 0.3 },
};

export const table: { set: LevelSet; box: Box; look: Look } = {
  set: (x, y, z) => {
    const [cornerX, cornerZ] = [Math.max(0, Math.abs(x) - 1.1), Math.max(0, Math.abs(z) - 0.4)];
    return smoothMaximum(
      Math.sqrt(cornerX * cornerX + cornerZ * cornerZ) - 0.06,
      Math.abs(y + 0.025) - 0.025,
      0.012,
    );
  },
  box: { low: [-1.22, -0.08, -0.52], high: [1.22, 0.03, 0.52] },
  look: { color: [0.3, 0.19, 0.11], roughness: 0.7 },
};
