/** Makes the log that the runner trips over: `npx tsx tools/assets/tripping-runner/make-log.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cos, sin } from '../../../src/math/portable.ts';
import { SolidBuilder } from '../bicycle/solids.ts';

export const logFile = fileURLToPath(new URL('../../../scenes/tripping-runner/log.obj', import.meta.url));

/** Creates the OBJ text of a knotty piece of driftwood along Z, metres. */
export function makeLog(): string {
  const [half, radius, rings, sides] = [0.42, 0.072, 24, 20];
  const profile = Array.from({ length: rings + 1 }, (_, k) => {
    const s = k / rings;
    const end = Math.min(1, 14 * Math.min(s, 1 - s));
    return [2 * half * s, radius * Math.sqrt(end) * (1 - 0.25 * s)] as const;
  });
  const relief = (point: number, side: number) =>
    0.004 * sin(0.9 * point + 2 * sin(side)) + 0.005 * cos((6 * Math.PI * side) / sides + 0.25 * point);
  const { positions, indices } = new SolidBuilder()
    .lathe([0, 0, -half], [0, 0, 1], profile, sides, false, relief)
    .build();
  const lines = ['# made by tools/assets/tripping-runner/make-log.ts; metres'];
  for (let k = 0; k < positions.length; k += 3) {
    lines.push(`v ${[0, 1, 2].map((i) => positions[k + i].toFixed(4)).join(' ')}`);
  }
  for (let k = 0; k < indices.length; k += 3) {
    lines.push(`f ${[0, 1, 2].map((i) => indices[k + i] + 1).join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(logFile, makeLog());
