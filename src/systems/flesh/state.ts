import { type Filter, FilterBank } from './filter-bank.ts';
import { GyroscopicFilter } from './gyroscopic-filter.ts';
import type { FleshKernel } from './kernel.ts';
import { PaperFilter } from './paper-filter.ts';
import type { FleshPart } from './part.ts';
import { ReachProbe } from './reach-probe.ts';
import type { FleshSettings } from './settings.ts';

/** What has happened so far: part of the state, and of the report. */
export interface FleshTotals {
  steps: number;
  /** Steps that no motion joins: jumps of the character. */
  cuts: number;
  /** Steps whose force was cut down, and the largest force over the one that is allowed. */
  overloads: number;
  strongestOverload: number;
  /** Steps whose displacement was bent toward the limit. */
  limited: number;
  /** Largest displacement, metres, before the limit. */
  largest: number;
  /** Steps in which spin alone would have torn the flesh off, and was held back. */
  buckled: number;
}

/** A part in motion. Amplitudes and velocities of the first filter, with the totals, are the state; the rest is scratch. */
export class FleshState {
  readonly totals: FleshTotals = {
    steps: 0,
    cuts: 0,
    overloads: 0,
    strongestOverload: 0,
    limited: 0,
    largest: 0,
    buckled: 0,
  };
  /** [modeCount] amplitudes where the surface moved furthest so far, before the limit. */
  readonly largestAmplitudes: Float64Array;
  /** [modeCount] what is shown: the same array for ever. */
  readonly amplitudes: Float64Array;

  /** Whether it was put where it hangs still, or where a saved one stood: it has begun. Scratch. */
  isSettled = false;
  /** Poses that its live drive had taken when it was advanced last. Scratch. */
  seenPushes = 0;

  readonly bank: FilterBank;
  readonly probe: ReachProbe;
  /** How the bank's filters are stepped, where not by the kernel. */
  readonly gyroscopic: GyroscopicFilter | null;
  readonly paper: PaperFilter | null;

  constructor(
    readonly part: FleshPart,
    readonly settings: FleshSettings,
    /** Name of the actor whose surfaces move. */
    readonly actor: string,
    kernel?: FleshKernel,
  ) {
    const { damping, largestForce, method } = settings;
    this.bank = new FilterBank(kernel);
    // The second filter looks ahead between two steps. It has coefficients of its own, for steps of its own length.
    this.bank.add({ part, damping }, largestForce);
    this.bank.add({ part, damping }, largestForce);
    this.probe = new ReachProbe(part);
    this.gyroscopic = method === 'gyroscopic' ? new GyroscopicFilter(part, damping, largestForce) : null;
    this.paper = method === 'paper' ? new PaperFilter(part, damping) : null;
    this.amplitudes = new Float64Array(part.modeCount);
    this.largestAmplitudes = new Float64Array(part.modeCount);
  }

  get filter(): Filter {
    return this.bank.filters[0];
  }

  get preview(): Filter {
    return this.bank.filters[1];
  }
}
