import { expect, test } from 'vitest';
import { normalize } from '../../geometry/vector.ts';
import { shineStrand, strandLobes } from './strand-lobes.ts';

const up = [0, 1, 0];
/** A strand that lies on a level skin and points along +X. */
const lying = [1, 0, 0];
const tones = Array.from({ length: 256 }, (_, k) => (k + 0.5) / 256);

/** Returns the mean over all tones of the light from a lamp at an angle (rad from +Y towards +X) to an eye at another angle. */
function meanShine(lamp: number, eye: number, tangent = lying) {
  const at = (angle: number) => [Math.sin(angle), Math.cos(angle), 0];
  const all = tones.map((tone) => shineStrand(tangent, up, at(lamp), at(eye), tone));
  const mean = (part: 'surface' | 'inner' | 'through') =>
    all.reduce((sum, light) => sum + light[part], 0) / all.length;
  return { surface: mean('surface'), inner: mean('inner'), through: mean('through') };
}

/** Returns the angle of the eye at which a highlight is brightest, with the lamp straight above. */
function brightest(part: 'surface' | 'inner'): number {
  const angles = Array.from({ length: 121 }, (_, k) => (k - 60) / 50);
  return angles.reduce((best, angle) =>
    meanShine(0, angle)[part] > meanShine(0, best)[part] ? angle : best,
  );
}

test('white light is sent towards the root, coloured light towards the tip, as by tilted scales', () => {
  expect(brightest('surface')).toBeLessThan(-0.1);
  expect(brightest('inner')).toBeGreaterThan(0.2);
  // The white one is narrower.
  const width = (part: 'surface' | 'inner') => {
    const top = brightest(part);
    return meanShine(0, top + 0.5)[part] / meanShine(0, top)[part];
  };
  expect(width('surface')).toBeLessThan(0.5 * width('inner'));
});

test('a strand is brightest across its direction, and dark along it', () => {
  const across = meanShine(0.4, -0.4);
  const along = meanShine(0.4, -0.4, normalize([0.05, 1, 0]));
  expect(across.surface).toBeGreaterThan(20 * along.surface);
  expect(across.inner).toBeGreaterThan(5 * along.inner);
});

test('light shines through only in front of the lamp, and only where the skin is lit', () => {
  expect(meanShine(0.3, 0.2).through).toBe(0);
  expect(meanShine(1.4, -1.4, up).through).toBeGreaterThan(0.5);
  const unlit = meanShine(Math.PI - 0.2, 0.3);
  expect(unlit).toEqual({ surface: 0, inner: 0, through: 0 });
});

test('tones light up one by one, and nothing is brighter than its strength; short hair shines less', () => {
  const { surfaceStrength, innerStrength, throughStrength } = strandLobes;
  const lamp = normalize([0.3, 1, 0.2]);
  const eye = normalize([-0.5, 1, 0.1]);
  const all = tones.map((tone) => shineStrand(lying, up, lamp, eye, tone));
  expect(new Set(all.map(({ surface }) => surface.toFixed(6))).size).toBeGreaterThan(200);
  for (const { surface, inner, through } of all) {
    expect(surface).toBeLessThanOrEqual(surfaceStrength);
    expect(inner).toBeLessThanOrEqual(innerStrength);
    expect(through).toBeLessThanOrEqual(throughStrength);
  }
  const short = shineStrand(lying, up, lamp, eye, tones[3], 0.25);
  expect(short.surface).toBeCloseTo(0.5 * all[3].surface, 12);
  expect(short.inner).toBe(all[3].inner);
});
