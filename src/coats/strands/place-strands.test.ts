import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import { placeStrands, type Strands } from './place-strands.ts';
import type { SkinMesh } from './skin-mesh.ts';
import { makeBall, splitAll, square } from './testing/meshes.ts';

function rootsOf({ positions }: SkinMesh, { count, corners, weights }: Strands): Float64Array {
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let corner = 0; corner < 3; corner++)
      for (let c = 0; c < 3; c++)
        out[3 * i + c] += weights[3 * i + corner] * positions[3 * corners[3 * i + corner] + c];
  return out;
}

/** Returns the mean distance to the nearest neighbour, as a multiple of √(area / count). For random positions it is 0.5. */
function meanGap(roots: Float64Array, area: number): number {
  const count = roots.length / 3;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let nearest = Infinity;
    for (let k = 0; k < count; k++) {
      if (k === i) continue;
      const [x, y, z] = [0, 1, 2].map((c) => roots[3 * i + c] - roots[3 * k + c]);
      nearest = Math.min(nearest, x * x + y * y + z * z);
    }
    sum += Math.sqrt(nearest);
  }
  return sum / count / Math.sqrt(area / count);
}

test('barycentric coordinates are 0 to 1 and add up to 1', () => {
  const { weights } = placeStrands(makeBall(2), { count: 3000, seed: 1 });
  for (let k = 0; k < weights.length; k += 3) {
    expect(Math.min(weights[k], weights[k + 1], weights[k + 2])).toBeGreaterThanOrEqual(0);
    expect(weights[k] + weights[k + 1] + weights[k + 2]).toBeCloseTo(1, 12);
  }
});

test('strands are more uniform than random, on large triangles and on small ones', () => {
  for (const times of [0, 2, 5]) {
    const ball = makeBall(times);
    const roots = rootsOf(ball, placeStrands(ball, { count: 900, seed: 3 }));
    const area = times === 0 ? 4 * Math.sqrt(3) : 4 * Math.PI;
    expect(meanGap(roots, area), `cut ${times} times`).toBeGreaterThan(0.56);
  }
});

test('every part of the skin gets strands in proportion to its area', () => {
  const ball = makeBall(4);
  const roots = rootsOf(ball, placeStrands(ball, { count: 8000, seed: 5 }));
  // Slices of a ball with equal heights have equal areas (Archimedes).
  for (let axis = 0; axis < 3; axis++) {
    const counts = new Array(10).fill(0);
    for (let k = axis; k < roots.length; k += 3) counts[Math.min(9, Math.floor(5 * (roots[k] + 1)))]++;
    for (const count of counts) expect(Math.abs(count - 800)).toBeLessThan(40);
  }
});

test('a linearly growing density gives the right numbers of strands', () => {
  // The density is 0 at x = −1 and 1 at x = 1, so the fraction ((x + 1) / 2)² of the strands is below x.
  const densities = [0, 0, 1, 1];
  const roots = rootsOf(square, placeStrands(square, { count: 4000, seed: 2, densities }));
  for (const x of [-0.5, 0, 0.5]) {
    let below = 0;
    for (let k = 0; k < roots.length; k += 3) if (roots[k] < x) below++;
    expect(Math.abs(below / 4000 - ((x + 1) / 2) ** 2)).toBeLessThan(0.02);
  }
});

test('seams have no influence: with every edge cut open, strands are bit-identical', () => {
  const ball = makeBall(3);
  const joined = placeStrands(ball, { count: 2000, seed: 4 });
  const cut = splitAll(ball);
  const split = placeStrands(cut, { count: 2000, seed: 4 });
  expect(rootsOf(cut, split)).toEqual(rootsOf(ball, joined));
  expect(split.tones).toEqual(joined.tones);
});

test('triangles without area, and areas without density, get no strands', () => {
  const indices = Uint32Array.of(0, 0, 1, ...square.indices, 1, 2, 2);
  const { corners } = placeStrands({ ...square, indices }, { count: 500, seed: 1 });
  for (let k = 0; k < corners.length; k += 3) expect(new Set(corners.slice(k, k + 3)).size).toBe(3);
  const bare = makeBall(3);
  const densities = Float64Array.from({ length: bare.positions.length / 3 }, (_, v) =>
    bare.positions[3 * v + 1] > 0 ? 1 : 0,
  );
  const roots = rootsOf(bare, placeStrands(bare, { count: 1000, seed: 1, densities }));
  for (let k = 1; k < roots.length; k += 3) expect(roots[k]).toBeGreaterThan(-1e-9);
});

// If this hash changes, the change log needs a line under "Results changed".
const golden = 'a2e42821150f0537';

test('strands are bit-identical to the recorded ones', () => {
  const { corners, weights, tones } = placeStrands(makeBall(2), { count: 700, seed: 9 });
  expect(new Hasher().array(corners).array(weights).array(tones).digest()).toBe(golden);
});

test('invalid values are refused', () => {
  const refuse = (options: object, mesh = square) =>
    expect(() => placeStrands(mesh, { count: 10, seed: 1, ...options }), JSON.stringify(options)).toThrow(
      InputError,
    );
  refuse({ count: 0 });
  refuse({ count: 2.5 });
  refuse({ seed: 0.5 });
  refuse({ count: Number.NaN });
  refuse({ densities: [1, 1, 1] });
  refuse({ densities: [0, 0, 0, 0] });
  refuse({ densities: [1, -1, 1, 1] });
  refuse({ densities: [1, Number.NaN, 1, 1] });
  refuse({}, { ...square, indices: Uint32Array.of(0, 0, 1) });
});
