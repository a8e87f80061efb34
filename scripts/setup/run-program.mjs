import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './places.mjs';
import { setUpError } from './set-up-error.mjs';

/** Runs a script with this Node, without a shell, so that paths with spaces need no quotes. Throws if it fails. */
export function runNode(description, args, env = process.env) {
  run(description, process.execPath, args, { env });
}

/** Runs npm. Throws if it fails. */
export function runNpm(description, args, env) {
  const script = findNpm();
  if (script) runNode(description, [script, ...args], env);
  // A shell finds npm, or npm.cmd on Windows. The arguments contain no characters that are special in a shell.
  else run(description, ['npm', ...args].join(' '), [], { env, shell: true });
}

/**
 * Returns the path of npm's own script: the script of the npm that runs this process, otherwise the script beside Node. Returns null if
 * neither exists.
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

function run(description, command, args, options) {
  console.error(`${description} …`);
  // All output of programs goes to standard error, since standard output is for the results of the command.
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    ...options,
  });
  if (status === 0) return;
  const how = error?.message ?? (signal ? `ended by ${signal}` : `status ${status}`);
  throw setUpError(`${description} failed (${[command, ...args].join(' ')}: ${how})`);
}
