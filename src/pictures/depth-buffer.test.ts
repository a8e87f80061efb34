import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { createDepthBuffer, drawTriangles } from './depth-buffer.ts';

const [width, height] = [37, 29];

/** A slow reference implementation: tests each pixel against each triangle, with separately computed barycentric coordinates. */
function drawSlowly(points: number[], indices: number[]): { depth: number[]; triangle: number[] } {
  const depth = new Array(width * height).fill(Infinity);
  const triangle = new Array(width * height).fill(-1);
  for (let k = 0; k < depth.length; k++) {
    const [x, y] = [(k % width) + 0.5, Math.floor(k / width) + 0.5];
    for (let t = 0; t < indices.length / 3; t++) {
      const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[3 * t + corner]);
      const cross = (p: number, q: number) =>
        (points[p] - x) * (points[q + 1] - y) - (points[p + 1] - y) * (points[q] - x);
      const [wa, wb, wc] = [cross(b, c), cross(c, a), cross(a, b)];
      const area = wa + wb + wc;
      if (area === 0 || wa / area < 0 || wb / area < 0 || wc / area < 0) continue;
      const z = (wa * points[a + 2] + wb * points[b + 2] + wc * points[c + 2]) / area;
      if (Math.fround(z) < depth[k]) [depth[k], triangle[k]] = [Math.fround(z), t];
    }
  }
  return { depth, triangle };
}

test.each([1, 2, 3, 4, 5])(
  'the rasteriser agrees with the slow reference implementation (seed %i)',
  (seed) => {
    const vertices = 40;
    const points: number[] = [];
    for (let v = 0; v < vertices; v++)
      points.push(
        hashUnit(seed, v, 0) * (width + 20) - 10,
        hashUnit(seed, v, 1) * (height + 20) - 10,
        hashUnit(seed, v, 2),
      );
    const indices = Array.from({ length: 3 * 30 }, (_, k) => Math.floor(hashUnit(seed, k, 9) * vertices));
    const buffer = createDepthBuffer(width, height);
    drawTriangles(buffer, points, indices, 0);
    const slow = drawSlowly(points, indices);
    let covered = 0;
    let different = 0;
    for (let k = 0; k < slow.depth.length; k++) {
      if (slow.triangle[k] >= 0) covered++;
      if (buffer.triangle[k] !== slow.triangle[k]) different++;
      else if (slow.triangle[k] >= 0) expect(buffer.depth[k]).toBeCloseTo(slow.depth[k], 5);
    }
    expect(covered).toBeGreaterThan(width * height * 0.3);
    // If an edge passes exactly through the centre of a pixel, rounding decides.
    expect(different).toBeLessThanOrEqual(1);
  },
);

test('triangles that share an edge leave no gap between them', () => {
  const buffer = createDepthBuffer(20, 20);
  const points = [0, 0, 1, 20, 0, 1, 20, 20, 1, 0, 20, 1];
  drawTriangles(buffer, points, [0, 1, 2, 0, 2, 3], 0);
  expect([...buffer.triangle].filter((triangle) => triangle < 0)).toEqual([]);
});

test('triangles that are not finite, flat or outside are omitted without an error', () => {
  const buffer = createDepthBuffer(10, 10);
  const points = [
    Number.NaN,
    0,
    0,
    5,
    5,
    0,
    0,
    9,
    0,
    3,
    3,
    0,
    3,
    3,
    0,
    3,
    3,
    0,
    1e9,
    1e9,
    0,
    1e9,
    2e9,
    0,
    2e9,
    1e9,
    0,
    Infinity,
    0,
    0,
    -3,
    0,
    0,
    0,
    5,
    0,
  ];
  drawTriangles(
    buffer,
    points,
    Array.from({ length: 12 }, (_, k) => k),
    0,
  );
  expect([...buffer.triangle].every((triangle) => triangle === -1)).toBe(true);
});
