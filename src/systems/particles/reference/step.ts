import type { KernelMemory } from '../../kernel-memory.ts';
import { MemoryViews } from '../../memory-views.ts';
import type { ParticlesKernel } from '../kernel.ts';
import {
  cohortRowBytes,
  forcesFlag,
  cohortRowIndex as index,
  particleStoreIndex as planes,
  weightsFlag,
} from '../records.generated.ts';

/** Creates the step of all particles, axis by axis. Consecutive particles of one cohort are processed together. */
export function createReferenceStep(memory: KernelMemory): Pick<ParticlesKernel, 'step'> {
  const views = new MemoryViews(memory);
  return {
    step(store, table, dt, first, end, flags) {
      const { doubles, words } = views;
      const cohorts = words[store / 4 + planes.cohort] >>> 2;
      for (let i = first; i < end; ) {
        const cohort = words[cohorts + i];
        let next = i + 1;
        while (next < end && words[cohorts + next] === cohort) next++;
        if (cohort >= 0)
          stepRun(doubles, words, store / 4, table / 8 + (cohortRowBytes / 8) * cohort, dt, i, next, flags);
        i = next;
      }
    },
  };
}

function stepRun(
  doubles: Float64Array,
  words: Int32Array,
  record: number,
  row: number,
  dt: number,
  first: number,
  end: number,
  flags: number,
): void {
  const kind = words[2 * row + index.kind];
  const keep = doubles[row + index.keep];
  const force = doubles[row + index.force];
  const pull = doubles[row + index.pull];
  const aim = doubles[row + index.aim];
  const hasForces = (flags & forcesFlag) !== 0;
  const hasWeights = (flags & weightsFlag) !== 0 && kind !== 0;
  const w = words[record + planes.weight] >>> 3;
  for (let axis = 0; axis < 3; axis++) {
    const x = words[record + planes.position + axis] >>> 3;
    const v = words[record + planes.velocity + axis] >>> 3;
    const t = words[record + planes.target + axis] >>> 3;
    const u = words[record + planes.targetVelocity + axis] >>> 3;
    const a = words[record + planes.acceleration + axis] >>> 3;
    const g = doubles[row + index.gain + axis];
    for (let i = first; i < end; i++) {
      const position = doubles[x + i];
      let gain = g;
      if (hasForces) gain = force * doubles[a + i] + g;
      if (hasWeights) gain = doubles[w + i] * gain;
      let speed = keep * doubles[v + i] + gain;
      if (kind !== 0) speed += pull * (doubles[t + i] - position);
      if (kind === 2) speed += aim * doubles[u + i];
      doubles[v + i] = speed;
      doubles[x + i] = position + dt * speed;
    }
  }
}
