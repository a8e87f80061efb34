import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../integrations', import.meta.url));

function listFiles(ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

const python = isInstalled('python3');
const mono = isInstalled('mcs');

test.skipIf(!python)(
  `Python of the integrations has no syntax errors${python ? '' : ' (left out: no python3)'}`,
  () => {
    const check =
      'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name, encoding="utf-8").read(), name)';
    const run = spawnSync('python3', ['-c', check, ...listFiles('.py')], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
  },
);

test.skipIf(!mono)(
  `C# of the integrations has no syntax errors${mono ? '' : ' (left out: no mcs of Mono)'}`,
  () => {
    const run = spawnSync('mcs', ['--parse', ...listFiles('.cs')], { encoding: 'utf8' });
    expect(run.stderr + run.stdout).toBe('');
  },
);
