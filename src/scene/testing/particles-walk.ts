import { readFileSync } from 'node:fs';
import { encodePng8 } from '../../files/png.ts';
import { makeFont } from '../../files/testing/make-font.ts';
import { Hasher } from '../../math/hash.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { PointsOutput } from '../../systems/outputs/points.ts';
import { softLimbFiles } from './soft-limb.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Returns a hash of all that is shown, of the names of keys, and of the warnings. */
export function observeParticles(simulation: Simulation, system: string): string {
  const hasher = new Hasher();
  const { keys, warnings } = simulation.report(system) as { keys: { name: string }[]; warnings: string[] };
  const names = keys.map(({ name }) => name);
  for (const points of simulation.outputs(system) as PointsOutput[]) {
    const { ids, positions, velocities, orientations, colors, sizes, birthTimes, attributes, count } = points;
    hasher.bytes(encode(JSON.stringify([names, warnings, points.look, points.keys, count])));
    hasher.array(ids.subarray(0, count)).array(positions.subarray(0, 3 * count));
    hasher.array(velocities.subarray(0, 3 * count)).array(colors.subarray(0, 4 * count));
    hasher.array(sizes.subarray(0, count)).array(birthTimes.subarray(0, count));
    if (orientations) hasher.array(orientations.subarray(0, 4 * count));
    for (const values of attributes.values()) hasher.array(values.subarray(0, count));
  }
  return hasher.digest();
}

const plate = 'v 0.3 0.1 -1\nv 0.3 1 -1\nv 0.3 1 1\nv 0.3 0.1 1\nf 1 2 3 4\n';
const sole =
  'v -0.1 0 -0.1\nv 0.1 0 -0.1\nv 0.1 0 0.1\nv -0.1 0 0.1\nv -0.1 0.1 -0.1\nv 0.1 0.1 -0.1\nv 0.1 0.1 0.1\nv -0.1 0.1 0.1\n' +
  'f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n';
const wedge = (height: number) =>
  `v 0 0 0\nv 1 0 0\nv 0 ${height} 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;
const drawing = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0H${width}V2H0Z"/></svg>`;
/** Returns 4 × 4 pixels: from black to white in steps from left to right, and transparent to opaque from top to bottom. */
const picture = (first: number) =>
  encodePng8(
    Uint8Array.from({ length: 64 }, (_, k) => 85 * (k % 4 === 3 ? k >> 4 : (first + (k >> 2)) % 4)),
    4,
    4,
    4,
  );
const cloud =
  'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n1 2 3\n';

/** An obstacle, a character, and files for the shapes of particles. */
export const particleFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ...softLimbFiles,
  ['plate.obj', encode(plate)],
  ['still.csv', encode('time,x,y,z\n0,0,0,0\n1,0,0,0\n')],
  ['foot.obj', encode(sole)],
  ['step.csv', encode('time,x,y,z\n0,-0.1,0.1,0\n0.05,-0.1,0.07,0\n0.15,0,-0.05,0\n0.4,0,-0.05,0\n')],
  ['later.csv', encode('time,x,y,z\n0,0.3,0.1,0.3\n0.1,0.3,0.08,0.3\n0.3,0.2,-0.03,0.3\n')],
  ['picture.png', picture(0)],
  ['other.png', picture(1)],
  ['low.obj', encode(wedge(1))],
  ['high.obj', encode(wedge(2))],
  ['wide.svg', encode(drawing(4))],
  ['narrow.svg', encode(drawing(1))],
  ['cloud.ply', encode(cloud)],
  ['squares.otf', makeFont()],
  [
    'letters.otf',
    new Uint8Array(readFileSync(new URL('../../../scenes/assets/letters.otf', import.meta.url))),
  ],
]);

/** Returns a scene in which two boxes step into a ground with particles that have these parameters. */
export const steppedScene = (values: object) => ({
  version: 1,
  time: { start: 0, end: 0.4, fps: 30 },
  actors: [
    { name: 'foot', file: 'foot.obj', keys: 'step.csv' },
    { name: 'other', file: 'foot.obj', keys: 'later.csv' },
  ],
  systems: [
    { system: 'ground', name: 'ground', material: 'sand', cell: 0.05, size: [2, 2], noiseAmplitude: 0.01 },
    { system: 'particles', name: 'particles', rate: 60, ...values },
  ],
});

/** Returns a scene with particles that have these parameters in addition to those of the base. */
export const particlesScene = (values: object) => ({
  version: 1,
  time: { start: 0, end: 0.4, fps: 30 },
  actors: [{ name: 'plate', file: 'plate.obj', keys: 'still.csv' }],
  systems: [{ system: 'particles', name: 'particles', rate: 40, ...values }],
});
