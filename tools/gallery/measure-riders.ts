/**
 * Measures the curves of the picture `rider-times`: `npx tsx tools/gallery/measure-riders.ts`. It writes `rider-times.json`. Each curve
 * in this file has a label, and the seconds for each number of riders.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BakePlan } from '../../src/bake/bake-plan.ts';
import { bakeScene } from '../../src/bake/bake-scene.ts';
import { startScene } from './bake-moment.ts';
import { scenesFolder } from './checkout.ts';
import { type RiderTimes, riderTimesFile } from './rider-times.ts';
import { processorSeconds, VirtualThreads } from './virtual-threads.ts';

const counts = [1, 2, 4, 6, 8, 10, 12, 14, 16];
const rounds = 3;
/** Seconds of motion. */
const duration = 2;
/** Distance between neighbouring riders, m. No two of them share a track, nor a region of a part. */
const riderDistance = 2.5;
const folder = join(scenesFolder, 'riders');

/** Opens a scene in which riders ride side by side. */
async function openRiders(count: number): Promise<BakePlan> {
  const scene = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
  const { file, travel, softDepth, contactParts } = scene.actors.find(({ name }: { name: string }) =>
    name.startsWith('yellow'),
  );
  scene.time = { start: 0, end: duration, fps: 30 };
  scene.outputs = ['groundState'];
  scene.actors = Array.from({ length: count }, (_, k) => ({
    name: `rider-${k}`,
    file,
    travel,
    softDepth,
    contactParts,
    position: [-9, 0, riderDistance * k],
    heading: 1.571,
  }));
  return (await startScene(scene, folder, 'riders')).plan;
}

/**
 * Returns the time that simulating one second of motion needs in a number of threads, each with a core of its own, s. Null: the whole simulation
 * in one thread, without parts. Everything that is not done in parts is counted as if the threads waited for it.
 */
async function timeSecond(plan: BakePlan, threadCount: number | null): Promise<number> {
  const threads = threadCount === null ? null : new VirtualThreads(plan, threadCount);
  let [begin, end] = [0, 0];
  await bakeScene(plan, {
    write: () => {},
    ...(threads && { parts: threads }),
    begin() {
      begin = processorSeconds();
      return undefined;
    },
    progress({ phase }) {
      if (phase === 'simulate') end = processorSeconds();
    },
  });
  const total = end - begin;
  return (threads ? total - threads.partSeconds + threads.now : total) / duration;
}

const curves = [
  { label: 'one thread', threads: () => null },
  { label: 'two threads', threads: () => 2 },
  { label: 'a thread for each rider', threads: (count: number) => count },
];
const plans: BakePlan[] = [];
for (const count of counts) plans.push(await openRiders(count));
// Code is compiled before the first measurement.
for (const { threads } of curves) await timeSecond(plans[1], threads(2));
const seconds = curves.map(() => counts.map(() => Number.POSITIVE_INFINITY));
for (let round = 0; round < rounds; round++) {
  // All numbers of riders are measured in each round, so that a busy minute does not affect one of them alone.
  for (const [k, plan] of plans.entries()) {
    for (const [c, { threads }] of curves.entries())
      seconds[c][k] = Math.min(seconds[c][k], await timeSecond(plan, threads(counts[k])));
    console.log(counts[k], ...seconds.map((curve) => curve[k].toFixed(3)));
  }
}
const written: RiderTimes = {
  curves: curves.map(({ label }, c) => ({
    label,
    points: counts.map((count, k) => [count, Number(seconds[c][k].toFixed(4))] as const),
  })),
};
writeFileSync(riderTimesFile, `${JSON.stringify(written, null, 2)}\n`);
