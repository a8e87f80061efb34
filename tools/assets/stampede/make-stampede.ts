/**
 * Makes the stampede: `npx tsx tools/assets/stampede/make-stampede.ts`. It writes `scenes/stampede/terrain.png` and `scene.json`. A thousand
 * riders on bicycles ride through a valley of 2 km. Deterministic.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { encodePng16 } from '../../../src/files/png.ts';
import { atan2, cos, exp, sin } from '../../../src/math/portable.ts';
import { hashUnit } from '../../../src/math/random.ts';

export const stampedeFolder = fileURLToPath(new URL('../../../scenes/stampede/', import.meta.url));

/** Length of the valley along x, m. */
const valleyLength = 2000;
/** Samples of the height map: their numbers across and down, their distance in m, and the height of the maximum level in m. */
const [columns, rows, spacing, high] = [221, 61, 10, 120] as const;

/** Returns z of the middle of the valley floor, m. */
export function middleAt(x: number): number {
  return 26 * sin(x / 170 + 0.6) + 12 * sin(x / 71 + 2);
}

/** Returns the heading along the valley floor: the angle from +Z towards +X. */
export function headingAt(x: number): number {
  return atan2(2, middleAt(x + 1) - middleAt(x - 1));
}

/** Returns the height of the valley, m: a floor about 80 m wide with low swells, and sides with ridges that run down to it. */
export function valleyHeight(x: number, z: number): number {
  const across = z - middleAt(x);
  const side = 1 - exp(-((across / 150) ** 2));
  const ridge = 0.5 + 0.5 * sin(x / 61 + 0.5 * sin(x / 37) + (across > 0 ? 1.3 : 4));
  const wall = side * (46 + 22 * ridge + 9 * sin(x / 143 + 0.02 * z));
  return 4 + wall + 0.5 * sin(x / 47) * cos(z / 39) + 0.35 * sin(x / 23 + z / 31);
}

/** Creates the height map of the valley. Row 0 is the far (-Z) edge, column 0 is -X. */
export function makeValley(): Uint8Array {
  const samples = new Uint16Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const x = (i - (columns - 1) / 2) * spacing;
      const z = (j - (rows - 1) / 2) * spacing;
      samples[j * columns + i] = Math.round((valleyHeight(x, z) / high) * 65535);
    }
  }
  return encodePng16(samples, columns, rows);
}

/** Speed of the riders, m/s, and the length of a bicycle with the distance to the next one, m. */
const speed = 4.2;
const room = 2.4;

/** Min distance of two riders who ride side by side, m. */
const lane = 1.1;

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

/**
 * Returns the positions of riders along the valley and across it, m. They ride in groups that are dense in their middle. No two are closer
 * than a bicycle.
 */
function placeRiders(count: number): [along: number, across: number][] {
  const length = (valleyLength * count) / 1000;
  const groups = Math.max(1, Math.round(count / 22));
  const placed: [number, number][] = [];
  for (let k = 0, tries = 0; k < count; tries++) {
    const group = k % groups;
    const middle = (group + 0.5 + 0.3 * (hashUnit(3, group, 0) - 0.5)) / groups - 0.5;
    const spread = () => hashUnit(1, tries, 0) + hashUnit(1, tries, 1) + hashUnit(1, tries, 2) - 1.5;
    const along = middle * length + (length / groups) * 0.42 * spread();
    const offset = 7 * (hashUnit(3, group, 1) - 0.5);
    const across = offset + 8 * (hashUnit(1, tries, 3) + hashUnit(1, tries, 4) + hashUnit(1, tries, 5) - 1.5);
    if (Math.abs(along) > length / 2) continue;
    if (placed.some(([a, b]) => Math.abs(a - along) < room && Math.abs(b - across) < lane)) continue;
    placed.push([along, across]);
    k++;
  }
  return placed.sort((a, b) => a[0] - b[0]);
}

const builds = ['red', 'blue', 'yellow'];

/** Creates the scene of the stampede with a number of riders, over a part of the valley in proportion. */
export function makeStampede(count: number, seconds: number) {
  const actors = placeRiders(count).map(([along, across], k) => {
    const heading = headingAt(along) + 0.16 * (hashUnit(2, k, 1) - 0.5);
    const offset = round(3 * hashUnit(2, k, 2));
    // At the end, the rider is at its position in the herd.
    const ridden = speed * (seconds + offset);
    return {
      name: `rider-${k + 1}`,
      file: `../assets/rider-${builds[Math.floor(3 * hashUnit(2, k, 0))]}.glb`,
      travel: 'still',
      position: [
        round(along - ridden * sin(heading)),
        0,
        round(middleAt(along) + across - ridden * cos(heading)),
      ],
      heading: round(heading, 3),
      offset,
      softDepth: 0.025,
      contactParts: ['rear_wheel', 'front_wheel'],
    };
  });
  return {
    $schema: '../../schema/scene.schema.json',
    version: 1,
    seed: 1,
    time: { start: 0, end: seconds, fps: 30 },
    actors,
    systems: [
      {
        system: 'ground',
        name: 'valley',
        material: 'sand',
        cell: 0.01,
        terrain: 'terrain.png',
        terrainMax: high,
        terrainSpacing: [spacing, spacing],
        terrainNoise: true,
        noiseAmplitude: 0.004,
        noiseWavelength: 1.2,
      },
    ],
    outputs: ['groundState'],
  };
}

/** Returns the text of a scene with one actor in each line. Indented JSON would be three times as long. */
export function formatStampede(scene: ReturnType<typeof makeStampede>): string {
  const { actors, ...rest } = scene;
  const lines = actors.map((actor) => `    ${JSON.stringify(actor)}`).join(',\n');
  const text = JSON.stringify({ ...rest, actors: [] }, null, 2);
  return `${text.replace('"actors": []', () => `"actors": [\n${lines}\n  ]`)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  mkdirSync(stampedeFolder, { recursive: true });
  writeFileSync(`${stampedeFolder}terrain.png`, makeValley());
  writeFileSync(`${stampedeFolder}scene.json`, formatStampede(makeStampede(1000, 4)));
}
