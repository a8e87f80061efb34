/** Makes `scenes/crowd/scene.json`: `npx tsx tools/assets/crowd/make-crowd.ts`. A hundred mannequins jump in a wave. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hashUnit } from '../../../src/math/random.ts';
import { jumpPeriod } from '../mannequin/jump.ts';

export const crowdFile = fileURLToPath(new URL('../../../scenes/crowd/scene.json', import.meta.url));

const rows = 10;
const spacing = 1.3;
/** Delay of the jump from one row to the next, seconds. */
const delay = 0.14;

/** Colours as the scene has them: sRGB. */
const skins = [
  [0.85, 0.68, 0.58],
  [0.77, 0.59, 0.47],
  [0.62, 0.44, 0.33],
  [0.46, 0.31, 0.24],
  [0.35, 0.23, 0.18],
];
const cloths = [
  [0.2, 0.22, 0.26],
  [0.62, 0.18, 0.14],
  [0.16, 0.34, 0.52],
  [0.8, 0.6, 0.2],
  [0.2, 0.42, 0.3],
  [0.74, 0.72, 0.68],
];

/** Returns the colours of one of 30 people. Jumpers with the same colours share their character. */
function colorsOf(k: number) {
  const person = Math.floor(30 * hashUnit(1, k, 4));
  return [
    { material: 'body', color: skins[person % 5] },
    { material: 'shorts', color: cloths[person % 6] },
    { material: 'upper', color: cloths[(person + 2) % 6] },
  ];
}

/** Creates the text of the scene. Each mannequin has its own belly. The belly is prepared only once, for all mannequins. */
export function makeCrowd(): string {
  const positions = Array.from({ length: rows * rows }, (_, k) => [k % rows, Math.floor(k / rows)]);
  const round = (value: number) => Math.round(1000 * value) / 1000;
  const actors = positions.map(([column, row], k) => {
    const late = delay * (row + 0.35 * column) + 0.12 * hashUnit(1, k, 0);
    return {
      name: `jumper-${k + 1}`,
      file: '../assets/crowd-mannequin.glb',
      clip: 'jump',
      position: [
        round(spacing * (column - (rows - 1) / 2) + 0.3 * (hashUnit(1, k, 1) - 0.5)),
        0,
        round(spacing * (row - (rows - 1) / 2) + 0.3 * (hashUnit(1, k, 2) - 0.5)),
      ],
      heading: round(0.3 * (hashUnit(1, k, 3) - 0.5)),
      offset: round(2 * jumpPeriod - (late % jumpPeriod)),
      colors: colorsOf(k),
    };
  });
  const systems = actors.map(({ name }, k) => ({
    system: 'flesh',
    name: `belly-${k + 1}`,
    actor: name,
    joints: ['spine.1', 'spine.2'],
    elements: 2000,
  }));
  return `${JSON.stringify(
    {
      $schema: '../../schema/scene.schema.json',
      version: 1,
      seed: 1,
      time: { start: 0, end: jumpPeriod, fps: 30 },
      actors,
      systems,
    },
    null,
    2,
  )}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(crowdFile, makeCrowd());
