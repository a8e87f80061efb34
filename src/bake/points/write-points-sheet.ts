import { encodePng8 } from '../../files/png.ts';
import { maxOf } from '../../math/lists.ts';
import type { PointsFrame } from '../../motion/points-frame.ts';
import { followViews } from '../../pictures/follow-views.ts';
import { groundFigure } from '../../pictures/ground-figure.ts';
import { drawPointsSheet } from '../../pictures/points-sheet.ts';
import type { HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { PointsKey, PointsOutput } from '../../systems/outputs/points.ts';
import type { BakePlan } from '../bake-plan.ts';
import { paintedMeshes } from '../characters/painted-meshes.ts';

/** Number of small pictures on a sheet. */
const smallCount = 4;

/**
 * Draws one contact sheet of particles over a bake, as PNG. counts: number of particles in each frame that is written. If a ground throws
 * the particles up, `showGround` returns this ground in a frame. It is then drawn too, and the camera is beside the path of the actor.
 */
export function writePointsSheet(
  plan: BakePlan,
  { name, look, keys }: PointsOutput,
  counts: readonly number[],
  show: (frame: number) => PointsFrame,
  showGround?: (frame: number) => HeightfieldOutput,
): Uint8Array {
  const { times, firstFrame, actors } = plan;
  const seconds = counts.map((_, k) => times.seconds(firstFrame + k));
  const { frames, main } = chooseFrames(counts, seconds, keys ?? []);
  const moments = frames.map((k) => {
    const t = times.seconds(firstFrame + k);
    return {
      t,
      points: show(firstFrame + k),
      figures: actors.flatMap((actor) => (actor.isShown ? paintedMeshes(actor, t) : [])),
    };
  });
  const views = showGround && followViews(moments);
  const onGround = moments.map((moment, k) => {
    const view = views?.[k];
    if (!showGround || !view) return moment;
    const { center, width } = view;
    const ground = groundFigure(showGround(firstFrame + frames[k]), center[0], center[2], 1.6 * width);
    return { ...moment, figures: [...moment.figures, ground] };
  });
  const parts = [name === plan.name ? '' : name, `drawn as ${look}`, ...actors.map((actor) => actor.name)];
  const sheet = drawPointsSheet({
    title: plan.name,
    note: parts.filter(Boolean).join('  ·  '),
    label: (t) => times.label(t),
    look,
    moments: onGround,
    views,
    main,
    times: seconds,
    counts,
    keys,
  });
  return encodePng8(sheet.rgb, sheet.width, sheet.height);
}

/**
 * Chooses the frames for the pictures. They are distinct and ascending. One of them is the main one: the end of the key with the most
 * particles (if several keys have the same number, the last of these); without keys, the last frame with at least half of the maximum
 * number of particles. The others are evenly spaced before and after it, or at the end of a key that is near.
 */
export function chooseFrames(
  counts: readonly number[],
  seconds: readonly number[],
  keys: readonly PointsKey[],
): { frames: number[]; main: number } {
  const reversed = [...counts].reverse();
  const busiest = maxOf(counts, 0);
  // A picture of the first few particles would be almost empty.
  const first = Math.max(
    0,
    counts.findIndex((count) => count > 0 && count >= 0.02 * busiest),
  );
  const last =
    counts.length -
    1 -
    Math.max(
      0,
      reversed.findIndex((count) => count > 0),
    );
  const frameAt = (t: number) => seconds.findIndex((time) => time >= t - 1e-9);
  const ends = keys
    .filter(({ count }) => count > 0)
    .map(({ end, count }) => ({ frame: frameAt(end), count }))
    .filter(({ frame }) => frame > first && frame <= last);
  const max = ends.reduce<(typeof ends)[number] | null>(
    (best, end) =>
      best === null || end.count > best.count || (end.count === best.count && end.frame > best.frame)
        ? end
        : best,
    null,
  );
  const center = max?.frame ?? counts.length - 1 - reversed.findIndex((count) => 2 * count >= busiest);
  const span = Math.max(1, last - first);
  const after =
    last > center
      ? Math.min(smallCount - 1, Math.max(1, Math.round((smallCount * (last - center)) / span)))
      : 0;
  const before = smallCount - after;
  const near = (0.3 * span) / smallCount;
  const snap = (frame: number) =>
    ends.find((end) => end.frame !== center && Math.abs(end.frame - frame) < near)?.frame ?? frame;
  const even = [
    ...Array.from({ length: before }, (_, k) => first + ((center - first) * k) / before),
    ...Array.from({ length: after }, (_, k) => center + ((last - center) * (k + 1)) / after),
  ];
  const frames = [...new Set([...even.map((frame) => snap(Math.round(frame))), center])].sort(
    (a, b) => a - b,
  );
  return { frames, main: frames.indexOf(center) };
}
