import { hashUnit } from '../../../math/random.ts';

/** Random numbers that belong to a seed and the number of an input: any input can be made again by itself. */
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

  /** A whole number in [0, end), 0 where that is empty. */
  below(end: number): number {
    return Math.floor(end * this.unit());
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }

  /** A length that is short as often as it is long: 1 to `most`. */
  length(most: number): number {
    return Math.max(1, Math.min(most, Math.floor(Math.max(1, most) ** this.unit())));
  }
}
