import type { LongWork } from '../long-work.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { BakePlan } from './bake-plan.ts';
import { type OutputKindName, outputKindNames } from './output-kinds.ts';
import { createEstimateContext, type EstimateContext } from './estimate/estimate-context.ts';
import {
  estimateCharacters,
  estimateMorphTargets,
  estimatePrepared,
  estimateSheets,
} from './characters/estimate-characters.ts';
import { estimateFurCards, estimateFurCurves, estimateFurMorphs, estimateFurVat } from './shells/estimate-shells.ts';
import { estimateGroundMesh, estimateGroundState, estimateHeights } from './heightfield/estimate-heightfield.ts';
import { estimateKeptFrames } from './estimate/estimate-kept-frames.ts';
import { estimatePointsGlb, estimatePointsPly, estimatePointsUsd } from './points/estimate-points.ts';

/** What a bake is expected to write, before anything is simulated. */
export interface BakeEstimate {
  /** Kinds of which something will be written, the largest first. */
  readonly outputs: readonly { readonly kind: OutputKindName; readonly bytes: number }[];
  /** All outputs together. */
  readonly bytes: number;
  /** Simulated frames that wait for the outputs: on disk after a checkpoint, gone at the end. */
  readonly keptBytes: number;
}

/** How much each kind of output comes to, bytes, from what is known before the simulation. */
const estimates: Readonly<Record<OutputKindName, (context: EstimateContext) => number>> = {
  heightPng: (context) => estimateHeights(context, 'png'),
  heightExr: (context) => estimateHeights(context, 'exr'),
  heightTiff: (context) => estimateHeights(context, 'tif'),
  groundMesh: estimateGroundMesh,
  groundState: estimateGroundState,
  character: estimateCharacters,
  morphTargets: estimateMorphTargets,
  prepared: estimatePrepared,
  pointsPly: estimatePointsPly,
  pointsUsd: estimatePointsUsd,
  pointsGlb: estimatePointsGlb,
  furCards: estimateFurCards,
  furMorphs: estimateFurMorphs,
  furCurves: estimateFurCurves,
  furVat: estimateFurVat,
  contactSheet: estimateSheets,
};

/** Estimates what a bake writes: the outputs of the plan, over its frames. The simulation stands at its start. */
export function* estimateBake(plan: BakePlan, simulation: Simulation): LongWork<BakeEstimate> {
  const context = yield* createEstimateContext(plan, simulation);
  const outputs: { kind: OutputKindName; bytes: number }[] = [];
  for (const kind of outputKindNames) {
    if (!plan.outputs.includes(kind)) continue;
    yield;
    const bytes = Math.round(estimates[kind](context));
    if (bytes > 0) outputs.push({ kind, bytes });
  }
  outputs.sort((a, b) => b.bytes - a.bytes);
  return {
    outputs,
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
    keptBytes: Math.round(estimateKeptFrames(context)),
  };
}
