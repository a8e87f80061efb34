import { setUpError } from './set-up-error.mjs';

/** Throws if this version of Node is too old. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw setUpError(`Aftermotion needs Node 20.19 or newer, this is ${version}: see https://nodejs.org`);
}
