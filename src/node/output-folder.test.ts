import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OutputFolder } from './output-folder.ts';

test('an output in pieces is there whole after the commit; one that fails leaves nothing', async () => {
  const place = mkdtempSync(join(tmpdir(), 'pieces-'));
  try {
    const pieces = [1, 70_000, 0, 3].map((length, k) => new Uint8Array(length).fill(k + 1));
    const folder = new OutputFolder(join(place, 'out'));
    folder.open(false);
    await folder.writeParts('deep/points.usdc', of(pieces));
    folder.write('report.json', new TextEncoder().encode('{}'));
    folder.commit();
    expect(readFileSync(join(place, 'out/deep/points.usdc'))).toEqual(Buffer.concat(pieces));

    const failing = new OutputFolder(join(place, 'other'));
    failing.open(false);
    await expect(failing.writeParts('points.usdc', of([pieces[0]], 'no more'))).rejects.toThrow('no more');
    failing.discard();
    expect(readdirSync(place)).toEqual(['out']);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

async function* of(pieces: readonly Uint8Array[], failure?: string): AsyncGenerator<Uint8Array> {
  yield* pieces;
  if (failure) throw new Error(failure);
}
