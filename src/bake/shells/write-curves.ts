import { CurvesUsdWriter } from '../../files/usd/curves-usd.ts';
import { usdPrimName } from '../../files/usd/prim-usd.ts';
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

/** Writes strands as curves in the world over all frames, in chunks. Null if nothing grows. */
export async function writeCurves(plan: BakePlan, coat: Coat, sink: FileSink): Promise<WrittenCurves | null> {
  const { output } = coat;
  const { name, look } = output;
  const { firstFrame, lastFrame, times } = plan;
  const strands = growStrands(output, look.strandCount, curvePoints);
  const { widths, colors } = strands ?? {};
  const traced = new Float32Array(3 * (strands?.count ?? 0) * curvePoints);
  const show = (frame: number) => {
    traceFur(traced, strands!, output, loadShells(plan, coat, frame));
    return traced;
  };
  const writer =
    widths && colors
      ? new CurvesUsdWriter({
          name,
          fps: fractionToNumber(times.fps),
          pointCount: curvePoints,
          widths,
          colors,
        })
      : null;
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    await sink.next(`curves of ${name}, ${describeFrame(plan, frame)}`);
    // No curve has been computed yet, but the size is already known.
    if (frame > firstFrame && isSame(coat.load(frame), coat.load(frame - 1)))
      writer?.repeat(times.number(frame));
    else writer?.add(times.number(frame), traced);
  }
  if (!writer) return null;
  const file = placeOutput(plan, 'furCurves', `${name}-curves.usdc`);
  await sink.writeParts(
    file,
    'furCurves',
    writer.write((index) => show(firstFrame + index)),
  );
  return { file, prim: usdPrimName(name), strandCount: strands!.count };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}
