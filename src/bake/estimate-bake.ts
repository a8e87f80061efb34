import type { LongWork } from '../long-work.ts';
import type { Bake } from './output-definition.ts';
import { type OutputKindName, outputKindNames } from './output-kinds.ts';
import type { OutputWriters } from './write-outputs.ts';

/** Expected sizes of the files of a bake, computed before the simulation. */
export interface BakeEstimate {
  /** The kinds of outputs for which something will be written, the largest first. */
  readonly outputs: readonly { readonly kind: OutputKindName; readonly bytes: number }[];
  /** Sum of all outputs. */
  readonly bytes: number;
  /**
   * Bytes of the simulated frames that the outputs need. From a checkpoint on, these frames are on the disk. They are deleted at the end.
   */
  readonly keptBytes: number;
}

/** Estimates the sizes of the outputs of the plan, over its frames. The simulation must be at its start. */
export function* estimateBake(bake: Bake, writers: OutputWriters): LongWork<BakeEstimate> {
  const sums: Record<string, number> = {};
  let keptBytes = 0;
  for (const writer of writers.values()) {
    yield;
    const estimate = writer.estimate && (yield* writer.estimate(bake));
    if (!estimate) continue;
    keptBytes += estimate.keptBytes;
    for (const [kind, bytes] of Object.entries(estimate.files)) sums[kind] = (sums[kind] ?? 0) + bytes;
  }
  const outputs = outputKindNames
    .filter((kind) => bake.plan.outputs.includes(kind))
    .map((kind) => ({ kind, bytes: Math.round(sums[kind] ?? 0) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
  return {
    outputs,
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
    keptBytes: Math.round(keptBytes),
  };
}
