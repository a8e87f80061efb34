import { hashUnit } from '../../../math/random.ts';

/** Random numbers from a seed and the number of an input, so that each input can be generated again without the others. */
export class Dice {
  private count = 0;

  constructor(
    private readonly seed: number,
    private readonly input: number,
  ) {}

  /** In [0, 1). */
  unit(): number {
    return hashUnit(this.seed, this.input, this.count++);
  }

  /** Returns an integer in [0, end). 0 if this range is empty. */
  below(end: number): number {
    return Math.floor(end * this.unit());
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }

  /** Returns a length from 1 to `max`, with a uniform distribution of its logarithm. */
  length(max: number): number {
    return Math.max(1, Math.min(max, Math.floor(Math.max(1, max) ** this.unit())));
  }
}
