import type { ListPlace } from '../document/edit-scene.ts';
import type { GivenFile } from '../document/open-files.ts';
import type { KeyNews, ParticlesFacts } from './key-news.ts';
import type { ParticlesList } from './scene-particles.ts';

/** What the panels and the timeline show of particles. */
export interface ParticlesSettings {
  /** Of the run that goes on. */
  readonly facts: readonly ParticlesFacts[];
  /** How it stands with keys at the playhead, by system. */
  readonly news: ReadonlyMap<string, SystemNews>;
  readonly ways: WaysState;
}

export interface SystemNews {
  readonly alive: number;
  readonly keys: readonly KeyNews[];
}

/** Lines along the ways of some particles: none, on their way, or shown with the speed that counts as fast, m/s. */
export type WaysState =
  | { readonly kind: 'none' }
  | { readonly kind: 'finding'; readonly share: number }
  | { readonly kind: 'shown'; readonly fast: number };

/** What panels and the timeline ask for. */
export interface ParticlesActions {
  /** Adds particles to the scene, or takes a system of them out. */
  addParticles(): void;
  removeParticles(system: number): void;
  /** Adds an entry to a list; one that is made from a file asks for it first. */
  addEntry(system: number, list: ParticlesList, kind: string): void;
  removeEntry(system: number, list: ParticlesList, index: number): void;
  /** What named it goes along. */
  renameEntry(system: number, list: ParticlesList, index: number, name: string | undefined): void;
  setKeyValues(system: number, key: number, values: Readonly<Record<string, unknown>>): void;
  /** Lets a shape be made from another file; without one somebody is asked for it. */
  takeFile(place: ListPlace, file?: GivenFile): void;
  toggleWays(): void;
}
