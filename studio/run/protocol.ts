import type { ActorReport, CharacterInspection, InputFault } from '../../src/index.ts';
import type { PointsBox } from '../../src/systems/outputs/index.ts';
import type { Stroke } from '../brush/stroke.ts';
import type { SceneData } from '../document/studio-document.ts';
import type { PreparedFlesh } from '../flesh/prepared-flesh.ts';
import type { Push } from '../fur/push.ts';
import type { OutputChange, OutputFacts } from '../outputs/output-feed.ts';
import type { ParticlesFacts } from '../particles/key-news.ts';
import type { KeyWays } from '../particles/record-ways.ts';

/** Files as they travel between threads: path and bytes. */
export type PackedFiles = readonly (readonly [path: string, bytes: Uint8Array])[];

/** Where the page stands, told to the worker on every frame. Ticks count from the scene's start. */
export interface Position {
  /** May lie between two ticks. */
  readonly playhead: number;
  readonly endTick: number;
  readonly isPlaying: boolean;
  /** The page has waited long enough: leave out what is still missing. */
  readonly maySkip: boolean;
}

/**
 * From the page to its worker. `run` counts the runs that were opened, `jump` what broke the flow of time within one:
 * answers to what is no longer asked bear older numbers and are passed over.
 */
export type RunRequest =
  | {
      readonly type: 'open';
      readonly run: number;
      readonly name: string;
      readonly scene: SceneData;
      readonly files: PackedFiles;
      readonly strokes: readonly Stroke[];
      readonly position: Position;
    }
  | { readonly type: 'position'; readonly run: number; readonly position: Position }
  | { readonly type: 'seek'; readonly run: number; readonly jump: number; readonly position: Position }
  | {
      readonly type: 'stroke';
      readonly run: number;
      readonly jump: number;
      readonly stroke: Stroke;
      readonly isDone: boolean;
      readonly position: Position;
    }
  | {
      readonly type: 'push';
      readonly run: number;
      readonly jump: number;
      readonly push: Push;
      readonly isDone: boolean;
      readonly position: Position;
    }
  | {
      readonly type: 'keepStrokes';
      readonly run: number;
      readonly jump: number;
      readonly count: number;
      readonly position: Position;
    };

/** From a worker that has just been loaded: from now on messages reach it while the page is busy. */
export interface WorkerReady {
  readonly type: 'ready';
}

export type RunAnswer =
  | { readonly type: 'opened'; readonly run: number; readonly facts: RunFacts }
  | { readonly type: 'failed'; readonly run: number; readonly problem: Problem }
  /** Long work before the run can begin: how far it is, 0..1, and what it does. */
  | { readonly type: 'preparing'; readonly run: number; readonly share: number; readonly words: string }
  /** Still on the way to where the page jumped to. */
  | { readonly type: 'catchingUp'; readonly run: number; readonly jump: number; readonly tick: number }
  | {
      readonly type: 'reached';
      readonly run: number;
      readonly jump: number;
      readonly tick: number;
      readonly changes: readonly OutputChange[];
      /** Ticks that were left out on the way here. */
      readonly droppedTicks: number;
    };

export interface RunFacts {
  readonly actors: readonly ActorReport[];
  /** Seconds. */
  readonly start: number;
  readonly lastTick: number;
  /** What stays for the run of all outputs; `reached` brings how they move. */
  readonly outputs: readonly OutputFacts[];
  /** Where nearly all particles are over the run, where nothing else is there to look at. */
  readonly extent: PointsBox | null;
  /** The parts of flesh among the systems. */
  readonly flesh: readonly PreparedFlesh[];
  /** The systems of particles among them: `reached` tells how it stands with their keys. */
  readonly particles: readonly ParticlesFacts[];
}

/** Work that stands by itself, done by a worker of its own. */
export type TaskRequest =
  | { readonly type: 'inspect'; readonly file: string; readonly files: PackedFiles }
  | { readonly type: 'ways'; readonly name: string; readonly scene: SceneData; readonly files: PackedFiles }
  | {
      readonly type: 'bake';
      readonly name: string;
      readonly scene: SceneData;
      readonly files: PackedFiles;
    };

export type TaskAnswer =
  | { readonly type: 'inspected'; readonly inspection: CharacterInspection }
  | { readonly type: 'ways'; readonly ways: readonly KeyWays[] }
  | { readonly type: 'progress'; readonly share: number; readonly words: string }
  | { readonly type: 'baked'; readonly download: BakedDownload }
  | { readonly type: 'taskFailed'; readonly problem: Problem };

export interface BakedDownload {
  readonly zip: Uint8Array;
  /** Hash of the state at the end, for each system. */
  readonly hashes: readonly { readonly name: string; readonly stateHash: string }[];
  readonly fileCount: number;
  readonly wallSeconds: number;
  readonly warnings: readonly string[];
}

/** What went wrong, in the words of the command line. */
export interface Problem {
  readonly faults: readonly InputFault[];
  /** True where the fault is ours. */
  readonly isDefect: boolean;
}
