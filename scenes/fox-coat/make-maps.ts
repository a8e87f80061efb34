/** Makes the maps of the coat: `npx tsx scenes/fox-coat/make-maps.ts`. The same bytes each time. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { encodePng8 } from '../../src/files/png.ts';
import { fromMap } from '../fox/side-view.ts';
import { combAt, densityAt, lengthAt, longest } from './draw-maps.ts';

const side = 384;

/** Red, green and blue, 0..1, at a height and a length of the fox. */
const drawings = {
  length: (y: number, z: number) => new Array(3).fill(lengthAt(y, z) / longest),
  density: (y: number, z: number) => new Array(3).fill(densityAt(y, z)),
  comb: (y: number, z: number) => [...combAt(y, z).map((part) => (128 + 127 * part) / 255), 128 / 255],
} as const;
export type MapName = keyof typeof drawings;
export const mapNames = Object.keys(drawings) as MapName[];

export function mapFile(name: MapName): string {
  return fileURLToPath(new URL(`./${name}.png`, import.meta.url));
}

/** The bytes of a map. */
export function makeMap(name: MapName): Uint8Array {
  const rgb = new Uint8Array(3 * side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const [y, z] = fromMap((column + 0.5) / side, (row + 0.5) / side);
      rgb.set(
        drawings[name](y, z).map((value) => Math.round(255 * value)),
        3 * (row * side + column),
      );
    }
  }
  return encodePng8(rgb, side, side, 3);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of mapNames) writeFileSync(mapFile(name), makeMap(name));
}
