import type { ListLocation } from '../document/edit-scene.ts';
import type { GivenFile } from '../document/open-files.ts';
import type { KeyState, ParticlesFacts } from './key-state.ts';
import type { ParticlesList } from './scene-particles.ts';

/** Data about particles for the panels and the timeline. */
export interface ParticlesSettings {
  /** Facts about the particles of the current run. */
  readonly facts: readonly ParticlesFacts[];
  /** The state of the keys of each system at the playhead. The map is indexed by the name of the system. */
  readonly keyStates: ReadonlyMap<string, SystemKeys>;
  readonly paths: PathsState;
}

export interface SystemKeys {
  readonly alive: number;
  readonly keys: readonly KeyState[];
}

/**
 * State of the lines along the paths of some particles: none, being computed, or shown. If shown, with the speed that has the colour for
 * fast, m/s.
 */
export type PathsState =
  | { readonly kind: 'none' }
  | { readonly kind: 'finding'; readonly fraction: number }
  | { readonly kind: 'shown'; readonly fast: number };

/** The actions of panels and the timeline. */
export interface ParticlesActions {
  /** Adds particles to the scene, or removes a system of them. */
  addParticles(): void;
  removeParticles(system: number): void;
  /** Adds an entry to a list. If the entry is created from a file, the user is first asked for the file. */
  addEntry(system: number, list: ParticlesList, kind: string): void;
  removeEntry(system: number, list: ParticlesList, index: number): void;
  /** Renames an entry. References to it are changed too. */
  renameEntry(system: number, list: ParticlesList, index: number, name: string | undefined): void;
  setKeyValues(system: number, key: number, values: Readonly<Record<string, unknown>>): void;
  /** Changes the file of a shape. Without `file`, the user is asked for one. */
  takeFile(location: ListLocation, file?: GivenFile): void;
  togglePaths(): void;
}
