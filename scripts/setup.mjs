// Does the whole set-up that a fresh clone needs: packages, kernels, build. Skips steps that are up to date.
//
//     node scripts/setup.mjs                the commands and the library, into dist/
//     node scripts/setup.mjs --page         the web page too, into dist/studio/
//     node scripts/setup.mjs --addon        the Blender add-on too, as dist/blender/aftermotion-blender.zip
//     node scripts/setup.mjs --benchmarks   the benchmarks too, and what they measure
//     node scripts/setup.mjs --force        also steps that are up to date
//
// Plain JavaScript on purpose: it runs before anything is installed.
import { setUp } from './setup/set-up.mjs';

const has = (flag) => process.argv.includes(flag);
const targets = ['commands'];
if (has('--addon')) targets.push('addon');
if (has('--page') || has('--benchmarks')) targets.push('page');
if (has('--benchmarks')) targets.push('benchmarks');
process.exitCode = setUp({ targets, force: has('--force') }) ? 0 : 1;
