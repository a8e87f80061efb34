import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const location = mkdtempSync(join(tmpdir(), 'init-'));
afterAll(() => rmSync(location, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')(
  'a full disk leaves no files, and is reported as a message (skipped on Windows)',
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
      { cwd: location, encoding: 'utf8', env: { ...process.env, TSX_DISABLE_CACHE: '1' } },
    );
    expect(stdout, stderr).toBe(
      'DiskError: deep/my-scene: a file of this size cannot be kept on this disk: choose another disk\n',
    );
    expect(readdirSync(location)).toEqual([]);
  },
);
