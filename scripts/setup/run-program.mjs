import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './places.mjs';
import { setUpError } from './set-up-error.mjs';

/** Runs a script with this very Node, without a shell: paths with spaces need no quotes. Throws where it fails. */
export function runNode(words, args, env = process.env) {
  run(words, process.execPath, args, { env });
}

/** Runs npm. Throws where it fails. */
export function runNpm(words, args, env) {
  const script = findNpm();
  if (script) runNode(words, [script, ...args], env);
  // A shell finds npm, or npm.cmd on Windows. These words hold nothing that a shell reads otherwise.
  else run(words, ['npm', ...args].join(' '), [], { env, shell: true });
}

/**
 * npm's own script: the one that runs this, else the one beside Node; null where neither is there.
 *
 * machine: `environment`, `node` (Node's program file) and `exists`.
 */
export function findNpm({ environment, node, exists } = thisMachine()) {
  const running = environment.npm_execpath ?? '';
  const folder = dirname(node);
  const script = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const candidates = [join(folder, script), join(folder, '..', 'lib', script)];
  if (basename(running.replaceAll('\\', '/')) === 'npm-cli.js') candidates.unshift(running);
  return candidates.find(exists) ?? null;
}

function thisMachine() {
  return { environment: process.env, node: process.execPath, exists: existsSync };
}

function run(words, command, args, options) {
  console.error(`${words} …`);
  // All that they say goes to standard error: standard output is the command's.
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    ...options,
  });
  if (status === 0) return;
  const how = error?.message ?? (signal ? `ended by ${signal}` : `status ${status}`);
  throw setUpError(`${words} failed (${[command, ...args].join(' ')}: ${how})`);
}
