import type { Scene } from 'three';
import type { PointsBox } from '../../src/systems/outputs/index.ts';
import type { StageRenderer } from '../stage/create-renderer.ts';
import type { StageActor } from '../stage/load-character.ts';
import type { Mood } from '../stage/stage-light.ts';
import type { OutputChange, OutputFacts } from './output-feed.ts';

/** What a kind of output receives to draw itself. */
export interface StageHost {
  readonly scene: Scene;
  readonly renderer: StageRenderer;
  /** No graphics card is available: expensive features should be omitted. */
  readonly isSlow: boolean;
  warn(message: string): void;
  /** Must be called when the appearance changes although nothing was set or updated. */
  touch(): void;
}

/** How one kind of output is drawn on the page and by `render`. Registered in `stage-kinds.ts`. */
export interface StageKind {
  /** Shows the outputs of a run instead of the previous ones. Rejects if the drawing code cannot be loaded. */
  set(facts: readonly OutputFacts[]): void | Promise<void>;
  update(changes: readonly OutputChange[]): void;
  dispose(): void;
  /** Whether it currently draws nothing itself. */
  readonly isEmpty: boolean;
  /** For a kind that changes the actors: called when they were loaded, and before they are disposed. `set` waits for them. */
  attach?(actors: readonly StageActor[]): void;
  detach?(): void;
  /** Seconds of the run, for flicker. */
  setTime?(seconds: number): void;
  /** Whether everything that the run has sent is visible. Absent: at once. */
  readonly isReady?: boolean;
  /** The light that it needs. The second is used if nothing else is in the picture. Absent: daylight. */
  readonly mood?: Mood;
  readonly moodAlone?: Mood;
  /** The bounds that a camera should show if there are no actors, m. */
  readonly extent?: PointsBox | null;
  /** Whether some of it covers actors, which are then larger. */
  readonly coversActors?: boolean;
}
