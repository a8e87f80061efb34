// npm runs this before it packs the repository, when it installs from git or from a clone, and after `npm ci` or
// `npm install` in a clone: it builds all that the package holds.
import { duringSetUp } from './setup/packages.mjs';
import { root } from './setup/places.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = process;
/** `npx aftermotion` in a clone links it: the command itself then builds what it needs, where people see it. */
const isLinkedByNpx = env.npm_command === 'exec';
if (!env[duringSetUp] && !isLinkedByNpx) {
  // `npm ci --omit=dev` in a clone leaves out what builds: that is no failure, and nothing to install behind its back.
  const isOwnInstall =
    ['ci', 'install'].includes(env.npm_command) && isSame(env.npm_config_local_prefix, root);
  process.exitCode = setUp({ targets: ['commands', 'page'], install: !isOwnInstall }) ? 0 : 1;
}

function isSame(a, b) {
  const plain = (path) => (path ?? '').replaceAll('\\', '/').replace(/\/$/, '');
  return plain(a) === plain(b);
}
