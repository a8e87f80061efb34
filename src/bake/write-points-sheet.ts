import { encodePng8 } from '../files/png.ts';
import type { PointsFrame } from '../files/points-frame.ts';
import type { PointsOutput } from '../systems/system.ts';
import type { BakePlan } from './bake-plan.ts';
import { drawPointsSheet, type PointsSpan } from './pictures/points-sheet.ts';

/** Moments on a sheet: four small ones and the last. */
const momentCount = 5;

/** One picture of particles over a bake, as PNG. counts: how many there are on each frame that is written. */
export function writePointsSheet(
  plan: BakePlan,
  { name, look }: PointsOutput,
  counts: readonly number[],
  show: (frame: number) => PointsFrame,
  spans: readonly PointsSpan[] = [],
): Uint8Array {
  const { times, firstFrame, actors } = plan;
  const moments = chooseFrames(counts).map((k) => {
    const t = times.seconds(firstFrame + k);
    return { t, points: show(firstFrame + k), figures: actors.flatMap((actor) => actor.figuresAt(t)) };
  });
  const seconds = counts.map((_, k) => times.seconds(firstFrame + k));
  const words = [name === plan.name ? '' : name, `drawn as ${look}`, ...actors.map((actor) => actor.name)];
  const sheet = drawPointsSheet({
    title: plan.name,
    note: words.filter(Boolean).join('  ·  '),
    look,
    moments,
    times: seconds,
    counts,
    spans,
  });
  return encodePng8(sheet.rgb, sheet.width, sheet.height);
}

/** Even steps in time, from the first frame with particles to the last, each once. */
function chooseFrames(counts: readonly number[]): number[] {
  const first = Math.max(
    0,
    counts.findIndex((count) => count > 0),
  );
  const last = counts.length - 1;
  const frames = Array.from({ length: momentCount }, (_, k) =>
    Math.round(first + ((last - first) * k) / (momentCount - 1)),
  );
  return [...new Set(frames)];
}
