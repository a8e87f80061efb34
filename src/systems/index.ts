/** `aftermotion/systems`: the registered systems, their parameter tables and functions that prepare them. */
import { fleshDescription } from './flesh/description.ts';
import { furDescription } from './fur/description.ts';
import { groundDescription } from './ground/description.ts';
import type { ParamInput } from './params.ts';
import { particlesDescription } from './particles/description.ts';
import type { SystemEntry } from './system.ts';

/** A new system is a folder beside `ground/` and a line here. */
const entries = [
  { ...groundDescription, load: async () => (await import('./ground/system.ts')).groundSystem },
  { ...fleshDescription, load: async () => (await import('./flesh/system.ts')).fleshSystem },
  { ...particlesDescription, load: async () => (await import('./particles/system.ts')).particlesSystem },
  { ...furDescription, load: async () => (await import('./fur/system.ts')).furSystem },
] as const satisfies readonly SystemEntry[];

/** All registered systems, in the order of the help. */
export const systemEntries: readonly SystemEntry[] = entries;

/** The parameters of each system, by its name, as a scene or a program gives them. */
export type SystemParams = {
  readonly [Entry in (typeof entries)[number] as Entry['name']]: ParamInput<Entry['params']>;
};

/** Returns the system with this name. Undefined if there is none, also for values that are not names. */
export function findSystem(name: unknown): SystemEntry | undefined {
  return systemEntries.find((entry) => entry.name === name);
}

/** Returns whether systems of a kind have forces, and winds among them. */
export function takesWind(kind: unknown): boolean {
  const forces = findSystem(kind)?.params.forces;
  return forces?.type === 'list' && Object.hasOwn(forces.kinds, 'wind');
}
export type { TimedData } from './keyed-params.ts';
export {
  type Interpolation,
  interpolations,
  isKeyed,
  type KeyedValue,
  sortKeys,
  type ValueKey,
} from './keyed-values.ts';
export { createMemoryCache } from './memory-cache.ts';
export { expectedValue } from './param-messages.ts';
export {
  groupParams,
  kindOf,
  type ListParam,
  type NumberParam,
  otherParams,
  type ParamGroup,
  type ParamTable,
  type VectorParam,
} from './params.ts';
export type { PrepareCache } from './prepare-context.ts';
export { createTimed, type TimedParams } from './timed-params.ts';
