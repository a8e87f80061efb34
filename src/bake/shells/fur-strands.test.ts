import { describe, expect, test } from 'vitest';
import type { Picture } from '../../motion/picture.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import { createCoatSystem } from '../testing/coat-system.ts';
import { countBlades, growStrands, traceFur } from './fur-strands.ts';

/** Creates a patch of 1 × 1 m of grass with upright blades. */
function makePatch(change: Partial<ShellsOutput> = {}): ShellsOutput {
  const definition = createCoatSystem({ cells: 4, lean: 0, strandCount: 400 }, 60);
  const state = definition.create({}, { surfaces: [] } as never, 1);
  return { ...(definition.outputs(state)[0] as ShellsOutput), ...change };
}

/** Returns texture coordinates from positions: u and v from 0 to 1 over the patch. */
function layOut({ restPositions }: ShellsOutput): Float32Array {
  return Float32Array.from({ length: (2 * restPositions.length) / 3 }, (_, k) =>
    k % 2 === 0 ? restPositions[3 * (k >> 1)] + 0.5 : restPositions[3 * (k >> 1) + 2] + 0.5,
  );
}

/** Creates a picture whose left half has one value in all channels, and its right half another. */
function makeHalves(left: number, right: number): Picture {
  return { width: 2, height: 1, pixels: Float32Array.of(left, left, left, 1, right, right, right, 1) };
}

describe('strands that represent shells', () => {
  test('have their roots on the skin and the length of the shells', () => {
    const patch = makePatch();
    const fur = growStrands(patch, 400, 5)!;
    const positions = new Float64Array(3 * fur.count * 5);
    traceFur(positions, fur, patch, patch);
    const [min, max] = patch.look.coat.blades.length;
    for (let i = 0; i < fur.count; i++) {
      const up = positions[15 * i + 13] - positions[15 * i + 1];
      // The patch has a small slope, and blades lean.
      expect(up).toBeGreaterThan(0.9 * min * 0.1);
      expect(up).toBeLessThan(1.1 * max * 0.1);
    }
  });

  test('fewer strands are wider, and none is wider than a fraction of its length', () => {
    const patch = makePatch();
    const long = makePatch({ lengths: new Float32Array(patch.vertexCount).fill(1) });
    const [few, many] = [100, 1600].map((count) => growStrands(long, count, 3)!);
    const total = ({ widths }: { widths: Float32Array }) =>
      widths.reduce((sum, width) => sum + width, 0) / widths.length;
    expect(total(few) / total(many)).toBeCloseTo(4, 1);
    const capped = growStrands(patch, 100, 3)!;
    expect(Math.max(...capped.widths)).toBeLessThanOrEqual(0.1 * 0.1 + 1e-9);
    const all = growStrands(patch, Math.ceil(2 * countBlades(patch)), 3)!;
    const { radius } = patch.look.coat.blades;
    expect(Math.max(...all.widths)).toBeLessThanOrEqual(2 * radius[1] * patch.look.tile + 1e-9);
  });

  test('colours change from root to tip, and are multiplied by those of the skin and of a picture', () => {
    const patch = makePatch();
    const texcoords = layOut(patch);
    const plain = growStrands(patch, 50, 3)!;
    const tinted = growStrands(
      {
        ...patch,
        texcoords,
        colors: new Float32Array(3 * patch.vertexCount).fill(0.5),
        maps: { color: makeHalves(1, 0.5), density: null },
      },
      50,
      3,
    )!;
    const seen = new Set<number>();
    for (let i = 0; i < plain.count; i++) {
      const [root, tip] = [plain.colors[9 * i + 1], plain.colors[9 * i + 7]];
      expect(tip).toBeGreaterThan(root);
      seen.add(Math.round(100 * (tinted.colors[9 * i + 7] / tip)));
    }
    expect([...seen].sort()).toEqual([25, 50]);
  });

  test('a density map removes strands where it is dark, and their tones stay evenly distributed', () => {
    const patch = makePatch();
    const maps = { color: null, density: makeHalves(0, 0.5) };
    const { roots, count } = growStrands({ ...patch, texcoords: layOut(patch), maps }, 2000, 2)!;
    expect(count).toBeGreaterThan(420);
    expect(count).toBeLessThan(580);
    const mean = roots.tones.reduce((sum, tone) => sum + tone, 0) / count;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
    expect(Math.max(...roots.tones)).toBeLessThanOrEqual(1);
  });

  test('at a seam of the map, the nearest corner is used', () => {
    const patch = makePatch();
    // The texture coordinates of every other vertex are at the far end of the picture, so all triangles span the picture.
    const texcoords = layOut(patch).map((_, k) => (k % 2 === 0 ? ((k >> 1) % 2 === 0 ? 0.01 : 0.99) : 0.5));
    const maps = { color: makeHalves(0.2, 0.8), density: null };
    const { colors, count } = growStrands({ ...patch, texcoords, maps }, 60, 2)!;
    const plain = growStrands(patch, 60, 2)!;
    for (let i = 0; i < count; i++) {
      const fraction = colors[6 * i + 4] / plain.colors[6 * i + 4];
      expect(Math.min(Math.abs(fraction - 0.2), Math.abs(fraction - 0.8))).toBeLessThan(1e-3);
    }
  });

  test.each([
    ['no length', { lengths: new Float32Array(25) }],
    ['no density', { densities: new Float32Array(25) }],
    ['all left out by a picture', { maps: { color: null, density: makeHalves(0, 0) } }],
  ] as const)('%s: nothing grows', (_, change) => {
    const patch = makePatch();
    expect(growStrands({ ...patch, texcoords: layOut(patch), ...change }, 50, 3)).toBeNull();
  });
});
