import type { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw } from '../laws/step-law.ts';

/**
 * Returns the fraction of its path, 0..1, that a particle has covered after each number of steps if it starts at rest and only the
 * law moves it: [N + 1], 0 at first and 1 at last. The intermediate shape moves with this progress, so particles without forces move
 * along with it.
 *
 * steps [N]: durations for which the law was made, s.
 */
export function tabulateProgress(law: KeyLaw, steps: ArrayLike<number>): Float64Array {
  const count = law.stepCount;
  const out = new Float64Array(count + 1);
  const now = createStepLaw();
  let position = 0;
  let speed = 0;
  for (let step = 0; step < count; step++) {
    law.at(now, step);
    speed = now.keep * speed + now.pull * (1 - position);
    position += steps[step] * speed;
    out[step + 1] = position < 0 ? 0 : position > 1 ? 1 : position;
  }
  out[count] = 1;
  return out;
}
