import { CurvesUsdWriter } from '../../files/usd/curves-usd.ts';
import { usdPrimName } from '../../files/usd/prim-usd.ts';
import { equalBytes } from '../../math/equal-bytes.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { BakePlan } from '../bake-plan.ts';
import { describeFrame } from '../describe-frame.ts';
import type { FileSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { growStrands, traceFur } from './fur-strands.ts';
import { type Coat, loadShells } from './group-coats.ts';

export interface WrittenCurves {
  readonly file: string;
  /** The prim of the curves in the file. */
  readonly prim: string;
  readonly strandCount: number;
}

/** Number of points of a strand that is written as a curve. */
export const curvePoints = 6;

/** The curves of a coat as they are written to a file. */
export interface OpenedCurves {
  readonly writer: CurvesUsdWriter;
  readonly strandCount: number;
  /** Adds the next frame to the writer, without computing its curves. Returns whether it differs from the previous one. */
  addFrame(frame: number): boolean;
  /** Computes the curves of a frame, into an array that the next call overwrites. */
  show(frame: number): Float32Array;
}

/** Opens a coat as curves in the world. Null if nothing grows. */
export function openCurves(plan: BakePlan, { output, load }: Coat): OpenedCurves | null {
  const { name, look } = output;
  const { firstFrame, times } = plan;
  const strands = growStrands(output, look.strandCount, curvePoints);
  if (!strands) return null;
  const { widths, colors, count } = strands;
  const traced = new Float32Array(3 * count * curvePoints);
  const fps = fractionToNumber(times.fps);
  const writer = new CurvesUsdWriter({ name, fps, pointCount: curvePoints, widths, colors });
  return {
    writer,
    strandCount: count,
    addFrame(frame) {
      const isNew = frame === firstFrame || !equalBytes(load(frame), load(frame - 1));
      // No curve has been computed yet, but the size is already known.
      if (isNew) writer.add(times.number(frame), traced);
      else writer.repeat(times.number(frame));
      return isNew;
    },
    show(frame) {
      traceFur(traced, strands, output, loadShells(plan, { output, load }, frame));
      return traced;
    },
  };
}

/** Writes strands as curves in the world over all frames, in chunks. Null if nothing grows. */
export async function writeCurves(plan: BakePlan, coat: Coat, sink: FileSink): Promise<WrittenCurves | null> {
  const { name } = coat.output;
  const { firstFrame, lastFrame } = plan;
  const curves = openCurves(plan, coat);
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    await sink.next(`curves of ${name}, ${describeFrame(plan, frame)}`);
    curves?.addFrame(frame);
  }
  if (!curves) return null;
  const file = placeOutput(plan, 'furCurves', `${name}-curves.usdc`);
  await sink.writeParts(
    file,
    'furCurves',
    curves.writer.write((index) => curves.show(firstFrame + index)),
  );
  return { file, prim: usdPrimName(name), strandCount: curves.strandCount };
}
