import { plyStride } from '../../files/ply-write.ts';
import type { LongWork } from '../../long-work.ts';
import type { PointsOutput } from '../../systems/outputs/points.ts';
import type { BakePlan } from '../bake-plan.ts';
import {
  type Bake,
  countFrames,
  listOutputs,
  type OutputEstimate,
  outputsOfKind,
} from '../output-definition.ts';
import { packedPointBytes } from './points-record.ts';

/** Approximate fraction of the particles of a spray that exist at the same time. */
const thrownFraction = 0.05;
/** Bytes of a particle in one frame of a USD file. Properties that do not change are written once. */
const usdPointBytes = 28;
const glbPointBytes = 32;

/** Bytes of a contact sheet. Measured over all shipped scenes. */
const sheetBytes = 7e5;

/** isThrown: a ground throws the particles up, so that few of them exist most of the time. */
interface ExpectedPoints {
  readonly output: PointsOutput;
  readonly isThrown: boolean;
}

export function* estimatePoints(bake: Bake): LongWork<OutputEstimate> {
  const { plan } = bake;
  const frameCount = countFrames(plan);
  const grounds = new Set(
    listOutputs(bake).flatMap(({ system, output }) => (output.kind === 'heightfield' ? [system] : [])),
  );
  const files = { pointsPly: 0, pointsUsd: 0, pointsGlb: 0, contactSheet: 0 };
  let keptBytes = 0;
  for (const { system, output } of outputsOfKind(bake, 'points')) {
    const { orientations, attributes, capacity } = output;
    const count = countPoints({ output, isThrown: grounds.has(system) }, plan);
    const usdBytes = usdPointBytes + (orientations ? 16 : 0) + 4 * attributes.size;
    files.pointsPly += frameCount * (700 + count * plyStride(orientations !== null, attributes.size));
    files.pointsUsd += frameCount * (200 + count * usdBytes);
    files.pointsGlb += 1000 + count * glbPointBytes;
    files.contactSheet += sheetBytes;
    keptBytes += frameCount * capacity * packedPointBytes(attributes.size);
  }
  return { files, keptBytes };
}

/** Number of frames that are sampled if the number of particles in each frame is known in advance. */
const lookedAt = 16;

/** Returns the mean number of particles in a frame. */
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
