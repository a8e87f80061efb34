import { expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { cutRegion } from './plane-region.ts';
import { createRegionDistance } from './region-distance.ts';

type Corners = readonly (readonly [number, number])[];

function ring(corners: number, radius: number, turn = 0.3): [number, number][] {
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners + turn;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

const zigzag: Corners = [
  [-1, -1],
  [1, -0.9],
  [1, 0.3],
  [-0.4, 0.2],
  [-0.5, 0.6],
  [1, 0.5],
  [0.9, 1],
  [-1, 0.8],
];

/**
 * Returns the signed distance to the nearest of all edges. Its sign is from the number of edges that a ray to the right crosses.
 */
function measureAll(loops: readonly Corners[], x: number, y: number): number {
  let min = Number.POSITIVE_INFINITY;
  let crossings = 0;
  for (const loop of loops) {
    loop.forEach(([ax, ay], k) => {
      const [bx, by] = loop[(k + 1) % loop.length];
      const [dx, dy] = [bx - ax, by - ay];
      const fraction = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
      min = Math.min(min, Math.hypot(x - ax - fraction * dx, y - ay - fraction * dy));
      if (ay > y !== by > y && x < ax + ((y - ay) * dx) / dy) crossings++;
    });
  }
  return crossings % 2 ? -min : min;
}

test.each<[string, readonly Corners[]]>([
  ['triangle', [ring(3, 0.8)]],
  ['round', [ring(64, 0.5)]],
  ['with a hole', [ring(40, 0.6), ring(31, 0.4)]],
  ['with notches', [zigzag]],
])('the distance equals that of all edges, for any number of queries: %s', (name, loops) => {
  const region = cutRegion([
    { name, loops: loops.map((loop) => Float64Array.from(loop.flat())), fillRule: 'evenodd', color: null },
  ]);
  const distance = createRegionDistance(region);
  let worst = 0;
  for (let i = 0; i < 3000; i++) {
    const x = 2.6 * hashUnit(1, i) - 1.3;
    const y = 2.6 * hashUnit(2, i) - 1.3;
    const expected = measureAll(loops, x, y);
    for (let round = 0; round < 3; round++) worst = Math.max(worst, Math.abs(distance(x, y) - expected));
  }
  expect(worst).toBeLessThan(1e-12);
});
