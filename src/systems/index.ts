import { fleshDescription } from './flesh/description.ts';
import { furDescription } from './fur/description.ts';
import { groundDescription } from './ground/description.ts';
import { particlesDescription } from './particles/description.ts';
import type { SystemEntry } from './system.ts';

/** Every system there is. A new one is a folder beside `ground/` and a line here. */
export const systemEntries: readonly SystemEntry[] = [
  { ...groundDescription, load: async () => (await import('./ground/system.ts')).groundSystem },
  { ...fleshDescription, load: async () => (await import('./flesh/system.ts')).fleshSystem },
  { ...particlesDescription, load: async () => (await import('./particles/system.ts')).particlesSystem },
  { ...furDescription, load: async () => (await import('./fur/system.ts')).furSystem },
];

/** The system of this name; undefined where there is none, also for values that are no names. */
export function findSystem(name: unknown): SystemEntry | undefined {
  return systemEntries.find((entry) => entry.name === name);
}
