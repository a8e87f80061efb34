import type { Scene } from 'three';
import type { PointsBox } from '../../src/systems/outputs/index.ts';
import type { StageRenderer } from '../stage/create-renderer.ts';
import type { StageActor } from '../stage/load-character.ts';
import type { Mood } from '../stage/stage-light.ts';
import type { OutputChange, OutputFacts } from './output-feed.ts';

/** The environment in which a kind of output is drawn. */
export interface StageHost {
  readonly scene: Scene;
  readonly renderer: StageRenderer;
  /** Whether there is no graphics card, so that slow effects should be left out. */
  readonly isSlow: boolean;
  warn(message: string): void;
  /** Must be called when the appearance changes although nothing was set or updated. */
  touch(): void;
}

/** Draws one kind of output, on the page and for `render`. Registered in `stage-kinds.ts`. */
export interface StageKind {
  /** Shows the outputs of a run, which replace the previous ones. Rejects if the drawing code cannot be loaded. */
  set(facts: readonly OutputFacts[]): void | Promise<void>;
  /** Shows changes of outputs of all kinds. There may be several changes of one output; the last is the newest. */
  update(changes: readonly OutputChange[]): void;
  dispose(): void;
  /** Whether the picture contains no separate object for outputs of this kind. */
  readonly isEmpty: boolean;
  /** For a kind that changes the actors: called after they are loaded, and before they are disposed. `set` waits for them. */
  attach?(actors: readonly StageActor[]): void;
  detach?(): void;
  /** Sets the time of the run in seconds, for flicker. */
  setTime?(seconds: number): void;
  /** Whether everything that was sent is visible. Absent: always. */
  readonly isReady?: boolean;
  /** The light that this kind needs. Absent: daylight. */
  readonly mood?: Mood;
  /** The light that this kind needs if the picture contains neither a ground nor an actor. Absent: daylight. */
  readonly moodAlone?: Mood;
  /** The box that the camera shows if there are no actors, m. Absent or null: a box of 1.75 m height at the origin. */
  readonly extent?: PointsBox | null;
  /** Whether outputs of this kind cover actors, so that actors need more room in the picture. */
  readonly coversActors?: boolean;
}
