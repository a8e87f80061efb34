import { fleshSystem } from './flesh/system.ts';
import { furSystem } from './fur/system.ts';
import { groundSystem } from './ground/system.ts';
import { particlesSystem } from './particles/system.ts';
import type { SystemDefinition } from './system.ts';

/** Every system there is. A new one is a folder beside `ground/` and a line here. */
// biome-ignore lint/suspicious/noExplicitAny: systems of any kind; each keeps its own types together.
export const systemDefinitions: readonly SystemDefinition<any, any>[] = [
  groundSystem,
  fleshSystem,
  particlesSystem,
  furSystem,
];
