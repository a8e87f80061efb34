import { sin } from '../../math/portable.ts';
import type { FlatTable } from '../travel/flat-table.ts';
import { bellWeights, GridCache } from '../travel/grid-cache.ts';
import type { Stance } from '../travel/plan-stances.ts';

/** The load on a foot grows from 0, and falls to 0, within this time in seconds, or within half of a shorter stance. */
const rampSeconds = 0.2;
/** The load of all feet has the weight of the character as its mean over this time in seconds to either side. */
const meanSeconds = 0.5;
/** No foot carries more than this multiple of the weight, however short its stance. */
const maxLoad = 5;

/**
 * The load on each foot over time, as a multiple of the weight of the character.
 *
 * In a stance the load follows half a sine if the stance is short, as on a runner's foot (Alexander 1977), and has a constant middle part if it
 * is long. The loads of all feet are scaled so that their mean over about a second is the weight: in a run with a duty factor β the maximum is
 * then π / (4 β) times the weight.
 */
export class FootLoads {
  private readonly means: GridCache<number>;

  constructor(private readonly table: FlatTable) {
    const { count, motion, feet } = table;
    const reach = Math.max(1, Math.round((meanSeconds * count) / motion.period));
    const bell = bellWeights(reach);
    const sums = new GridCache((n) => feet.reduce((sum, _, f) => sum + this.shapeAt(f, n / count), 0));
    this.means = new GridCache((n) =>
      bell.reduce((sum, weight, k) => sum + weight * sums.at(n + k - reach), 0),
    );
  }

  /** Returns the load on a foot at sample n of the table, as a multiple of the weight. */
  at(foot: number, n: number): number {
    const shape = this.shapeAt(foot, n / this.table.count);
    return shape > 0 ? Math.min(maxLoad, shape / this.means.at(n)) : 0;
  }

  /** Returns the load on a foot at a time in periods, before all loads are scaled: 0 to 1. */
  private shapeAt(foot: number, periods: number): number {
    const { motion } = this.table;
    const { steps } = motion;
    if (!steps) return 0;
    const turn = Math.floor(periods);
    let shape = 0;
    for (const stance of steps.stances[foot] ?? []) {
      // A stance may continue in the next period.
      for (const shift of [0, 1]) {
        const sample = (periods - turn + shift) * steps.count;
        shape = Math.max(shape, shapeOfStance(stance, sample, steps.count / motion.period));
      }
    }
    return shape;
  }
}

/** Returns the load in a stance at a sample, 0 to 1. `rate`: samples per second. */
function shapeOfStance({ start, end }: Stance, sample: number, rate: number): number {
  if (sample <= start || sample >= end) return 0;
  const ramp = Math.min(rampSeconds * rate, (end - start) / 2);
  const edge = Math.min(sample - start, end - sample);
  return edge >= ramp ? 1 : sin((Math.PI / 2) * (edge / ramp));
}
