// Does all set-up that a fresh clone needs: packages, kernels, build. Skips whatever is already up to date.
// Plain JavaScript on purpose: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const force = process.argv.includes('--force');

function fail(message) {
  console.error(message);
  process.exit(1);
}

function run(words, command, args) {
  console.error(`${words} …`);
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) fail(`${words} failed (${command} ${args.join(' ')})`);
}

function newest(path) {
  const full = join(root, path);
  if (!existsSync(full)) return 0;
  const stat = statSync(full);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = stat.mtimeMs;
  for (const entry of readdirSync(full)) {
    if (entry.endsWith('.generated.ts')) continue;
    latest = Math.max(latest, newest(join(path, entry)));
  }
  return latest;
}

/** Runs the step when one of its inputs is newer than its stamp. */
function step(stamp, inputs, action) {
  const stampPath = join(root, stamp);
  const done = existsSync(stampPath) ? statSync(stampPath).mtimeMs : 0;
  if (!force && done > 0 && inputs.every((input) => newest(input) <= done)) return;
  action();
  writeFileSync(stampPath, `${new Date().toISOString()}\n`);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Aftermotion needs Node 20.19 or newer, this is ${process.versions.node}: see https://nodejs.org`);
}

if (
  !existsSync(join(root, 'node_modules/.package-lock.json')) ||
  newest('package-lock.json') > newest('node_modules/.package-lock.json')
) {
  run('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
step('node_modules/.kernels-stamp', ['kernels', 'scripts/build-kernels.mjs'], () => {
  run('Compiling kernels', process.execPath, ['scripts/build-kernels.mjs']);
});
step(
  'node_modules/.build-stamp',
  ['src', 'node_modules/.kernels-stamp', 'tsconfig.build.json', 'tsconfig.base.json'],
  () => {
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    run('Building', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
  },
);
if (force || process.argv.includes('--page') || process.argv.includes('--benchmarks')) {
  step('node_modules/.page-stamp', ['studio', 'src', 'node_modules/.build-stamp'], () => {
    const vite = [
      'node_modules/vite/bin/vite.js',
      'build',
      '-c',
      'studio/vite.config.ts',
      '--logLevel',
      'error',
    ];
    run('Building the page', process.execPath, vite);
  });
}
if (process.argv.includes('--benchmarks')) {
  step('node_modules/.benchmarks-stamp', ['src', 'benchmarks', 'node_modules/.kernels-stamp'], () => {
    rmSync(join(root, 'dist-benchmarks'), { recursive: true, force: true });
    run('Building benchmarks', process.execPath, [
      'node_modules/typescript/bin/tsc',
      '-p',
      'tsconfig.benchmarks.json',
    ]);
  });
}
