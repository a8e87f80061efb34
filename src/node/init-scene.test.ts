import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'init-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')(
  'a disk that takes no more leaves nothing, and is told in words (left out on Windows)',
  () => {
    const module = new URL('init-scene.ts', import.meta.url).href;
    const script = `
      const { initScene } = await import(${JSON.stringify(module)});
      try { initScene('deep/my-scene'); } catch (error) { console.log(error.name + ': ' + error.message); }
    `;
    const tsx = import.meta.resolve('tsx');
    // The limit on the file size is 100 kB, and the character is larger.
    const { stdout, stderr } = spawnSync(
      'bash',
      ['-c', 'ulimit -f 100; exec node --import "$0" --input-type=module -e "$1"', tsx, script],
      { cwd: place, encoding: 'utf8', env: { ...process.env, TSX_DISABLE_CACHE: '1' } },
    );
    expect(stdout, stderr).toBe(
      'DiskError: deep/my-scene: a file of this size cannot be kept on this disk: choose another disk\n',
    );
    expect(readdirSync(place)).toEqual([]);
  },
);
