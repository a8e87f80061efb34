import { describe, expect, test } from 'vitest';
import { workInTurns } from '../../../long-work.ts';
import { hashUnit } from '../../../math/random.ts';
import { measureElements } from '../../../motion/element-quality.ts';
import type { ClosedSurface, TetMesh } from '../../../motion/tet-mesh.ts';
import { casesOf } from '../../../testing/long.ts';
import { solveModes } from '../solve/solve-modes.ts';
import { createBox, createCapsule, createCylinder, createSphere } from '../testing/closed-surfaces.ts';
import { type BoneCore, capsuleCore, capsulesCore, surfaceCore } from './bone-core.ts';
import { measureSurface } from './close-surface.ts';
import { meshingRegion, meshRegion } from './mesh-region.ts';
import { findBoundary, findNeighbours } from './tet-faces.ts';

const thigh = createCapsule(0.08, 0.42, 96);
const bone = capsuleCore([0, 0, -0.3], [0, 0, 0.3], 0.016);
// The thigh without its cylindrical bone, which extends from skin to skin.
const thighVolume =
  Math.PI * 0.08 ** 2 * 0.26 + (4 / 3) * Math.PI * 0.08 ** 3 - Math.PI * 0.016 ** 2 * 0.4168;

/**
 * Checks the invariants of every mesh: elements have positive volume and straight edges; each face belongs to two elements or
 * to a closed boundary.
 */
function expectSound(mesh: TetMesh): void {
  const { positions, tets } = mesh;
  for (let k = 0; k < tets.length; k += 10) {
    const one = measureElements(positions, tets.subarray(k, k + 10), 10);
    expect(one.volume).toBeGreaterThan(0);
  }
  const { facets } = findBoundary(tets, 10, findNeighbours(tets, 10, positions.length / 3));
  const balance = new Map<number, number>();
  const nodeCount = positions.length / 3;
  facets.forEach((a, k) => {
    const b = facets[k % 3 === 2 ? k - 2 : k + 1];
    const key = Math.min(a, b) * nodeCount + Math.max(a, b);
    balance.set(key, (balance.get(key) ?? 0) + (a < b ? 1 : -1));
  });
  expect([...balance.values()].some((sum) => sum !== 0)).toBe(false);
}

describe('the thigh of the reference', () => {
  test('5,000 elements: count within 10 %, volume within 1 %, minimum quality, bone wall held', () => {
    const { mesh, fixed, quality, warnings } = meshRegion(thigh, { core: bone, elementCount: 5000 });
    expectSound(mesh);
    const tetCount = mesh.tets.length / 10;
    expect(Math.abs(tetCount / 5000 - 1)).toBeLessThan(0.1);
    expect(Math.abs(quality.volume / thighVolume - 1)).toBeLessThan(0.01);
    expect(quality.worst).toBeGreaterThan(0.1);
    expect(quality.mean).toBeGreaterThan(0.7);
    expect(warnings).toEqual([]);
    const corners = new Set<number>();
    for (let k = 0; k < mesh.tets.length; k++) if (k % 10 < 4) corners.add(mesh.tets[k]);
    for (const node of fixed) {
      const [x, y] = mesh.positions.subarray(3 * node, 3 * node + 3);
      const radius = Math.sqrt(x * x + y * y);
      if (corners.has(node)) expect(Math.abs(radius - 0.016)).toBeLessThan(5e-4);
      else expect(radius).toBeLessThan(0.0165);
    }
    // The area of the wall is about 0.04 m².
    expect(fixed.length).toBeGreaterThan(200);
  });

  test('10,000 elements: frequencies 1 to 3 within 1.5 % of the converged ones', () => {
    const { mesh, fixed } = meshRegion(thigh, { core: bone, elementCount: 10_000 });
    const material = { youngsModulus: 20e3, poissonRatio: 0.45, density: 1000 };
    const { omega2 } = solveModes(mesh, fixed, material, { modeCount: 3 });
    const expected = [3.358, 5.274, 7.749];
    expected.forEach((frequency, mode) => {
      const error = Math.sqrt(omega2[mode]) / (2 * Math.PI) / frequency - 1;
      expect(Math.abs(error)).toBeLessThan(0.015);
    });
  }, 120_000);
});

/** Rotates and moves the surface randomly. */
function rotateRandomly(
  surface: ClosedSurface,
  seed: number,
): { surface: ClosedSurface; rotatePoint: (p: number[]) => number[] } {
  const q = [0, 1, 2, 3].map((k) => hashUnit(seed, k) - 0.5);
  const length = Math.sqrt(q.reduce((sum, value) => sum + value * value, 0));
  const [x, y, z, w] = q.map((value) => value / length);
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const rotatePoint = (p: number[]) =>
    rows.map((row, k) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + k);
  const positions = surface.positions.slice();
  for (let k = 0; k < positions.length; k += 3) positions.set(rotatePoint([...positions.slice(k, k + 3)]), k);
  return { surface: { positions, triangles: surface.triangles }, rotatePoint };
}

const seeds = casesOf([1, 2, 3, 4], (seed) => seed === 1 || seed === 3);

