/**
 * Makes `scenes/trampled-beach`: `npx tsx tools/assets/trampled-beach/make-trampled-beach.ts`. Three characters cross level sand once. Their
 * saved grounds become stamps in many positions. The script writes the same bytes every time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bakeScene } from '../../../src/bake/bake-scene.ts';
import { cos, sin } from '../../../src/math/portable.ts';
import { hashUnit } from '../../../src/math/random.ts';
import { createDiskFiles } from '../../../src/node/disk-files.ts';
import { openScene } from '../../../src/scene/open-scene.ts';
import { parseScene } from '../../../src/scene/parse-scene.ts';
import { degree } from '../shapes/turns.ts';

const folder = fileURLToPath(new URL('../../../scenes/trampled-beach/', import.meta.url));
const cell = 0.01;

/** The characters whose saved grounds become stamps. Each is at the origin in the middle of `seconds`. */
const passers = [
  { name: 'stroller', clip: 'walk', height: 1.78, heading: 73, speed: 1.35, seconds: 6.4, softDepth: 0.035 },
  { name: 'child', clip: 'walk', height: 1.18, heading: 52, speed: 1, seconds: 6, softDepth: 0.02 },
  { name: 'jogger', clip: 'run', height: 1.7, heading: 97, speed: 3, seconds: 3.2, softDepth: 0.045 },
] as const;

/** Returns the state that a passer leaves on level sand. */
async function bakePasser({ name, seconds, heading, speed, ...actor }: (typeof passers)[number]) {
  const away = (-speed * seconds) / 2;
  const scene = {
    version: 1,
    time: { start: 0, end: seconds, fps: 10 },
    actors: [
      {
        ...actor,
        file: '../assets/mannequin.glb',
        speed,
        position: [away * sin(heading * degree), 0, away * cos(heading * degree)],
        heading: heading * degree,
      },
    ],
    systems: [{ system: 'ground', name, material: 'sand', cell, noiseAmplitude: 0 }],
    outputs: ['groundState'],
  };
  const plan = await openScene(parseScene(scene), createDiskFiles(folder), { name });
  let state = new Uint8Array(0);
  await bakeScene(plan, {
    write: (file, bytes) => {
      if (file === `${name}.ground`) state = new Uint8Array(bytes);
    },
  });
  return state;
}

const round = (value: number) => Math.round(100 * value) / 100;
const stampCount = 260;
/** Length and width of the area in which paths have their middles, m. */
const area = [22, 17] as const;

function listStamps() {
  return Array.from({ length: stampCount }, (_, k) => {
    // Most people walk along the beach.
    const kind = hashUnit(7, k, 0);
    const { name } = passers[kind < 0.5 ? 0 : kind < 0.78 ? 1 : 2];
    const isAlong = hashUnit(7, k, 1) < 0.62;
    const quarterTurns = (isAlong ? 0 : 1) + (hashUnit(7, k, 2) < 0.5 ? 0 : 2);
    return {
      file: `${name}.ground`,
      position: [
        round(area[0] * (hashUnit(7, k, 3) - 0.5)),
        round(area[1] * (hashUnit(7, k, 4) - 0.5) - 2.5),
      ],
      quarterTurns,
      mirrored: hashUnit(7, k, 5) < 0.5,
    };
  });
}

const clothes = (shirt: number[], shorts: number[], shoes: number[], body: number[], hair: number[]) =>
  Object.entries({ shirt, shorts, upper: shoes, body, hair }).map(([material, color]) => ({
    material,
    color,
  }));

const scene = {
  $schema: '../../schema/scene.schema.json',
  version: 1,
  seed: 1,
  time: { start: 0, end: 4, fps: 30 },
  actors: [
    {
      name: 'woman',
      file: '../assets/mannequin.glb',
      clip: 'walk',
      height: 1.68,
      speed: 1.3,
      position: [-3.9, 0, 0.5],
      heading: '96deg',
      colors: clothes(
        [0.93, 0.9, 0.84],
        [0.2, 0.3, 0.46],
        [0.85, 0.83, 0.8],
        [0.77, 0.59, 0.47],
        [0.45, 0.3, 0.18],
      ),
    },
    {
      name: 'man',
      file: '../assets/mannequin.glb',
      clip: 'walk',
      height: 1.82,
      speed: 1.3,
      position: [-3.95, 0, -0.5],
      heading: '96deg',
      offset: 0.31,
      colors: clothes(
        [0.2, 0.42, 0.5],
        [0.72, 0.66, 0.54],
        [0.3, 0.22, 0.16],
        [0.46, 0.31, 0.24],
        [0.08, 0.07, 0.06],
      ),
    },
    {
      name: 'jogger',
      file: '../assets/mannequin.glb',
      clip: 'run',
      height: 1.74,
      speed: 3,
      position: [7.6, 0, -2.4],
      heading: '-82deg',
    },
  ],
  systems: [
    {
      system: 'ground',
      name: 'beach',
      material: 'sand',
      cell,
      noiseAmplitude: 0.02,
      noiseWavelength: 3.4,
      stamps: listStamps(),
    },
  ],
};

mkdirSync(folder, { recursive: true });
for (const passer of passers) writeFileSync(`${folder}${passer.name}.ground`, await bakePasser(passer));
const joinLines = (lines: string) => lines.replace(/\s*\n\s*/g, ' ');
const text = JSON.stringify(scene, null, 2)
  .replace(/\[\s*([^{}[\]]*?)\s*\]/g, (_, numbers) => `[${joinLines(numbers)}]`)
  // A stamp and a colour have one line each.
  .replace(/\{\s*([^{}]*?)\s*\}/g, (whole, fields) =>
    fields.length < 130 ? `{ ${joinLines(fields)} }` : whole,
  );
writeFileSync(`${folder}scene.json`, `${text}\n`);
