import { expect, test } from 'vitest';
import { type DrawnStrands, drawFur } from './draw-fur.ts';

/** Returns dark strands that lie on a level skin and point along +X, in rows. */
function layStrands(gloss: number, translucency: number): DrawnStrands {
  const count = 400;
  const positions = Array.from({ length: count }, (_, k) => {
    const [x, z] = [(k % 20) / 20, Math.floor(k / 20) / 20];
    return [x, 0, z, x + 0.05, 0.01, z, x + 0.1, 0.01, z];
  }).flat();
  return {
    pointCount: 3,
    positions,
    widths: new Float32Array(3 * count).fill(0.03),
    colors: new Float32Array(9 * count).fill(0.05),
    normals: Array.from({ length: 3 * count }, (_, k) => (k % 3 === 1 ? 1 : 0)),
    gloss,
    translucency,
  };
}

test('glossy strands are brighter on average, and not all alike', () => {
  const draw = (gloss: number) =>
    drawFur(layStrands(gloss, 0), [], { azimuth: 0, elevation: 0.9 }, 80, 60).rgb;
  const [dull, glossy] = [draw(0), draw(1)];
  const rises = Array.from(dull, (value, k) => glossy[k] - value);
  expect(Math.min(...rises)).toBe(0);
  expect(Math.max(...rises)).toBeGreaterThan(20);
  expect(new Set(rises).size).toBeGreaterThan(10);
});
