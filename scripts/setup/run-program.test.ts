import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Machine {
  readonly environment: Record<string, string>;
  readonly node: string;
  exists(path: string): boolean;
}

const script = new URL('./run-program.mjs', import.meta.url).href;
const { findNpm } = (await import(script)) as { findNpm(machine: Machine): string | null };
const node = join('/Program Files', 'node', 'bin', 'node');
const npm = (...folders: string[]) =>
  join('/Program Files', 'node', ...folders, 'node_modules', 'npm', 'bin', 'npm-cli.js');

test('npm is run by its script, without a shell: the script that runs this process, otherwise the one beside Node', () => {
  const running = join('/Users/A Person/npm', 'bin', 'npm-cli.js');
  const find = (environment: Record<string, string>, ...there: string[]) =>
    findNpm({ environment, node, exists: (path) => there.includes(path) });
  expect(find({ npm_execpath: running }, running, npm('bin'))).toBe(running);
  expect(find({}, npm('bin'))).toBe(npm('bin'));
  expect(find({}, npm('lib'))).toBe(npm('lib'));
  expect(find({ npm_execpath: '/opt/yarn/yarn.js' }, '/opt/yarn/yarn.js', npm('lib'))).toBe(npm('lib'));
  expect(find({})).toBeNull();
});
