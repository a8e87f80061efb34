/** Makes the wheel, the cart and their paths: `npx tsx tools/assets/rolling-wheel/make-wheel.ts`. It writes the same bytes every time. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildCart, buildWheel, wheelColors, wheelRadius, writeMaterials, writeObj } from './build-wheel.ts';
import { wheelPath, writeKeys, writeTable } from './paths.ts';

/** Depth of the prints of the lugs, m. */
const sinks = 0.024;
/** Size of the cart's wheels relative to the single wheel. */
const cartScale = 0.72;

/** Creates all files by name. */
export function makeFiles(): Map<string, string> {
  const cartHeight = wheelRadius * cartScale - sinks;
  return new Map([
    ['wheel.obj', writeObj(buildWheel(), 'wheel.mtl', 'A wheel with a lugged tyre, radius 0.3 m, axle x')],
    [
      'cart.obj',
      writeObj(buildCart(cartHeight), 'wheel.mtl', 'A handcart without its wheels, axle x, forward z'),
    ],
    ['wheel.mtl', writeMaterials(wheelColors)],
    ['wheel.csv', writeTable(wheelPath(), wheelRadius - sinks)],
    ['cart.keys.json', writeKeys(cartHeight)],
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, text] of makeFiles())
    writeFileSync(new URL(`../../../scenes/rolling-wheel/${name}`, import.meta.url), text);
}
