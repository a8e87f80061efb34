import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordModules } from '../../benchmarks/record-modules.ts';
import { systemEntries } from '../systems/index.ts';

test('a bake of a ground loads no code of other systems', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  try {
    const list = join(folder, 'modules');
    const command = ['bake', 'scenes/beach-run/scene.json', '--frames', '0:0', '--only', 'heightPng'];
    execFileSync(
      process.execPath,
      [...recordModules, 'dist/cli/main.js', ...command, '--out', join(folder, 'bake')],
      { env: { ...process.env, MODULES: list }, stdio: 'ignore' },
    );
    const modules = readFileSync(list, 'utf8');
    const loaded = systemEntries
      .map(({ name }) => name)
      .filter((name) => modules.includes(`/systems/${name}/system.js`));
    expect(loaded).toEqual(['ground']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
