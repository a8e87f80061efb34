import { PointsUsdWriter } from '../../files/usd/points-usd.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import { outputsOfKind } from '../output-definition.ts';
import { placeOutput } from '../place-output.ts';
import { emptyBounds, growBounds, type StageParts } from '../stage/stage-part.ts';
import { estimatePoints } from './estimate-points.ts';
import { unpackPoints } from './points-record.ts';

/** The particles of a bake in its stage. If `pointsUsd` is written too, the stage refers to its files. */
export const pointsStage: StageParts = {
  group: 'particles',

  list: (bake) => outputsOfKind(bake, 'points').map(({ output }) => output.name),

  existing: ({ plan }, name) =>
    plan.outputs.includes('pointsUsd') ? placeOutput(plan, 'pointsUsd', `${name}.usdc`) : null,

  *estimate(bake) {
    if (bake.plan.outputs.includes('pointsUsd')) return 0;
    return (yield* estimatePoints(bake)).files.pointsUsd;
  },

  async build(bake, name, { isForPhones }) {
    const bounds = emptyBounds();
    // Phones show no points.
    if (isForPhones) return { prim: null, bounds };
    const { firstFrame, lastFrame, times } = bake.plan;
    const { output, load } = outputsOfKind(bake, 'points').find((shown) => shown.output.name === name)!;
    const attributes = [...output.attributes.keys()];
    const show = (frame: number) => unpackPoints(load(frame), attributes);
    const isTurning = output.orientations !== null;
    const writer = new PointsUsdWriter({ name, fps: fractionToNumber(times.fps), attributes, isTurning });
    for (let frame = firstFrame; frame <= lastFrame; frame++) {
      const shown = show(frame);
      growBounds(bounds, shown.positions.subarray(0, 3 * shown.count));
      writer.add(times.number(frame), shown);
    }
    const prim = writer.describePrim((index) => show(firstFrame + index));
    return { prim: { ...prim, kind: 'component' }, bounds };
  },
};
