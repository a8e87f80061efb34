import { InputError } from '../input-error.ts';
import type { Actor } from '../motion/actor.ts';
import type { PrepareContext } from './prepare-context.ts';

/** Throws an InputError unless the actor's clip repeats. `path` is that of the system that requests a loop. */
export function requireRepeat({ name, clip, travel }: Actor, path: string): void {
  if (travel?.repeats && Number.isFinite(travel.period)) return;
  throw InputError.at(
    `${path}.loop`,
    `expected an actor whose clip repeats, but ${name} plays "${clip?.name ?? 'nothing'}" once: ` +
      'leave "loop" out, or play a clip whose end meets its start',
  );
}

/** Throws an InputError for a loop with keys over time. */
export function refuseKeysInLoop(
  { loop }: { readonly loop: boolean },
  { timed, path }: Pick<PrepareContext, 'timed' | 'path'>,
): void {
  if (!loop || !timed) return;
  throw InputError.at(
    `${path}.loop`,
    `expected false with keys over time (${timed.names.join(', ')}), which do not repeat with the clip: ` +
      'leave "loop" out, or give one value',
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
