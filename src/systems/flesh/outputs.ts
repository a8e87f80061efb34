import type { MorphOutput } from '../system.ts';
import type { FleshState } from './state.ts';

/** What flesh shows: its shapes on the render mesh, and how much of each there is now. */
export function showMorph({ part, actor, amplitudes }: FleshState): MorphOutput {
  const { modeCount, surfaces } = part;
  return { kind: 'morph', name: 'shape', actor, modeCount, surfaces, amplitudes };
}
