import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import type { TetMesh } from '../../motion/tet-mesh.ts';
import { toQuadratic } from '../../motion/tet-quadratic.ts';
import { damages, harm, lies } from '../testing/damage.ts';
import { type NamedBytes, readTetMesh } from './read-tet-mesh.ts';
import { buildSampleMesh } from './testing/sample-mesh.ts';
import { writtenFormats } from './testing/written-formats.ts';
import { sixVolumes } from './tet-shape.ts';

const seed = 20261128;
/** Files a reader; FUZZ_RUNS=20000 for a long run. */
const runs = Number(process.env.FUZZ_RUNS ?? 200);
const longestSeconds = 2;

/** True when the files were taken; a refusal must be an InputError, and a mesh that was taken must be one. */
function take(files: readonly NamedBytes[]): boolean {
  const start = performance.now();
  let mesh: TetMesh;
  try {
    mesh = readTetMesh(files).mesh;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(performance.now() - start).toBeLessThan(1000 * longestSeconds);
    return false;
  }
  expect(performance.now() - start).toBeLessThan(1000 * longestSeconds);
  const faults = faultsOf(mesh);
  if (faults.length > 0) expect(faults).toEqual([]);
  if (mesh.nodesPerTet === 4) expect(faultsOf(toQuadratic(mesh))).toEqual([]);
  return true;
}

/** What a mesh must never be. */
function faultsOf({ positions, tets, nodesPerTet, groups }: TetMesh): string[] {
  const nodeCount = positions.length / 3;
  const faults: string[] = [];
  if (tets.length === 0 || tets.length % nodesPerTet !== 0) faults.push('its length');
  if (!positions.every(Number.isFinite)) faults.push('a position');
  if (!tets.every((node) => node < nodeCount)) faults.push('an index');
  if (new Set(tets).size !== nodeCount) faults.push('an unused node');
  for (let at = 0; at < tets.length; at += nodesPerTet) {
    if (!(sixVolumes(positions, tets, at) > 0)) faults.push('a volume');
  }
  for (const { nodes, cells } of groups) {
    if (!nodes.every((node, k) => node < nodeCount && (k === 0 || node > nodes[k - 1])))
      faults.push('a group');
    if (!cells?.every((node) => nodes.includes(node)) && cells) faults.push('a cell');
  }
  return faults;
}

describe.each(Object.entries(writtenFormats))('%s', (_, { write }) => {
  const sources = ([4, 10] as const).map((nodesPerTet) => write(buildSampleMesh(nodesPerTet, [1, 1, 1])));

  test(`damaged files give a mesh or an InputError (seed ${seed})`, () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.nat(1), fc.nat(2), damages, (which, part, damage) => {
        const files = sources[which].map((file, k) =>
          k === part % sources[which].length ? { ...file, bytes: harm(file.bytes, damage) } : file,
        );
        if (take(files)) taken++;
      }),
      { seed, numRuns: runs },
    );
    // All taken, or all refused, would prove nothing.
    expect(taken).toBeGreaterThan(runs / 100);
    expect(taken).toBeLessThan(0.9 * runs);
  });
});

test.each(Object.entries(writtenFormats))(
  '%s: counts that lie are found out without room for them',
  (_, format) => {
    const before = process.memoryUsage().rss;
    const files = format.write(buildSampleMesh(4, [1, 1, 1]));
    files.forEach((file, which) => {
      const takeChanged = (bytes: Uint8Array) =>
        take(files.map((other, k) => (k === which ? { ...file, bytes } : other)));
      const isBinary = format.is.includes('binary');
      for (const bytes of lies(file.bytes, isBinary, !format.is.includes('VTK'))) takeChanged(bytes);
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
  },
);