test.each([
  ['sphere', createSphere(0.2, 40), 0.005],
  ['box', createBox([-0.1, -0.2, -0.15], [0.1, 0.2, 0.15]), 0.02],
  ['cylinder', createCylinder(0.1, 0.5, 40), 0.02],
  ['capsule', createCapsule(0.1, 0.6, 40), 0.005],
])(
  `a %s in random orientations (seeds ${seeds.join(', ')}): valid mesh, correct count and volume, good element quality`,
  (_, solid, tolerance) => {
    const { volume } = measureSurface(solid);
    for (const seed of seeds) {
      const { surface } = rotateRandomly(solid, seed);
      const elementCount = 1000 + 700 * seed;
      const { mesh, quality, fixed } = meshRegion(surface, { elementCount, isFree: true });
      expectSound(mesh);
      expect(Math.abs(mesh.tets.length / 10 / elementCount - 1)).toBeLessThan(0.1);
      expect(Math.abs(quality.volume / volume - 1)).toBeLessThan(tolerance);
      expect(quality.worst).toBeGreaterThan(0.1);
      expect(fixed.length).toBe(0);
    }
  },
);

describe('cores', () => {
  const body = createCapsule(0.1, 0.6, 40);
  const { volume } = measureSurface(body);
  const along = capsuleCore([0, 0, -0.15], [0, 0, 0.15], 0.03);
  const ball = surfaceCore(createSphere(0.05, 24));
  const cross = capsulesCore([
    { from: [-0.05, 0, 0], to: [0.05, 0, 0], radius: 0.03 },
    { from: [0, 0, -0.2], to: [0, 0, 0.2], radius: 0.03 },
  ]);
  test.each<[string, BoneCore, number]>([
    ['a capsule', along, Math.PI * 0.03 ** 2 * 0.3 + (4 / 3) * Math.PI * 0.03 ** 3],
    ['a given surface', ball, (4 / 3) * Math.PI * 0.05 ** 3],
    ['crossing capsules', cross, 0.00154],
  ])('%s is excluded from the flesh and its wall is held', (_, core, coreVolume) => {
    const { mesh, quality, fixed } = meshRegion(body, { core, elementCount: 4000 });
    expectSound(mesh);
    expect(Math.abs(quality.volume / (volume - coreVolume) - 1)).toBeLessThan(0.02);
    expect(fixed.length).toBeGreaterThan(50);
    for (const node of fixed) {
      const [x, y, z] = mesh.positions.subarray(3 * node, 3 * node + 3);
      expect(Math.abs(core.distance(x, y, z))).toBeLessThan(0.01);
    }
  });

  test('a bone thinner than the elements still holds, since nodes are moved onto its axis', () => {
    const { fixed, mesh } = meshRegion(body, {
      core: capsuleCore([0, 0, -0.2], [0, 0, 0.2], 0.002),
      elementCount: 800,
    });
    expect(fixed.length).toBeGreaterThanOrEqual(5);
    expectSound(mesh);
  });
});

test('a core smaller than the elements holds the element that contains it, with a warning', () => {
  const box = createBox([-0.2, -0.1, -0.15], [0.2, 0.1, 0.15]);
  for (const half of [0.04, 0.01, 0.001]) {
    const core = surfaceCore(createBox([-half, -half, -half], [half, half, half]));
    const { fixed, warnings, mesh } = meshRegion(box, { core, elementCount: 200 });
    expectSound(mesh);
    expect(fixed.length).toBeGreaterThanOrEqual(4);
    expect(warnings).toEqual([
      expect.stringMatching(/^the bone core is smaller than the elements: it holds only the element/),
    ]);
  }
});

describe('faults', () => {
  test('a body that nothing holds', () => {
    expect(() => meshRegion(thigh, { elementCount: 1000, path: 'systems[2]' })).toThrow(
      /systems\[2\]: expected a part with fixed vertices, got none/,
    );
  });

  test('pieces that nothing holds are removed with a warning', () => {
    const ball = createSphere(0.05, 24, [0.4, 0, 0]);
    const count = thigh.positions.length / 3;
    const both = {
      positions: Float64Array.of(...thigh.positions, ...ball.positions),
      triangles: Uint32Array.of(...thigh.triangles, ...ball.triangles.map((vertex) => vertex + count)),
    };
    const { mesh, warnings } = meshRegion(both, { core: bone, elementCount: 3000 });
    expect(Math.max(...mesh.positions.filter((_, k) => k % 3 === 0))).toBeLessThan(0.09);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^1 piece of the region \(\d\.\d % of its volume\) touches neither a bone core nor a cut/,
      ),
    ]);
  });

  test('a region that fills little of its bounding box', () => {
    const speck = createSphere(0.01, 12, [100, 100, 100]);
    const other = createSphere(0.01, 12);
    const count = other.positions.length / 3;
    const far = {
      positions: Float64Array.of(...other.positions, ...speck.positions),
      triangles: Uint32Array.of(...other.triangles, ...speck.triangles.map((vertex) => vertex + count)),
    };
    expect(() => meshRegion(far, { elementCount: 1000, isFree: true })).toThrow(
      /expected a region that fills more of its box: 1000 elements in it need a lattice of \d+ million nodes/,
    );
  });

  test('an abort signal stops it', async () => {
    const work = meshingRegion(thigh, { core: bone, elementCount: 1000 });
    await expect(workInTurns(work, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});

test('the same input gives the same bytes; progress rises to 1', () => {
  const fractions: number[] = [];
  const run = () =>
    meshRegion(thigh, { core: bone, elementCount: 800, progress: (fraction) => fractions.push(fraction) });
  const first = run();
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions[fractions.length - 1]).toBe(1);
  const second = run();
  expect(second.mesh.positions).toEqual(first.mesh.positions);
  expect(second.mesh.tets).toEqual(first.mesh.tets);
  expect(second.fixed).toEqual(first.fixed);
});
