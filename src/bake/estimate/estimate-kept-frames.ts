import { packedShellsBytes } from '../shells/shells-record.ts';
import { packedPointBytes } from '../points/points-record.ts';
import type { EstimateContext } from './estimate-context.ts';
import { estimateKeptHeights } from '../heightfield/estimate-heightfield.ts';

/** Bytes of simulated frames that wait for the outputs. */
export function estimateKeptFrames({ grounds, points, furs, morphs, frameCount }: EstimateContext): number {
  const perFrame =
    points.reduce((sum, { output }) => sum + output.capacity * packedPointBytes(output.attributes.size), 0) +
    furs.reduce((sum, { vertexCount }) => sum + packedShellsBytes(vertexCount), 0) +
    morphs.reduce((sum, { modeCount }) => sum + 8 * modeCount, 0);
  return frameCount * perFrame + grounds.reduce((sum, ground) => sum + estimateKeptHeights(ground), 0);
}
