// Installs packages of Debian, for the tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const options = ['-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=120'];

/** Runs a program without a question. Returns the result of `spawnSync`. stderr: what happens to its messages. */
export function run(command, args, stderr = 2) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', stderr], env });
}

/** Whether this process may install packages. */
export const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Installs a package. Returns whether it succeeded. */
export function installPackage(name) {
  return run('apt-get', ['install', ...options, name]).status === 0;
}

/** Reads the lists of packages. Returns whether it succeeded. */
export function readPackageLists() {
  return run('apt-get', ['update']).status === 0;
}
