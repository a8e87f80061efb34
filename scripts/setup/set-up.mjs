import { holdLock } from './build-lock.mjs';
import { dropLeftovers, isUpToDate, runStep, whyStale } from './build-step.mjs';
import { checkNode } from './check-node.mjs';
import { arePackagesThere, installPackages } from './packages.mjs';
import { steps } from './steps.mjs';

/**
 * Brings targets up to date: `commands`, `page` or `benchmarks`, each with the steps that the target needs. Prints every step that runs to
 * standard error. Prints nothing if all targets are up to date.
 *
 * force: runs every step of the targets. install: whether packages may be installed. If not, targets with missing packages are not changed.
 *
 * Returns true if all steps succeeded. Failures have been printed.
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
      // Another process may have finished the same steps in the meantime.
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

/** Returns the names of a step and of all steps that it needs. */
function needs(name) {
  const step = steps.find((candidate) => candidate.name === name);
  return [name, ...step.needs.flatMap(needs)];
}
