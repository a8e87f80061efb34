import type { Scene } from 'three';
import type { PointsBox } from '../../src/systems/outputs/index.ts';
import type { StageRenderer } from '../stage/create-renderer.ts';
import type { StageActor } from '../stage/load-character.ts';
import type { Mood } from '../stage/stage-light.ts';
import type { OutputChange, OutputFacts } from './output-feed.ts';

/** What a kind of output gets to draw itself with. */
export interface StageHost {
  readonly scene: Scene;
  readonly renderer: StageRenderer;
  /** No graphics card draws: what is dear should be left out. */
  readonly isSlow: boolean;
  warn(message: string): void;
  /** To be called when something looks different although nothing was set or updated. */
  touch(): void;
}

/** How one kind of output is drawn on the page and by `render`. Registered in `stage-kinds.ts`. */
export interface StageKind {
  /** Shows the outputs of a run in place of those before. Rejects where what draws them cannot be loaded. */
  set(facts: readonly OutputFacts[]): void | Promise<void>;
  update(changes: readonly OutputChange[]): void;
  dispose(): void;
  /** Whether it draws nothing by itself now. */
  readonly isEmpty: boolean;
  /** Of a kind that changes the actors: called when they were loaded, and before they are disposed. `set` waits for them. */
  attach?(actors: readonly StageActor[]): void;
  detach?(): void;
  /** Seconds of the run, for what flickers. */
  setTime?(seconds: number): void;
  /** Everything that the run has sent can be seen. Absent: at once. */
  readonly isReady?: boolean;
  /** The light that it needs; the second where nothing else is in the picture. Absent: daylight. */
  readonly mood?: Mood;
  readonly moodAlone?: Mood;
  /** What a camera should look at where there are no actors, m. */
  readonly extent?: PointsBox | null;
  /** Some of it covers actors, which are larger then. */
  readonly coversActors?: boolean;
}
