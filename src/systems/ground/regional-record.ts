import type { GroundTotals } from './state.ts';
import { tileColumns } from './tiles/packed-tile.ts';

/** The parts of the erosion of a step. */
export type FlowPhase = 'regular' | 'extra' | 'toppling';

const phaseIndex: Readonly<Record<FlowPhase, number>> = { regular: 0, extra: 1, toppling: 2 };

/** More batches than a phase has. */
const maxBatches = 2 ** 16;

/** What a part of a ground adds to the totals: sums over its steps, and for each step what only adds up with the other parts. */
export interface GroundPartTotals {
  readonly compacted: bigint;
  readonly outside: bigint;
  readonly smallContacts: number;
  readonly coarseSweeps: number;
  /** [steps] number of tiles that were needed. */
  readonly neededTiles: readonly number[];
  /** [steps] pairs of the number of a batch of passes and the maximum of passes that moved something in a patch. */
  readonly batches: readonly (readonly number[])[];
}

/**
 * Records for every step what the totals of a whole ground are computed from. The number of passes is a maximum over all patches, and the
 * number of awake columns is a sum over all tiles, so neither can be computed from the totals of separate parts.
 */
export class GroundRecord {
  private readonly neededTiles: number[] = [];
  private readonly batches: number[][] = [];
  private current: number[] = [];

  notePasses(phase: FlowPhase, batch: number, passes: number): void {
    if (passes > 0) this.current.push(phaseIndex[phase] * maxBatches + batch, passes);
  }

  /** Called after each step. neededTiles: number of tiles in which something moved, and of their neighbours. */
  endStep(neededTiles: number): void {
    this.neededTiles.push(neededTiles);
    this.batches.push(this.current);
    this.current = [];
  }

  /** `totals`: those of the part, which began with zeros. */
  read({ compacted, outside, smallContacts, coarseSweeps }: GroundTotals): GroundPartTotals {
    const { neededTiles, batches } = this;
    return { compacted, outside, smallContacts, coarseSweeps, neededTiles, batches };
  }
}

/** Adds the totals of parts that were simulated over the same steps. */
export function addPartTotals(totals: GroundTotals, parts: readonly GroundPartTotals[]): void {
  for (const part of parts) {
    totals.compacted += part.compacted;
    totals.outside += part.outside;
    totals.smallContacts += part.smallContacts;
    totals.coarseSweeps += part.coarseSweeps;
  }
  const steps = parts[0]?.neededTiles.length ?? 0;
  for (let step = 0; step < steps; step++) {
    let needed = 0;
    const passes = new Map<number, number>();
    for (const { neededTiles, batches } of parts) {
      needed += neededTiles[step];
      const pairs = batches[step];
      for (let k = 0; k < pairs.length; k += 2)
        passes.set(pairs[k], Math.max(passes.get(pairs[k]) ?? 0, pairs[k + 1]));
    }
    for (const count of passes.values()) totals.passes += count;
    totals.columnsAwakePeak = Math.max(totals.columnsAwakePeak, needed * tileColumns);
  }
}
