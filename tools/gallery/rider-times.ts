import { readFileSync } from 'node:fs';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { toFraction } from '../../src/simulation/fraction.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import { startScene } from './bake-moment.ts';
import { drawAxes, fillDot, placeOn, plotColors, strokePath } from './plot.ts';

const counts = [1, 2, 3, 4, 6, 8, 12, 16];

/** Draws the CPU time of one core per second of motion, against the number of riders: Sumner 1999, figure 8. */
export async function drawRiderTimes(): Promise<Picture> {
  const seconds: number[] = [];
  for (const count of counts) seconds.push(await measureRiders(count));
  const [width, height] = [900, 470];
  const page = createPicture(width, height, sheetColors.paper);
  const top = Math.max(0.1, Math.ceil(10 * Math.max(...seconds)) / 10);
  const x = { from: 0, to: 16, fromPixel: 84, toPixel: width - 30 };
  const y = { from: 0, to: top, fromPixel: height - 70, toPixel: 56 };
  const tick = top > 4 ? 1 : top > 2 ? 0.5 : top > 0.8 ? 0.2 : 0.1;
  const yTicks = Array.from(
    { length: Math.floor(top / tick + 1e-6) + 1 },
    (_, k) => [k * tick, (k * tick).toFixed(1)] as const,
  );
  drawAxes(
    page,
    x,
    y,
    [0, 2, 4, 6, 8, 10, 12, 14, 16].map((value) => [value, `${value}`] as const),
    yTicks,
  );
  const points = counts.map((count, k) => [placeOn(x, count), placeOn(y, seconds[k])] as const);
  strokePath(page, points.flat(), 2, plotColors.orange);
  for (const [px, py] of points) fillDot(page, px, py, 4.5, plotColors.orange);
  drawText(page, 'Processor seconds for one second of motion', 30, 34, textStyles.caption);
  drawText(page, 'Riders on one ground, cells of 10 mm, one process, one core', width - 30, height - 20, {
    ...textStyles.caption,
    align: 'right',
  });
  console.log(counts.map((count, k) => `${count}: ${seconds[k].toFixed(3)} s`).join(', '));
  return page;
}

/**
 * Measures the second from 1 s to 2 s in three runs and returns the minimum. It is the CPU time of this process, so other programs have
 * little influence.
 */
async function measureRiders(count: number): Promise<number> {
  const scene = JSON.parse(readFileSync('scenes/riders/scene.json', 'utf8'));
  const colors = ['red', 'yellow', 'blue'];
  scene.actors = Array.from({ length: count }, (_, k) => ({
    ...scene.actors[k % 3],
    name: `rider-${k}`,
    file: `../assets/rider-${colors[k % 3]}.glb`,
    position: [-9 - 2.6 * Math.floor(k / 4), 0, 1.1 * (k % 4)],
    heading: 1.571,
  }));
  const { plan } = await startScene(scene, 'scenes/riders', 'riders');
  let min = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const simulation = new Simulation({
      systems: plan.systems,
      actors: plan.actors.map((actor) => actor.colliders),
      seed: plan.seed,
      start: plan.times.start,
    });
    simulation.advanceTo(toFraction(1));
    const begun = process.cpuUsage();
    simulation.advanceTo(toFraction(2));
    const { user, system } = process.cpuUsage(begun);
    min = Math.min(min, (user + system) / 1e6);
  }
  return min;
}
