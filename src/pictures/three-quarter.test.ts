import { expect, test } from 'vitest';
import { makePrintGround } from './testing/print-ground.ts';
import { makeWalker } from './testing/walker.ts';
import { drawThreeQuarter } from './three-quarter.ts';

const size = [240, 76] as const;

/** Returns the colour of a pixel. */
function pixel(rgb: Uint8Array, x: number, y: number): number[] {
  return [...rgb.subarray(3 * (y * size[0] + x), 3 * (y * size[0] + x) + 3)];
}

test('without characters there is no three-quarter view', () => {
  const ground = makePrintGround(2, { material: 'sand', length: 4, width: 2, cell: 0.02 });
  expect(drawThreeQuarter(ground, [], [1, 0], ...size)).toBeNull();
});

test('no part of the ground is black, also where a narrow ground ends', () => {
  const ground = makePrintGround(2, { material: 'mud', length: 4, width: 1.2, cell: 0.02 });
  const { rgb } = drawThreeQuarter(ground, makeWalker(3, 0.6), [1, 0], ...size)!;
  // The character is in the middle; the ground beside it extends to the horizon.
  for (let y = 20; y < size[1]; y++) {
    for (const x of [4, 20, 40, 200, 220, 236]) {
      expect(Math.max(...pixel(rgb, x, y)), `${x} ${y}`).toBeGreaterThan(40);
    }
  }
});

test('a character far from the others does not make the view too wide', () => {
  const ground = makePrintGround(2, { material: 'sand', length: 4, width: 2, cell: 0.02 });
  const near = makeWalker(3, 1);
  const far = makeWalker(900, 1);
  const alone = drawThreeQuarter(ground, near, [1, 0], ...size)!;
  expect(drawThreeQuarter(ground, [...near, ...far], [1, 0], ...size)!.rgb).toEqual(alone.rgb);
});
