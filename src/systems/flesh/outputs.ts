import type { MorphOutput } from '../outputs/morph.ts';
import { shownShapes } from './modal-warp.ts';
import type { FleshState } from './state.ts';

/** Returns the output of a part: its shapes on the render mesh, and their current amplitudes. index: index of the part in its system. */
export function showMorph({ part, actor, amplitudes }: FleshState, index = 0): MorphOutput {
  const { modeCount, surfaces } = shownShapes(part);
  return { kind: 'morph', name: namePartOutput(index), actor, modeCount, surfaces, amplitudes };
}

/** Returns the name of a part's output. */
export function namePartOutput(index: number): string {
  return index === 0 ? 'shape' : `part-${index + 1}`;
}
