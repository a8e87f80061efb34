import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { runNpm } from './run-program.mjs';
import { setUpError } from './set-up-error.mjs';

/**
 * Whether every package that package-lock.json names is installed in that version.
 *
 * development: also those that only building and testing need.
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

/** Installs the packages that package-lock.json names. Throws where that fails. */
export function installPackages() {
  // The last flags undo what an npm that runs this was told for itself, such as `npm pack --dry-run`.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const undo = ['--include=dev', '--include=optional', '--no-dry-run', '--location=project'];
  runNpm('Installing packages', [...args, ...undo], { ...process.env, [duringSetUp]: '1' });
  if (arePackagesThere({ development: true })) return;
  throw setUpError('Installing packages left some of them out: run npm ci and look at what it says');
}

/** The environment variable that tells `prepare`, which npm runs, that set-up goes on by itself. */
export const duringSetUp = 'AFTERMOTION_SETUP';

function readPackages(name) {
  try {
    return JSON.parse(readFileSync(join(root, name), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
