import type { ClipCycle } from './clip-cycle.ts';
import { findCut } from './find-cut.ts';
import type { Travel } from './travel.ts';

/**
 * Returns the motion of a character that stays in place. If the end of the clip joins its start, the clip is repeated. Otherwise it
 * is played once, and then its last pose is held. The character is lowered by `softDepth`, so that parts that stand on the floor
 * leave prints. stillReason: the reason why the character does not travel.
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
