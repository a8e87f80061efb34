import { plyStride } from '../../files/ply-write.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { EstimateContext } from '../estimate/estimate-context.ts';

/** Fraction of the particles of a spray that exist at a time, about. */
const thrownFraction = 0.05;
/** A particle in a USD file on one frame; what does not change is written once. */
const usdPointBytes = 28;
const glbPointBytes = 32;

type ExpectedPoints = EstimateContext['points'][number];

/** Frames that are looked at where the number of particles is known ahead. */
const lookedAt = 16;

/** Particles that exist on a frame, on average. */
function countPoints(
  { output, isThrown }: ExpectedPoints,
  { firstFrame, lastFrame, times }: BakePlan,
): number {
  if (!output.countAt) return isThrown ? thrownFraction * output.capacity : output.capacity;
  let sum = 0;
  for (let k = 0; k < lookedAt; k++) {
    const frame = firstFrame + Math.round(((lastFrame - firstFrame) * k) / (lookedAt - 1));
    sum += output.countAt(times.seconds(frame));
  }
  return Math.ceil(sum / lookedAt);
}

export function estimatePointsPly({ plan, points, frameCount }: EstimateContext): number {
  return points.reduce((sum, entry) => {
    const { orientations, attributes } = entry.output;
    return (
      sum + frameCount * (700 + countPoints(entry, plan) * plyStride(orientations !== null, attributes.size))
    );
  }, 0);
}

export function estimatePointsUsd({ plan, points, frameCount }: EstimateContext): number {
  return points.reduce((sum, entry) => {
    const { orientations, attributes } = entry.output;
    const bytes = usdPointBytes + (orientations ? 16 : 0) + 4 * attributes.size;
    return sum + frameCount * (200 + countPoints(entry, plan) * bytes);
  }, 0);
}

export function estimatePointsGlb({ plan, points }: EstimateContext): number {
  return points.reduce((sum, entry) => sum + 1000 + countPoints(entry, plan) * glbPointBytes, 0);
}
