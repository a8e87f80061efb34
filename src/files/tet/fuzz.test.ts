import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import type { TetMesh } from '../../motion/tet-mesh.ts';
import { toQuadratic } from '../../motion/tet-quadratic.ts';
import { type NamedBytes, readTetMesh } from './read-tet-mesh.ts';
import { buildSampleMesh } from './testing/sample-mesh.ts';
import { writtenFormats } from './testing/written-formats.ts';
import { sixVolumes } from './tet-shape.ts';

const seed = 20261128;
/** Files a reader; FUZZ_RUNS=20000 for a long run. */
const runs = Number(process.env.FUZZ_RUNS ?? 300);
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

const oddWords = [
  '-1',
  '0',
  '1',
  '3',
  '10',
  '4294967296',
  '999999999999999',
  '1e99',
  'nan',
  '',
  '$',
  '*',
  '#',
  'x',
  '1e-320',
];

/** What befalls a file: bits that flip, bytes that go missing at the end, words that change (in text). */
const damage = fc.oneof(
  fc.record({
    flips: fc.array(fc.tuple(fc.noBias(fc.nat()), fc.nat(7)), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ cut: fc.noBias(fc.nat()) }),
  fc.record({
    words: fc.array(fc.tuple(fc.noBias(fc.nat()), fc.constantFrom(...oddWords)), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
);

type Damage = { flips?: [number, number][]; cut?: number; words?: [number, string][] };

function harm(bytes: Uint8Array, { flips = [], cut, words = [] }: Damage): Uint8Array {
  let harmed = cut === undefined ? bytes.slice() : bytes.slice(0, cut % bytes.length);
  for (const [at, bit] of flips) harmed[at % harmed.length] ^= 1 << bit;
  if (words.length > 0) {
    // As Latin-1, so that binary parts stay what they are.
    const parts = [...harmed]
      .map((byte) => String.fromCharCode(byte))
      .join('')
      .split(/([ \n,]+)/);
    for (const [at, word] of words) parts[2 * (at % Math.ceil(parts.length / 2))] = word;
    harmed = Uint8Array.from(parts.join(''), (letter) => letter.charCodeAt(0));
  }
  return harmed;
}

describe.each(Object.entries(writtenFormats))('%s', (_, { write }) => {
  const sources = ([4, 10] as const).map((nodesPerTet) => write(buildSampleMesh(nodesPerTet, [1, 1, 1])));

  test(`damaged files give a mesh or an InputError (seed ${seed})`, () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.nat(1), fc.nat(2), damage, (which, part, change) => {
        const files = sources[which].map((file, k) =>
          k === part % sources[which].length ? { ...file, bytes: harm(file.bytes, change as Damage) } : file,
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
      const text = String.fromCharCode(...file.bytes);
      for (const { index, 0: word } of text.matchAll(/\b\d+\b/g)) {
        const changed = `${text.slice(0, index)}999999999999999${text.slice(index + word.length)}`;
        takeChanged(Uint8Array.from(changed, (letter) => letter.charCodeAt(0)));
      }
      // Two thousand million wherever a binary integer could be.
      for (let at = 0; format.is.includes('binary') && at + 4 <= file.bytes.length; at++) {
        const changed = file.bytes.slice();
        changed.set(format.is.includes('VTK') ? [0x7f, 0xff, 0xff, 0xff] : [0xff, 0xff, 0xff, 0x7f], at);
        takeChanged(changed);
      }
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
  },
);
