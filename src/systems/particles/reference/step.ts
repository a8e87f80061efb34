import type { KernelMemory } from '../../kernel-memory.ts';
import { type ParticlesKernel, stepFlags } from '../kernel.ts';
import { MemoryViews } from './memory-views.ts';

/** One step of every particle, axis by axis; runs of one cohort share what the table says of it. */
export function createReferenceStep(memory: KernelMemory): Pick<ParticlesKernel, 'step'> {
  const views = new MemoryViews(memory);
  return {
    step(store, table, dt, first, end, flags) {
      const { doubles, words } = views;
      const cohorts = words[store / 4 + 18] >>> 2;
      for (let i = first; i < end; ) {
        const cohort = words[cohorts + i];
        let next = i + 1;
        while (next < end && words[cohorts + next] === cohort) next++;
        if (cohort >= 0) stepRun(doubles, words, store / 4, table / 8 + 8 * cohort, dt, i, next, flags);
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
  const kind = words[2 * row + 14];
  const keep = doubles[row];
  const force = doubles[row + 1];
  const pull = doubles[row + 2];
  const aim = doubles[row + 3];
  const hasForces = (flags & stepFlags.forces) !== 0;
  const hasWeights = (flags & stepFlags.weights) !== 0 && kind !== 0;
  const w = words[record + 15] >>> 3;
  for (let axis = 0; axis < 3; axis++) {
    const x = words[record + axis] >>> 3;
    const v = words[record + 3 + axis] >>> 3;
    const t = words[record + 6 + axis] >>> 3;
    const u = words[record + 9 + axis] >>> 3;
    const a = words[record + 12 + axis] >>> 3;
    const g = doubles[row + 4 + axis];
    for (let i = first; i < end; i++) {
      const place = doubles[x + i];
      let gain = g;
      if (hasForces) gain = force * doubles[a + i] + g;
      if (hasWeights) gain = doubles[w + i] * gain;
      let speed = keep * doubles[v + i] + gain;
      if (kind !== 0) speed += pull * (doubles[t + i] - place);
      if (kind === 2) speed += aim * doubles[u + i];
      doubles[v + i] = speed;
      doubles[x + i] = place + dt * speed;
    }
  }
}
