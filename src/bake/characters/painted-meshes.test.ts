import { expect, test } from 'vitest';
import { encodePng8 } from '../../files/png.ts';
import type { RigSurface } from '../../motion/rig.ts';
import { surfaceColors } from './painted-meshes.ts';

const surface = {
  positions: new Float32Array(6),
  color: [1, 0.5, 1],
  texcoords: Float32Array.of(0.25, 0.5, 0.75, 0.5),
} as unknown as RigSurface;

test('vertices have the colours of the texture, multiplied by the colour of the surface', () => {
  const bytes = encodePng8(Uint8Array.of(255, 255, 0, 0, 0, 255), 2, 1);
  const colors = surfaceColors({ ...surface, picture: { name: 'skin.png', bytes } });
  expect([...colors!]).toEqual([1, 0.5, 0, 0, 0, 1]);
});

test('a damaged texture, and none, leave the colours as they are', () => {
  const own = Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
  const picture = { name: 'broken.png', bytes: Uint8Array.of(1, 2, 3) };
  expect(surfaceColors({ ...surface, picture })).toBeUndefined();
  expect(surfaceColors({ ...surface, colors: own, picture })).toBe(own);
  expect(surfaceColors({ ...surface, colors: own })).toBe(own);
});
