/** Makes the maps of the coat: `npx tsx tools/assets/fox-coat/make-maps.ts`. Deterministic. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sideView } from '../fox/body.ts';
import { drawCoatMap, type MapName, mapNames } from '../shapes/coat-maps.ts';
import { foxCoat } from './draw-maps.ts';

export function foxMapFile(name: MapName): string {
  return fileURLToPath(new URL(`../../../scenes/fox-coat/${name}.png`, import.meta.url));
}

/** Creates the bytes of a map of the coat. */
export function makeFoxMap(name: MapName): Uint8Array {
  return drawCoatMap(name, foxCoat, sideView);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of mapNames) writeFileSync(foxMapFile(name), makeFoxMap(name));
}
