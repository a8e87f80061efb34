/**
 * Measures the curves of the picture `rider-times`: `npx tsx tools/gallery/measure-riders.ts`. It writes `rider-times.json`. Each curve
 * in this file has a label, and the seconds for each number of riders.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BakePlan } from '../../src/bake/bake-plan.ts';
import { toFraction } from '../../src/simulation/fraction.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import { startScene } from './bake-moment.ts';
import { scenesFolder } from './checkout.ts';
import { type RiderTimes, riderTimesFile } from './rider-times.ts';

const counts = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16];
const rounds = 5;
const folder = join(scenesFolder, 'riders');

/** Opens a scene in which riders ride side by side, 2 m apart, so that no two of them share a track. */
async function openRiders(count: number): Promise<BakePlan> {
  const scene = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
  const { file, travel, softDepth, contactParts } = scene.actors.find(({ name }: { name: string }) =>
    name.startsWith('yellow'),
  );
  scene.actors = Array.from({ length: count }, (_, k) => ({
    name: `rider-${k}`,
    file,
    travel,
    softDepth,
    contactParts,
    position: [-9, 0, 2 * k],
    heading: 1.571,
  }));
  return (await startScene(scene, folder, 'riders')).plan;
}

/**
 * Returns the processor time of this process for the second from 1 s to 2 s, in seconds. Other programs on the machine influence it only
 * through caches and shared cores.
 */
function timeSecond({ systems, actors, seed, times }: BakePlan): number {
  const colliders = actors.map((actor) => actor.colliders);
  const simulation = new Simulation({ systems, actors: colliders, seed, start: times.start });
  simulation.advanceTo(toFraction(1));
  const begun = process.cpuUsage();
  simulation.advanceTo(toFraction(2));
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

const plans: BakePlan[] = [];
for (const count of counts) plans.push(await openRiders(count));
// Code is compiled before the first measurement.
timeSecond(plans[1]);
const seconds = counts.map(() => Number.POSITIVE_INFINITY);
for (let round = 0; round < rounds; round++) {
  // All numbers of riders are measured in each round, so that a busy minute does not affect one of them alone.
  for (const [k, plan] of plans.entries()) seconds[k] = Math.min(seconds[k], timeSecond(plan));
}
const curve = {
  label: 'one process',
  points: counts.map((count, k) => [count, Number(seconds[k].toFixed(4))] as const),
};
const kept = (JSON.parse(readFileSync(riderTimesFile, 'utf8')) as RiderTimes).curves.filter(
  ({ label }) => label !== curve.label,
);
writeFileSync(riderTimesFile, `${JSON.stringify({ curves: [curve, ...kept] }, null, 2)}\n`);
console.log(curve.points.map(([count, time]) => `${count}: ${time} s`).join(', '));
