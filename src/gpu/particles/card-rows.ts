import type { KeyRun } from '../../systems/particles/keys/key-run.ts';
import { heldRow } from '../../systems/particles/keys/prepared-key.ts';
import type { ParticlesState } from '../../systems/particles/state.ts';

/** The row in the word of a particle; the next bit is that of the check of obstacles. */
export const rowMask = 0x7fff;

/**
 * The rows of the cohort table on the card. Row 0 is for free particles, as on the CPU. Each key has one for each cohort, one for held
 * particles, and one for particles that it has released in the current tick. So the row of a particle says to which key it belongs, also for keys that
 * only change colours and sizes.
 */
export class CardRows {
  readonly count: number;
  private readonly first: readonly number[];
  /** [count] the row on the CPU. */
  private readonly onCpu: Uint32Array;

  constructor(runs: readonly KeyRun[]) {
    let row = 1;
    this.first = runs.map(({ key }) => {
      const own = row;
      row += key.arrivals.length + 2;
      return own;
    });
    this.count = row;
    this.onCpu = new Uint32Array(row);
    runs.forEach(({ key }, k) => {
      if (!key.goals) return;
      for (let cohort = 0; cohort < key.arrivals.length; cohort++) {
        this.onCpu[this.first[k] + cohort] = key.row + cohort;
      }
      this.onCpu[this.heldOf(k, key.arrivals.length)] = heldRow;
    });
  }

  /** Returns the row of a cohort of key k. */
  cohortOf(k: number, cohort: number): number {
    return this.first[k] + cohort;
  }

  heldOf(k: number, cohortCount: number): number {
    return this.first[k] + cohortCount;
  }

  releasedOf(k: number, cohortCount: number): number {
    return this.first[k] + cohortCount + 1;
  }

  /** Writes the rows of all particles of a state: [capacity]. Those that are not born yet have the row of their first step. */
  fill(out: Uint32Array, state: ParticlesState): void {
    out.fill(0);
    state.runs.forEach((run, k) => {
      if (run.phase === 'leading') this.fillKey(out, state, run, k);
    });
  }

  /** Writes the rows of the members of key k. */
  fillKey(out: Uint32Array, { store, bornCount }: ParticlesState, run: KeyRun, k: number): void {
    const { key, members, cohorts } = run;
    const { cohort: rows } = store;
    const length = key.arrivals.length;
    for (let m = 0; m < members.length; m++) {
      const particle = members[m];
      const row = this.cohortOf(k, cohorts[m]);
      if (!key.goals || particle >= bornCount) out[particle] = row;
      else if (rows[particle] === heldRow) out[particle] = this.heldOf(k, length);
      else if (rows[particle] >= key.row && rows[particle] < key.row + length) out[particle] = row;
    }
  }

  /** Writes rows of the card to the cohorts of a state, except for particles that do not exist. */
  readBack({ store: { cohort }, firstAlive, bornCount }: ParticlesState, rows: Uint32Array): void {
    const { onCpu } = this;
    for (let particle = firstAlive; particle < bornCount; particle++) {
      if (cohort[particle] >= 0) cohort[particle] = onCpu[rows[particle] & rowMask];
    }
  }
}
