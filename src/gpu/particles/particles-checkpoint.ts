import type { ParticlesState } from '../../systems/particles/state.ts';
import { listMotion } from '../../systems/particles/step.ts';

/** What the steps of a frame change in a state whose particles are on a card, so that the frame can be repeated on the CPU. */
export class ParticlesCheckpoint {
  private readonly counts: Pick<ParticlesState, 'tick' | 'bornCount' | 'firstAlive' | 'deadCount'>;
  private readonly totals: ParticlesState['totals'];
  private readonly runs: readonly ParticlesState['runs'][number][];
  private readonly cohort: Int32Array;
  private planes: readonly (Float64Array | Float32Array)[] | null = null;

  constructor(private readonly state: ParticlesState) {
    const { tick, bornCount, firstAlive, deadCount } = state;
    this.counts = { tick, bornCount, firstAlive, deadCount };
    this.totals = { ...state.totals };
    this.runs = state.runs.map((run) =>
      Object.assign(Object.create(null), run, { results: { ...run.results } }),
    );
    this.cohort = state.store.cohort.slice();
  }

  /** Keeps positions, velocities, colours and sizes too. They are only read in the middle of a frame if a key takes effect in it. */
  keepPlanes(): void {
    this.planes ??= listPlanes(this.state).map((plane) => plane.slice());
  }

  restore(): void {
    const { state } = this;
    Object.assign(state, this.counts);
    Object.assign(state.totals, this.totals);
    state.runs.forEach((run, k) => {
      const { results, ...fields } = this.runs[k];
      Object.assign(run, fields);
      Object.assign(run.results, results);
    });
    state.store.cohort.set(this.cohort);
    const { planes } = this;
    if (planes) {
      listPlanes(state).forEach((plane, k) => {
        plane.set(planes[k]);
      });
    }
  }
}

function listPlanes(state: ParticlesState): (Float64Array | Float32Array)[] {
  return [...listMotion(state), state.store.size, state.colors, ...(state.spread ? [state.spread] : [])];
}
