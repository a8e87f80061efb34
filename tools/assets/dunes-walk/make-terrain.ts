/** Makes the dunes: `npx tsx tools/assets/dunes-walk/make-terrain.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { encodePng16 } from '../../../src/files/png.ts';
import { cos, sin } from '../../../src/math/portable.ts';

export const terrainFile = fileURLToPath(new URL('../../../scenes/dunes-walk/terrain.png', import.meta.url));

/** Numbers of samples across and down, their spacing in metres, and the height of the maximum level in metres. */
export const [columns, rows, spacing, high] = [141, 81, 0.1, 1.6] as const;

/**
 * Returns the height of the dunes, m: two crests across the path, gentle to windward (-X) and steeper to lee, which meander along Z, on low
 * swells. No slope exceeds the angle of repose of dry sand.
 */
function duneHeight(x: number, z: number): number {
  const wind = x - 0.55 * sin(0.5 * z) - 0.2 * sin(1.3 * z + 1);
  const phase = (2 * Math.PI * (wind + 1.2)) / 6.5;
  // An asymmetric wave: its phase is advanced on the lee side.
  const crest = 0.5 + 0.5 * cos(phase - 0.45 * sin(phase));
  const height = 0.46 + 0.08 * sin(0.45 * z + 0.8);
  return 0.25 + height * crest * crest + 0.05 * sin(0.8 * x + 0.6 * z) + 0.04 * sin(0.9 * z - 0.35 * x + 2);
}

/** Creates the 16-bit PNG of the dunes. Row 0 is the far (-Z) edge, column 0 is -X. */
export function makeTerrain(): Uint8Array {
  const samples = new Uint16Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const x = (i - (columns - 1) / 2) * spacing;
      const z = (j - (rows - 1) / 2) * spacing;
      samples[j * columns + i] = Math.round((duneHeight(x, z) / high) * 65535);
    }
  }
  return encodePng16(samples, columns, rows);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(terrainFile, makeTerrain());
