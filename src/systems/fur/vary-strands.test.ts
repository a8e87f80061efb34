import { expect, test } from 'vitest';
import { FurRun } from './testing/fur-run.ts';

const patch = { size: [3, 3], spacing: 0.1, boundaryWidth: 0, texels: 16, layerCount: 12 } as const;

async function openPatch(values: object) {
  const { state } = await FurRun.open({ ...patch, ...values });
  const { offsets, lengths, vertexCount } = state.output;
  const leans = Array.from({ length: vertexCount }, (_, v) => {
    const [x, y, z] = offsets.subarray(3 * v, 3 * v + 3);
    return { angle: Math.atan2(Math.hypot(x, z), y), heading: Math.atan2(z, x) };
  });
  return { lengths: [...lengths].map((length) => length / 0.16), leans };
}

test('lengths vary smoothly from tuft to tuft, and no strand is longer than the coat', async () => {
  expect(new Set((await openPatch({})).lengths.map((length) => length.toFixed(6))).size).toBe(1);
  const { lengths } = await openPatch({ lengthVariation: 0.5 });
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1 + 1e-6);
  expect(Math.max(...lengths)).toBeGreaterThan(0.95);
  expect(Math.min(...lengths)).toBeLessThan(0.6);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(0.5 - 1e-6);
  // 31 strands in a row. Neighbours are alike.
  for (let v = 1; v < 31; v++) expect(Math.abs(lengths[v] - lengths[v - 1])).toBeLessThan(0.3);
});

test('regions lean in directions of their own, up to the given angle', async () => {
  const { leans } = await openPatch({ tiltVariation: 0.4, gravity: 0 });
  const angles = leans.map(({ angle }) => angle);
  expect(Math.max(...angles)).toBeLessThanOrEqual(0.4 + 1e-6);
  expect(Math.max(...angles)).toBeGreaterThan(0.25);
  const quadrants = new Set(leans.map(({ heading }) => Math.floor((2 * heading) / Math.PI)));
  expect(quadrants.size).toBe(4);
});

test('a tilt beyond the limit of a strand is refused', async () => {
  await expect(openPatch({ tiltVariation: 0.8, maxLean: 0.6 })).rejects.toThrow(
    'tiltVariation: expected at most 0.6, the smaller of "maxCombAngle" and "maxLean", got 0.8',
  );
});
