import { describe, expect, test } from 'vitest';
import { readTetMesh } from './read-tet-mesh.ts';
import { buildSampleMesh } from './testing/sample-mesh.ts';
import { writtenFormats } from './testing/written-formats.ts';

describe.each(Object.entries(writtenFormats))('%s', (_, { write, groups = ['fixed', 'body'], is }) => {
  test.each([4, 10] as const)('elements of %i nodes survive the round trip, with groups', (nodesPerTet) => {
    const mesh = buildSampleMesh(nodesPerTet);
    const reading = readTetMesh(write(mesh));
    expect(reading).toMatchObject({
      format: is,
      inverted: 0,
      repeated: 0,
      unusedNodes: 0,
      warnings: [],
      skipped: [],
    });
    expect(reading.mesh.nodesPerTet).toBe(nodesPerTet);
    expect([...reading.mesh.positions]).toEqual([...mesh.positions]);
    expect([...reading.mesh.tets]).toEqual([...mesh.tets]);
    const named = mesh.groups.map((group, k) => ({ ...group, name: groups[k] }));
    expect(reading.mesh.groups).toEqual(named);
  });
});

test('lines may end in CR LF or CR, and a byte-order mark is allowed', () => {
  const mesh = buildSampleMesh(4);
  for (const { write, is } of Object.values(writtenFormats).filter((format) => format.is.includes('ASCII'))) {
    for (const end of ['\r\n', '\r']) {
      const changed = write(mesh).map(({ name, bytes }) => ({
        name,
        bytes: new TextEncoder().encode(`\ufeff${new TextDecoder().decode(bytes).replaceAll('\n', end)}`),
      }));
      const reading = readTetMesh(changed);
      expect([reading.format, reading.warnings]).toEqual([is, []]);
      expect([...reading.mesh.tets]).toEqual([...mesh.tets]);
    }
  }
});
