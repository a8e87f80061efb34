import { InputError } from '../input-error.ts';
import type { Actor } from '../motion/actor.ts';

/** Throws an InputError unless the actor's clip repeats. `path` is that of the system that requests a loop. */
export function requireRepeat({ name, clip, travel }: Actor, path: string): void {
  if (travel?.repeats && Number.isFinite(travel.period)) return;
  throw InputError.at(
    `${path}.loop`,
    `expected an actor whose clip repeats, but ${name} plays "${clip?.name ?? 'nothing'}" once: ` +
      'leave "loop" out, or play a clip whose end meets its start',
  );
}

/** Divides the period of an actor that repeats into equal steps: at least as many as a rate requires. */
export function divideRepeat(
  { travel }: Actor,
  rate: number,
): { period: number; stepCount: number; rate: number } {
  const { period } = travel!;
  const stepCount = Math.ceil(rate * period - 1e-9);
  return { period, stepCount, rate: stepCount / period };
}
