import type { MorphOutput } from '../outputs/morph.ts';
import type { FleshState } from './state.ts';

/** What flesh shows: its shapes on the render mesh, and how much of each there is now. index: which part of its system it is. */
export function showMorph({ part, actor, amplitudes }: FleshState, index = 0): MorphOutput {
  const { modeCount, surfaces } = part;
  return { kind: 'morph', name: namePartOutput(index), actor, modeCount, surfaces, amplitudes };
}

/** What a part's output is called: the first bears the name of its system. */
export function namePartOutput(index: number): string {
  return index === 0 ? 'shape' : `part-${index + 1}`;
}
