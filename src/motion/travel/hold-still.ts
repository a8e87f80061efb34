import type { ClipCycle } from './clip-cycle.ts';
import { findCut } from './find-cut.ts';
import type { Travel } from './travel.ts';

/**
 * A clip that stays in place: repeated if its end joins its start, otherwise played once and held at its last pose. `stillReason`
 * explains why it is treated as one. The character is lowered by `softDepth`, so that what stands on the floor leaves a print.
 */
export function holdStill(
  cycle: ClipCycle,
  height: number,
  floor: number,
  softDepth: number,
  stillReason: string,
  warnings: readonly string[],
): Travel {
  const { period, joins } = cycle;
  const repeats = joins && period > 0;
  return {
    kind: 'still',
    height,
    speed: 0,
    period,
    origin: cycle.origin,
    repeats,
    floor,
    softDepth,
    slide: null,
    stillReason,
    warnings: joins
      ? warnings
      : [...warnings, 'the end of the clip does not join its start: its last pose is held'],
    apply(pose, t) {
      cycle.sample(pose, repeats ? t - Math.floor(t / period) * period : Math.min(t, period));
      pose.carry[1] = -softDepth;
    },
    cutBetween(t0, t1) {
      return findCut(cycle.cuts, repeats ? period : Infinity, t0, t1);
    },
  };
}
