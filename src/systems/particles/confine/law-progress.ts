import type { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw } from '../laws/step-law.ts';

/**
 * Share of its way, 0..1, that a particle has gone after so many steps when it starts from rest and nothing but the law moves
 * it: [N + 1], 0 at first and 1 at last. By it a shape in between moves: what is led without forces moves along with it.
 *
 * steps [N] as the law was made with, s.
 */
export function tabulateProgress(law: KeyLaw, steps: ArrayLike<number>): Float64Array {
  const count = law.stepCount;
  const out = new Float64Array(count + 1);
  const now = createStepLaw();
  let place = 0;
  let speed = 0;
  for (let step = 0; step < count; step++) {
    law.at(now, step);
    speed = now.keep * speed + now.pull * (1 - place);
    place += steps[step] * speed;
    out[step + 1] = place < 0 ? 0 : place > 1 ? 1 : place;
  }
  out[count] = 1;
  return out;
}
