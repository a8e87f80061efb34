import { encodePointsPly, plyAttributeNames } from '../../files/ply-write.ts';
import { encodePointsGlb } from '../../files/points-glb.ts';
import { PointsUsdWriter } from '../../files/usd/points-usd.ts';
import { usdPrimName } from '../../files/usd/prim-usd.ts';
import { InputError } from '../../input-error.ts';
import { maxOf } from '../../math/lists.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import { padFrameNumber } from '../../simulation/frame-times.ts';
import type { PointsKey, PointsLook, PointsOutput } from '../../systems/outputs/points.ts';
import type { BakePlan } from '../bake-plan.ts';
import { describeFrame } from '../describe-frame.ts';
import { findGround } from '../heightfield/heightfield-writer.ts';
import { type Bake, findOutput, type OutputReference, type ShownOutput } from '../output-definition.ts';
import type { OutputKindName } from '../output-kinds.ts';
import type { FileSink, OutputSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { instanceMeshOf } from './instance-mesh.ts';
import { countPackedPoints, packedPointBytes, unpackPoints } from './points-record.ts';
import { plyTask, pointsGlbTask, pointsSheetTask, usdTask } from './points-tasks.ts';
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

/** A range of frames. */
interface FrameRange {
  readonly firstFrame: number;
  /** Included. */
  readonly lastFrame: number;
}

/** The input of `writePly`. */
export interface PointsFrames extends FrameRange {
  readonly output: OutputReference;
}

/** The input of `writeGlb`. */
export interface PointsFrame {
  readonly output: OutputReference;
  readonly frame: number;
}

/** The input of `writeSheet`. */
export interface PointsSheet {
  readonly output: OutputReference;
  /** Number of particles on each frame. */
  readonly counts: readonly number[];
}

/** Writes the files that the plan selects for an output that shows points. Each kind of file is a task; PLY files are several tasks. */
export async function writePoints(
  { plan }: Bake,
  { output, system, index, load }: ShownOutput<'points'>,
  sink: OutputSink,
  warnings: string[],
): Promise<PointsFacts> {
  const { outputs, firstFrame, lastFrame, times } = plan;
  const { name, capacity, look, keys } = output;
  const reference = { system, index };
  const wants = (kind: OutputKindName) => outputs.includes(kind);
  const ranges = divideFrames(firstFrame, lastFrame, sink.threads);
  const sequences = Promise.all([
    Promise.all(
      wants('pointsPly')
        ? ranges.map((range) => sink.run(plyTask, { ...range, output: reference }, { follows: true }))
        : [],
    ),
    wants('pointsUsd') ? sink.run(usdTask, reference, { follows: true }) : undefined,
  ]);
  // Waiting for the simulation may fail. Then the same error is thrown by the sequences.
  sequences.catch(() => {});
  await sink.simulated();
  const counts = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) =>
    countPackedPoints(load(firstFrame + k)),
  );
  const maxCount = maxOf(counts, 0);
  if (maxCount === 0) warnings.push(`${name}: no particle exists on any of the frames that are written`);
  const glbFrame = firstFrame + chooseGlbFrame(plan, counts, keys ?? []);
  const [[, usd], glb, picture] = await Promise.all([
    sequences,
    wants('pointsGlb') ? sink.run(pointsGlbTask, { output: reference, frame: glbFrame }) : undefined,
    wants('contactSheet') ? sink.run(pointsSheetTask, { output: reference, counts }) : undefined,
  ]);
  return {
    name,
    capacity,
    maxCount,
    last: counts[counts.length - 1],
    look,
    isTurning: output.orientations !== null,
    attributes: plyAttributeNames([...output.attributes.keys()]),
    ...(wants('pointsPly') && { plyFolder: plyFolder(plan, name) }),
    ...(usd !== undefined && { usd, usdPrim: usdPrimName(name) }),
    ...(glb !== undefined && { glb, glbFrame: times.number(glbFrame) }),
    ...(picture !== undefined && { picture }),
  };
}

/** Divides frames into at most `count` ranges. */
function divideFrames(first: number, last: number, count: number): FrameRange[] {
  const size = Math.ceil((last - first + 1) / count);
  const ranges: FrameRange[] = [];
  for (let frame = first; frame <= last; frame += size)
    ranges.push({ firstFrame: frame, lastFrame: Math.min(last, frame + size - 1) });
  return ranges;
}

function plyFolder(plan: BakePlan, name: string): string {
  return placeOutput(plan, 'pointsPly', `${name}-ply`);
}

function openPoints(bake: Bake, reference: OutputReference) {
  const { output, load } = findOutput(bake, 'points', reference);
  const attributes = [...output.attributes.keys()];
  return { output, attributes, show: (frame: number) => unpackPoints(load(frame), attributes) };
}

/** Writes the PLY files of a range of frames. */
export async function writePly(
  bake: Bake,
  { output: reference, firstFrame, lastFrame }: PointsFrames,
  sink: FileSink,
): Promise<void> {
  const { plan } = bake;
  const { output, show } = openPoints(bake, reference);
  const { name } = output;
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    await sink.next(`PLY of ${name}, ${describeFrame(plan, frame)}`);
    const file = `${plyFolder(plan, name)}/${pointsFileName(name, plan.times.number(frame))}`;
    await sink.write(file, 'pointsPly', encodePointsPly(show(frame)));
  }
}

/** Writes one USD file with all frames. Returns the name of the file. */
export async function writeUsd(bake: Bake, reference: OutputReference, sink: FileSink): Promise<string> {
  const { plan } = bake;
  const { firstFrame, lastFrame, times } = plan;
  const { output, attributes, show } = openPoints(bake, reference);
  const { name } = output;
  const isTurning = output.orientations !== null;
  const writer = new PointsUsdWriter({ name, fps: fractionToNumber(times.fps), attributes, isTurning });
  // The time codes are the numbers that the names of the PLY files contain.
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    await sink.next(`USD of ${name}, ${describeFrame(plan, frame)}`);
    writer.add(times.number(frame), show(frame));
  }
  const file = placeOutput(plan, 'pointsUsd', `${name}.usdc`);
  const parts = writer.write((frame) => show(firstFrame + frame));
  await sink.writeParts(file, 'pointsUsd', parts);
  return file;
}

/** Writes one frame as a GLB file. Returns the name of the file. */
export async function writeGlb(
  bake: Bake,
  { output: reference, frame }: PointsFrame,
  sink: FileSink,
): Promise<string> {
  const { output, show } = openPoints(bake, reference);
  await sink.next(`GLB of ${output.name}`);
  const file = placeOutput(bake.plan, 'pointsGlb', `${output.name}.glb`);
  await sink.write(file, 'pointsGlb', encodePointsGlb(show(frame), output.name, instanceMeshOf(output.look)));
  return file;
}

/** Writes the contact sheet of an output. Returns the name of the file. */
export async function writeSheet(
  bake: Bake,
  { output: reference, counts }: PointsSheet,
  sink: FileSink,
): Promise<string> {
  const { plan } = bake;
  const { output, show } = openPoints(bake, reference);
  await sink.next(`picture of ${output.name}`);
  const file = placeOutput(plan, 'contactSheet', `${output.name}-contact-sheet.png`);
  const ground = findGround(bake, reference.system);
  await sink.write(file, 'contactSheet', writePointsSheet(plan, output, counts, show, ground));
  return file;
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
