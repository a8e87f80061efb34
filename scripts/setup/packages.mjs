import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { runNpm } from './run-program.mjs';
import { setUpError } from './set-up-error.mjs';

/**
 * Returns whether every package of package-lock.json is installed in its stated version.
 *
 * development: includes the packages that are only needed for building and testing.
 */
export function arePackagesThere({ development }) {
  const there = readPackages('node_modules/.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).every(
    ([path, { version, optional, dev, devOptional }]) => {
      if (path === '' || optional || devOptional || (dev && !development)) return true;
      return there[path]?.version === version && existsSync(join(root, path, 'package.json'));
    },
  );
}

/** Installs the packages of package-lock.json. Throws if that fails. */
export function installPackages() {
  // The last flags replace options of an npm that runs this script, such as those of `npm pack --dry-run`.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const undo = ['--include=dev', '--include=optional', '--no-dry-run', '--location=project'];
  runNpm('Installing packages', [...args, ...undo], { ...process.env, [duringSetUp]: '1' });
  if (arePackagesThere({ development: true })) return;
  throw setUpError('Installing packages left some of them out: run npm ci and look at what it says');
}

/** The environment variable that makes `prepare`, which npm runs, do nothing, since set-up continues by itself. */
export const duringSetUp = 'AFTERMOTION_SETUP';

function readPackages(name) {
  try {
    return JSON.parse(readFileSync(join(root, name), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
