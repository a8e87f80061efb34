import type { Births } from '../../systems/particles/birth.ts';

/** Tick of a birth or death that never happens. */
export const never = 0xffffffff;

/** Returns the first tick at which `appearAndGo` finds a time to be over. */
export function tickOf(time: number, rate: number): number {
  if (time === Number.POSITIVE_INFINITY) return never;
  const isOver = (tick: number) => time <= tick / rate + 1e-6 / rate;
  let tick = Math.max(0, Math.ceil(time * rate));
  while (tick > 0 && isOver(tick - 1)) tick--;
  while (!isOver(tick)) tick++;
  return tick;
}

/** Returns the middle of all births and of `goals`, rounded to metres. Positions on the card are relative to it. */
export function findOrigin({ positions }: Births, goals: readonly Float64Array[]): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const list of [positions, ...goals]) {
    for (let k = 0; k < list.length; k++) {
      const axis = k % 3;
      if (list[k] < low[axis]) low[axis] = list[k];
      if (list[k] > high[axis]) high[axis] = list[k];
    }
  }
  return low.map((value, axis) => (value <= high[axis] ? Math.round((value + high[axis]) / 2) : 0));
}
