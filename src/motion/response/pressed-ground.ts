import { append } from '../../math/lists.ts';
import { keyOfColumn } from './lower-envelope.ts';

/** A rectangle seen from above, world metres. */
export interface GroundArea {
  readonly minX: number;
  readonly maxX: number;
  readonly minZ: number;
  readonly maxZ: number;
}

/** Returns a depth in metres below the untouched surface at a position (x, z) in world metres; 0 where nothing was pressed. */
export type PressedDepth = (x: number, z: number) => number;

/** Something that presses the ground. */
export interface PressSource {
  /** Returns how deep it pressed the ground in an area before a time in seconds. Null if it did not press there. */
  pressedBefore(t: number, area: GroundArea): PressedDepth | null;
}

/**
 * What feet and bodies pressed into one ground, in the order of time. Whoever presses asks what others pressed before, and only that. So the answers are a
 * function of the scene: they do not depend on the order in which actors are opened or posed, and the paths of actors may cross in any way.
 */
export class PressedGround {
  private readonly sources: PressSource[] = [];

  /** `startTime` and `endTime`: of the simulation, s. What was pressed before the start is not remembered. */
  constructor(
    readonly startTime: number,
    readonly endTime: number,
  ) {}

  add(source: PressSource): void {
    this.sources.push(source);
  }

  /** Returns how deep the ground in an area was pressed before a time in seconds, except by `reader`. Null if it is untouched. */
  before(t: number, area: GroundArea, reader?: PressSource): PressedDepth | null {
    const found = this.sources.flatMap((source) =>
      source === reader ? [] : (source.pressedBefore(t, area) ?? []),
    );
    if (found.length === 0) return null;
    return (x, z) => found.reduce((depth, pressedAt) => Math.max(depth, pressedAt(x, z)), 0);
  }
}

/** How an actor takes part in what the ground remembers. */
export interface GroundMemory {
  readonly pressed: PressedGround;
  /** Whether others remember what this actor presses. False if its motion depends on that of an actor that sinks, which could depend on it in turn. */
  readonly isSource: boolean;
}

export function areasOverlap(a: GroundArea, b: GroundArea): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minZ <= b.maxZ && b.minZ <= a.maxZ;
}

/** Returns the area around positions (x, z), [2 · count], enlarged by `padding`. */
export function areaAround(positions: ArrayLike<number>, padding: number): GroundArea {
  let [minX, maxX, minZ, maxZ] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let k = 0; k < positions.length; k += 2) {
    minX = Math.min(minX, positions[k]);
    maxX = Math.max(maxX, positions[k]);
    minZ = Math.min(minZ, positions[k + 1]);
    maxZ = Math.max(maxZ, positions[k + 1]);
  }
  return { minX: minX - padding, maxX: maxX + padding, minZ: minZ - padding, maxZ: maxZ + padding };
}

/** The depth to which the columns of a grid were pressed, over time. Depths of a column only grow. */
export class PressHistory {
  /** For each column: times in s and depths in m, one after the other. */
  private readonly columns = new Map<number, number[]>();
  private area: GroundArea | null = null;

  /** `cell`: distance of the columns, m. Keys of columns are those of `LowerEnvelope`. */
  constructor(private readonly cell: number) {}

  /** Stores that a column whose middle is at (x, z) was pressed to a depth at a time. Times must not decrease. */
  add(key: number, x: number, z: number, t: number, depth: number): void {
    const column = this.columns.get(key);
    if (!column) this.columns.set(key, [t, depth]);
    else if (column[column.length - 2] === t) column[column.length - 1] = depth;
    else column.push(t, depth);
    const { area, cell } = this;
    this.area = {
      minX: Math.min(area?.minX ?? x, x - cell / 2),
      maxX: Math.max(area?.maxX ?? x, x + cell / 2),
      minZ: Math.min(area?.minZ ?? z, z - cell / 2),
      maxZ: Math.max(area?.maxZ ?? z, z + cell / 2),
    };
  }

  /** Returns how deep the columns of an area were pressed before a time, multiplied by `factor`. Null if they were not. */
  before(t: number, area: GroundArea, factor: number): PressedDepth | null {
    if (!this.area || !areasOverlap(this.area, area)) return null;
    return (x, z) => {
      const column = this.columns.get(keyOfColumn(Math.floor(x / this.cell), Math.floor(z / this.cell)));
      if (!column) return 0;
      let k = column.length - 2;
      while (k >= 0 && column[k] >= t) k -= 2;
      return k >= 0 ? factor * column[k + 1] : 0;
    };
  }

  /** Appends all values to a list of numbers. */
  write(numbers: number[]): void {
    const { minX, maxX, minZ, maxZ } = this.area ?? { minX: 0, maxX: 0, minZ: 0, maxZ: 0 };
    numbers.push(this.cell, this.columns.size, minX, maxX, minZ, maxZ);
    for (const [key, column] of this.columns) {
      numbers.push(key, column.length);
      append(numbers, column);
    }
  }

  /** Returns the history that `write` wrote at a position of a list, and the position after it. */
  static read(numbers: Float64Array, start: number): { history: PressHistory; end: number } {
    const [cell, count, minX, maxX, minZ, maxZ] = numbers.subarray(start, start + 6);
    const history = new PressHistory(cell);
    let at = start + 6;
    for (let k = 0; k < count; k++) {
      const [key, length] = numbers.subarray(at, at + 2);
      history.columns.set(key, [...numbers.subarray(at + 2, at + 2 + length)]);
      at += 2 + length;
    }
    if (count > 0) history.area = { minX, maxX, minZ, maxZ };
    return { history, end: at };
  }
}
