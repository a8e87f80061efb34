import type { Simulation } from '../../src/index.ts';
import type { HeightfieldChange } from '../../src/systems/heightfield-change.ts';

/** A change of one of the scene's grounds, by the system's name. */
export interface GroundChange extends HeightfieldChange {
  readonly ground: string;
}

type Rectangle = HeightfieldChange['rectangle'];

/**
 * What a screen must be told so that it shows the grounds as they stand. It remembers every rectangle that was told:
 * after a jump back, those come again, with the ground as it was there before.
 */
export class GroundChanges {
  private readonly told = new Map<string, { ground: string; rectangle: Rectangle }>();
  private jumped = false;

  constructor(private readonly names: readonly string[]) {}

  /** The next taking tells everything that was ever told: the state has jumped. */
  forget(): void {
    this.jumped = true;
  }

  take(simulation: Simulation): GroundChange[] {
    const changes: GroundChange[] = [];
    for (const name of this.names) {
      for (const output of simulation.outputs(name)) {
        if (output.kind !== 'heightfield') continue;
        const fresh = new Map(output.takeChanges().map((rectangle) => [keyOf(name, rectangle), rectangle]));
        if (this.jumped) {
          for (const [key, { ground, rectangle }] of this.told)
            if (ground === name) fresh.set(key, rectangle);
        }
        for (const [key, rectangle] of fresh) {
          this.told.set(key, { ground: name, rectangle });
          const count = rectangle.columns * rectangle.rows;
          const heights = new Int32Array(count);
          const pressed = new Uint8Array(count);
          output.read(heights, rectangle);
          output.readPressed(pressed, rectangle);
          changes.push({ ground: name, rectangle, heights, pressed });
        }
      }
    }
    this.jumped = false;
    return changes;
  }
}

function keyOf(ground: string, { i0, j0, columns, rows }: Rectangle): string {
  return `${ground} ${i0} ${j0} ${columns} ${rows}`;
}
