import { holdLock } from './build-lock.mjs';
import { dropLeftovers, isUpToDate, runStep, whyStale } from './build-step.mjs';
import { checkNode } from './check-node.mjs';
import { arePackagesThere, installPackages } from './packages.mjs';
import { steps } from './steps.mjs';

/**
 * Brings targets up to date: `commands`, `page` or `benchmarks`, each with what it needs. Says every step that it does, on
 * standard error, and nothing where all is up to date.
 *
 * force: does every step of the targets.
 * install: whether packages may be installed. Without, targets are left as they are where packages are missing.
 *
 * Returns whether all went well; what failed has been said.
 */
export function setUp({ targets, force = false, install = true }) {
  try {
    checkNode();
    const wanted = steps.filter(({ name }) => targets.some((target) => needs(target).includes(name)));
    const isDone = () => arePackagesThere({ development: false }) && wanted.every(isUpToDate);
    if (!force && isDone()) return true;
    if (!install && !arePackagesThere({ development: true })) return true;
    const release = holdLock();
    try {
      // Another process may have done it all meanwhile.
      if (!force && isDone()) return true;
      dropLeftovers();
      if (!arePackagesThere({ development: true })) installPackages();
      for (const step of wanted) {
        if (force || !isUpToDate(step)) runStep(step, force ? '' : whyStale(step));
      }
    } finally {
      release();
    }
    return true;
  } catch (error) {
    if (!error.isSetUpError) throw error;
    console.error(error.message);
    return false;
  }
}

/** The names of a step and of all that it needs. */
function needs(name) {
  const step = steps.find((candidate) => candidate.name === name);
  return [name, ...step.needs.flatMap(needs)];
}
