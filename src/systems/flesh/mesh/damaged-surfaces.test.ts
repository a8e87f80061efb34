import { expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import { hashUnit } from '../../../math/random.ts';
import { measureElements } from '../../../motion/element-quality.ts';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';
import { times } from '../../../testing/long.ts';
import { createBox, createCylinder, createSphere } from '../testing/closed-surfaces.ts';
import { closeSurface } from './close-surface.ts';
import { meshRegion } from './mesh-region.ts';

const solids = [createSphere(1, 16), createBox([-1, -1, -1], [1, 1, 1]), createCylinder(1, 2, 16)];

/** Returns a solid whose triangles are randomly removed, flipped, duplicated or detached, or have wrong corners. */
function damage(seed: number): ClosedSurface {
  const chance = (k: number, n: number) => hashUnit(seed, k, n);
  const solid = solids[seed % solids.length];
  const jitter = chance(0, 1) < 0.5 ? 0 : 0.3 * chance(0, 2);
  const positions = Array.from(solid.positions, (value, k) => value + jitter * (chance(k, 3) - 0.5));
  const triangles: number[] = [];
  const fraction = 0.3 * chance(0, 4);
  for (let t = 0; t < solid.triangles.length / 3; t++) {
    const [a, b, c] = solid.triangles.subarray(3 * t, 3 * t + 3);
    const what = chance(t, 5) / fraction;
    if (what < 0.2) continue;
    if (what < 0.4) triangles.push(a, c, b);
    else if (what < 0.55) triangles.push(a, b, c, b, c, a);
    else if (what < 0.7) triangles.push(a, b, c, a, c, b);
    else if (what < 0.85) {
      const first = positions.length / 3;
      for (const v of [a, b, c]) positions.push(...positions.slice(3 * v, 3 * v + 3).map((x) => x * 1.1));
      triangles.push(first, first + 1, first + 2);
    } else if (what < 1) triangles.push(a, b, Math.floor(chance(t, 6) * (positions.length / 3)));
    else triangles.push(a, b, c);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const seedCount = times({ short: 12, long: 30 });

test(`a damaged surface gives a valid mesh or an InputError (seeds 1 to ${seedCount})`, () => {
  let meshed = 0;
  for (let seed = 1; seed <= seedCount; seed++) {
    const { positions, triangles } = damage(seed);
    try {
      const repaired = closeSurface(positions, triangles, () => false, 'systems[0]');
      const { mesh, quality } = meshRegion(repaired.surface, { elementCount: 300, isFree: true });
      expect(quality.worst, `seed ${seed}`).toBeGreaterThan(0.02);
      expect(measureElements(mesh.positions, mesh.tets, 10).volume, `seed ${seed}`).toBeGreaterThan(0);
      expect(mesh.positions.every(Number.isFinite), `seed ${seed}`).toBe(true);
      meshed++;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.message, `seed ${seed}`).toMatch(/^systems\[0\]: expected|^region: expected/);
    }
  }
  expect(meshed).toBeGreaterThan(0.7 * seedCount);
});
