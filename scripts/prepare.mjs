// npm runs this before it packs the repository, when it installs from git or from a clone, and after `npm ci` or
// `npm install` in a clone. It builds all contents of the package.
import { duringSetUp } from './setup/packages.mjs';
import { root } from './setup/places.mjs';
import { setUp } from './setup/set-up.mjs';

const { env } = process;
/** `npx aftermotion` in a clone links the clone. The command then builds what it needs itself, and its messages are visible. */
const isLinkedByNpx = env.npm_command === 'exec';
if (!env[duringSetUp] && !isLinkedByNpx) {
  // `npm ci --omit=dev` in a clone leaves out the build tools. This is not a failure, and nothing else is installed.
  const isOwnInstall =
    ['ci', 'install'].includes(env.npm_command) && isSame(env.npm_config_local_prefix, root);
  process.exitCode = setUp({ targets: ['commands', 'page', 'addon'], install: !isOwnInstall }) ? 0 : 1;
}

function isSame(a, b) {
  const plain = (path) => (path ?? '').replaceAll('\\', '/').replace(/\/$/, '');
  return plain(a) === plain(b);
}
