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
  /** There is no graphics card: effects that are slow should be left out. */
  readonly isSlow: boolean;
  warn(message: string): void;
  /** Must be called when the appearance changes although nothing was set or updated. */
  touch(): void;
}

/** How one kind of output is drawn on the page and by `render`. Registered in `stage-kinds.ts`. */
export interface StageKind {
  /** Shows the outputs of a run instead of the previous ones. Rejects if code that draws them cannot be loaded. */
  set(facts: readonly OutputFacts[]): void | Promise<void>;
  /** Shows changes of all kinds of outputs, several of one output among them: the last is the newest. */
  update(changes: readonly OutputChange[]): void;
  dispose(): void;
  /** Whether the run has no output of this kind that is an object of its own in the picture. */
  readonly isEmpty: boolean;
  /** For a kind that changes the actors: called after they are loaded, and before they are disposed. `set` waits for them. */
  attach?(actors: readonly StageActor[]): void;
  detach?(): void;
  /** Seconds of the run, for flicker. */
  setTime?(seconds: number): void;
  /** Whether everything that was sent is visible. Absent: always. */
  readonly isReady?: boolean;
  /** The light that it needs. Absent: daylight. */
  readonly mood?: Mood;
  /** The light that it needs if there is neither ground nor actor in the picture. Absent: daylight. */
  readonly moodAlone?: Mood;
  /** The box that the camera shows if there are no actors, m. Absent or null: a box of 1.75 m height at the origin. */
  readonly extent?: PointsBox | null;
  /** Whether it covers actors, so that they need more room in the picture. */
  readonly coversActors?: boolean;
}
