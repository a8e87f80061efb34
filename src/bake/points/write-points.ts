import { encodePointsPly, plyAttributeNames } from '../../files/ply-write.ts';
import { encodePointsGlb } from '../../files/points-glb.ts';
import { PointsUsdWriter } from '../../files/usd/points-usd.ts';
import { usdPrimName } from '../../files/usd/prim-usd.ts';
import { InputError } from '../../input-error.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import { padFrameNumber } from '../../simulation/frame-times.ts';
import type { HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { PointsKey, PointsLook, PointsOutput } from '../../systems/outputs/points.ts';
import type { BakePlan } from '../bake-plan.ts';
import { describeFrame } from '../describe-frame.ts';
import type { OutputSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { countPackedPoints, packedPointBytes, unpackPoints } from './points-record.ts';
import { chooseFrames, writePointsSheet } from './write-points-sheet.ts';

/** Results of the particles of one output, known after all is written. */
export interface PointsFacts {
  readonly name: string;
  /** Total number of particles that ever existed, maximum number in one frame, and number in the last frame. */
  readonly capacity: number;
  readonly maxCount: number;
  readonly last: number;
  /** The look that the particles should have. */
  readonly look: PointsLook;
  /** Whether orientations are written. */
  readonly isTurning: boolean;
  /** Names of the user's own attributes in PLY files. */
  readonly attributes: readonly string[];
  /** Folder of the PLY sequence, and the part of its file names before the number. */
  readonly plyFolder?: string;
  readonly usd?: string;
  /** The prim in the USD file. */
  readonly usdPrim?: string;
  /** The frame that the GLB shows, and its number: see `chooseGlbFrame`. */
  readonly glb?: string;
  readonly glbFrame?: number;
  readonly picture?: string;
}

/** Maximum number of bytes of one array in memory. */
const arrayLimit = 2 ** 31;
/** Maximum number of bytes of a file that is created in memory, and of a file that is written in chunks. */
const wholeFileLimit = 2 ** 31;
const partedFileLimit = 2 ** 40;

/** Throws an `InputError` before the simulation starts if it is known that the output is too large. */
export function checkPoints(plan: BakePlan, output: PointsOutput, goesInParts: boolean): void {
  const { capacity, attributes } = output;
  const frameCount = plan.lastFrame - plan.firstFrame + 1;
  const frameBytes = capacity * packedPointBytes(attributes.size);
  const tooMuch = (what: string, remedy: string) =>
    InputError.at(
      'outputs',
      `${what} of "${output.name}" cannot be written: ${capacity} particles${remedy}; ` +
        'use fewer particles, fewer attributes or several systems',
    );
  const { pointsTime, times, firstFrame, lastFrame } = plan;
  const [start, end] = [times.seconds(firstFrame), times.seconds(lastFrame)];
  if (pointsTime !== undefined && !(pointsTime >= start - 1e-6 && pointsTime <= end + 1e-6))
    throw InputError.at(
      'pointsTime',
      `expected a time that is written, ${start} to ${end} s, got ${pointsTime}`,
    );
  if (frameBytes > arrayLimit)
    throw tooMuch('frames', ` with ${attributes.size} attributes are more than fit into one`);
  if (!plan.outputs.includes('pointsUsd')) return;
  const usdBytes = frameBytes * frameCount;
  if (usdBytes > (goesInParts ? partedFileLimit : wholeFileLimit)) {
    throw tooMuch(
      'pointsUsd',
      ` on ${frameCount} frames can come to ${Math.ceil(usdBytes / 2 ** 30)} GB in one file, more than ` +
        `${goesInParts ? 'anything reads' : 'fits into memory here'}; use pointsPly, or fewer frames`,
    );
  }
}

/** Returns how often `writePoints` calls `sink.next`. */
export function countPointsWork(plan: BakePlan): number {
  const frameCount = plan.lastFrame - plan.firstFrame + 1;
  const { outputs } = plan;
  return (
    (outputs.includes('pointsPly') ? frameCount : 0) +
    (outputs.includes('pointsUsd') ? frameCount : 0) +
    (outputs.includes('pointsGlb') ? 1 : 0) +
    (outputs.includes('contactSheet') ? 1 : 0)
  );
}

/**
 * Writes the files that the plan selects for an output that shows points. Both functions are called with ascending frames: `load` returns
 * the bytes of `packPoints` of a frame; `showGround`, if given, returns the ground that throws the particles up.
 */
export async function writePoints(
  plan: BakePlan,
  output: PointsOutput,
  load: (frame: number) => Uint8Array,
  sink: OutputSink,
  warnings: string[],
  showGround?: (frame: number) => HeightfieldOutput,
): Promise<PointsFacts> {
  const { outputs, firstFrame, lastFrame, times } = plan;
  const { name, capacity } = output;
  const attributes = [...output.attributes.keys()];
  const counts = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) =>
    countPackedPoints(load(firstFrame + k)),
  );
  const show = (frame: number) => unpackPoints(load(frame), attributes);
  const progress = (what: string, frame: number) =>
    sink.next(`${what} of ${name}, ${describeFrame(plan, frame)}`);
  const isTurning = output.orientations !== null;
  const facts: { -readonly [Key in keyof PointsFacts]: PointsFacts[Key] } = {
    name,
    capacity,
    maxCount: counts.reduce((maxCount, count) => Math.max(maxCount, count), 0),
    last: counts[counts.length - 1],
    look: output.look,
    isTurning,
    attributes: plyAttributeNames(attributes),
  };
  if (facts.maxCount === 0)
    warnings.push(`${name}: no particle exists on any of the frames that are written`);
  if (outputs.includes('pointsPly')) {
    facts.plyFolder = placeOutput(plan, 'pointsPly', `${name}-ply`);
    for (let frame = firstFrame; frame <= lastFrame; frame++) {
      await progress('PLY', frame);
      const file = `${facts.plyFolder}/${pointsFileName(name, times.number(frame))}`;
      await sink.write(file, 'pointsPly', encodePointsPly(show(frame)));
    }
  }
  if (outputs.includes('pointsUsd')) {
    const writer = new PointsUsdWriter({ name, fps: fractionToNumber(times.fps), attributes, isTurning });
    // The time codes are the numbers that the names of the PLY files contain.
    for (let frame = firstFrame; frame <= lastFrame; frame++) {
      await progress('USD', frame);
      writer.add(times.number(frame), show(frame));
    }
    facts.usd = placeOutput(plan, 'pointsUsd', `${name}.usdc`);
    facts.usdPrim = usdPrimName(name);
    await sink.writeParts(
      facts.usd,
      'pointsUsd',
      writer.write((index) => show(firstFrame + index)),
    );
  }
  if (outputs.includes('pointsGlb')) {
    await sink.next(`GLB of ${name}`);
    const shown = firstFrame + chooseGlbFrame(plan, counts, output.keys ?? []);
    facts.glb = placeOutput(plan, 'pointsGlb', `${name}.glb`);
    facts.glbFrame = times.number(shown);
    await sink.write(facts.glb, 'pointsGlb', encodePointsGlb(show(shown), name));
  }
  if (outputs.includes('contactSheet')) {
    await sink.next(`picture of ${name}`);
    facts.picture = placeOutput(plan, 'contactSheet', `${name}-contact-sheet.png`);
    await sink.write(facts.picture, 'contactSheet', writePointsSheet(plan, output, counts, show, showGround));
  }
  return facts;
}

/**
 * Returns the frame that the GLB shows, counted from the first frame of the bake. If the scene sets a time, it is the nearest frame.
 * Otherwise it is the most representative frame: the end of the key with the most particles, or without keys the last frame with half of
 * the maximum number of particles.
 */
function chooseGlbFrame(
  { times, firstFrame, pointsTime }: BakePlan,
  counts: readonly number[],
  keys: readonly PointsKey[],
): number {
  const seconds = counts.map((_, k) => times.seconds(firstFrame + k));
  if (pointsTime === undefined) {
    const { frames, main } = chooseFrames(counts, seconds, keys);
    return frames[main];
  }
  return seconds.reduce(
    (best, time, k) => (Math.abs(time - pointsTime) < Math.abs(seconds[best] - pointsTime) ? k : best),
    0,
  );
}

/** Returns the file name of a frame: `smoke.0001.ply` for frame number 1. */
export function pointsFileName(name: string, number: number): string {
  return `${name}.${padFrameNumber(number)}.ply`;
}
