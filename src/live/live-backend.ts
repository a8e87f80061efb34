import { InputError } from '../input-error.ts';
import { showValue } from '../systems/param-messages.ts';

/** Where something live is simulated: `auto` is the graphics card if it can do it, else the CPU. */
export type LiveBackend = 'cpu' | 'webgpu' | 'auto';

const backends: readonly LiveBackend[] = ['cpu', 'webgpu', 'auto'];

/** Throws an `InputError` if the option `backend` of `owner` has another value. */
export function checkBackend(backend: unknown, owner: string): void {
  if (backend === undefined || backends.includes(backend as LiveBackend)) return;
  throw InputError.at(`${owner}.backend`, `expected ${backends.join(', ')}, got ${showValue(backend)}`);
}
