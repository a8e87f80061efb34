import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { lies } from '../testing/lies.ts';
import { type NamedBytes, readTetMesh } from './read-tet-mesh.ts';
import { buildSampleMesh } from './testing/sample-mesh.ts';
import { writtenFormats } from './testing/written-formats.ts';

const longestSeconds = 2;

function readOrRefuse(files: readonly NamedBytes[]): void {
  const start = process.cpuUsage();
  try {
    readTetMesh(files);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  expect(process.cpuUsage(start).user).toBeLessThan(1e6 * longestSeconds);
}

test.each(Object.entries(writtenFormats))(
  '%s: counts that lie are found out without room for them',
  (_, format) => {
    const before = process.memoryUsage().rss;
    const files = format.write(buildSampleMesh(4, [1, 1, 1]));
    files.forEach((file, which) => {
      const takeChanged = (bytes: Uint8Array) =>
        readOrRefuse(files.map((other, k) => (k === which ? { ...file, bytes } : other)));
      const isBinary = format.is.includes('binary');
      for (const bytes of lies(file.bytes, isBinary, !format.is.includes('VTK'))) takeChanged(bytes);
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
  },
);
