/**
 * Prints the results of travel for the clips of glTF files as a table: `npx tsx tools/measure-travel.ts [--all] FILE…`
 * Clips of the kind `still` are left out unless --all is given. Gaps, slides and corrections are in % of the character's height. Duty is
 * the fraction of the period in which a foot is planted: the minimum and the maximum over all feet.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readGltf } from '../src/files/gltf/read-gltf.ts';
import { layOutCycle } from '../src/motion/travel/clip-cycle.ts';
import { findFeet } from '../src/motion/travel/find-feet.ts';
import { planStances } from '../src/motion/travel/plan-stances.ts';
import { planTravel } from '../src/motion/travel/plan-travel.ts';
import { readGait } from '../src/motion/travel/read-gait.ts';
import { trackSoles } from '../src/motion/travel/track-soles.ts';

const all = process.argv.includes('--all');
const files = process.argv.slice(2).filter((argument) => argument !== '--all');
if (files.length === 0) {
  console.error('usage: npx tsx tools/measure-travel.ts [--all] FILE.glb…');
  process.exit(2);
}

const percent = (fraction: number, digits = 1) => (100 * fraction).toFixed(digits);
console.log(
  '| clip | kind | H | period s (gap) | duty | touching H/s | speed H/s | constant max/rms | varying max | pinned max / 9 in 10 | correction |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
for (const file of files) await measureFile(file);

async function measureFile(file: string): Promise<void> {
  const resolve = (uri: string) => new Uint8Array(readFileSync(join(dirname(file), uri)));
  const rig = await readGltf(readFileSync(file), { name: file, resolve });
  const { height, nodes, feet } = findFeet(rig);
  for (const clip of rig.clips) {
    const travel = planTravel(rig, clip);
    if (travel.kind === 'still' && !all) continue;
    const cycle = layOutCycle(rig, clip, nodes, height);
    const count = Math.max(32, Math.round(cycle.period * 240));
    const tracks = trackSoles(rig, feet, height, cycle.period, count, (pose, i) => {
      cycle.sample(pose, (i * cycle.period) / count);
    });
    const gait = readGait(tracks, height);
    const [dx, dz] = gait.direction;
    const stances = planStances(tracks, gait, height, count / cycle.period, (f, i) => {
      return tracks[f].velocityX[i] * dx + tracks[f].velocityZ[i] * dz <= 0;
    });
    const duty = stances
      .map((list) => (list.reduce((sum, { start, end }) => sum + end - start, 0) / count).toFixed(2))
      .sort();
    const { slide } = travel;
    console.log(
      `| ${basename(file)} ${clip.name} | ${travel.kind} | ${height.toPrecision(3)} | ` +
        `${travel.period.toFixed(2)} (${percent(cycle.gap / height)}) | ${duty[0]}–${duty[duty.length - 1]} | ` +
        `${(gait.touchingSpeed / height).toFixed(2)} | ${(travel.speed / height).toFixed(2)} | ` +
        (slide
          ? `${percent(slide.constantMax)} / ${percent(slide.constantRms)} | ${percent(slide.varyingMax)} | ` +
            `${percent(slide.pinnedMax, 2)} / ${percent(slide.pinnedPercentile90, 2)} | ${percent(slide.correction)} |`
          : '| | | |') +
        (travel.warnings.length > 0 ? ` ${travel.warnings.join('; ')}` : ''),
    );
  }
}
