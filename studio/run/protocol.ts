import type { ActorReport, CharacterInspection, InputFault } from '../../src/index.ts';
import type { PointsBox } from '../../src/systems/outputs/index.ts';
import type { Stroke } from '../brush/stroke.ts';
import type { SceneData } from '../document/studio-document.ts';
import type { PreparedFlesh } from '../flesh/prepared-flesh.ts';
import type { Push } from '../fur/push.ts';
import type { OutputChange, OutputFacts } from '../outputs/output-feed.ts';
import type { ParticlesFacts } from '../particles/key-state.ts';
import type { KeyPaths } from '../particles/record-paths.ts';
import type { BackendChoice, SystemBackend } from './simulation-backend.ts';

/** Files as they are sent between threads: path and bytes. */
export type PackedFiles = readonly (readonly [path: string, bytes: Uint8Array])[];

/** The state of the page, sent to the worker in every frame. Ticks count from the scene's start. */
export interface Position {
  /** Position of the playhead. It may lie between two ticks. */
  readonly playhead: number;
  readonly endTick: number;
  readonly isPlaying: boolean;
  /** Whether the page has waited long enough, so that the missing steps should be skipped. */
  readonly maySkip: boolean;
}

/**
 * Messages from the page to its worker. `run` counts the runs that were opened. `jump` counts the discontinuities of time within a run.
 * Answers to old requests have lower numbers and are ignored.
 */
export type RunRequest =
  | {
      readonly type: 'open';
      readonly run: number;
      readonly name: string;
      readonly scene: SceneData;
      readonly files: PackedFiles;
      readonly strokes: readonly Stroke[];
      readonly backend: BackendChoice;
      readonly position: Position;
    }
  | {
      readonly type: 'backend';
      readonly run: number;
      readonly backend: BackendChoice;
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

/** Sent by a worker that has just been loaded. After this, it receives messages even while the page is busy. */
export interface WorkerReady {
  readonly type: 'ready';
}

export type RunAnswer =
  | { readonly type: 'opened'; readonly run: number; readonly facts: RunFacts }
  | { readonly type: 'failed'; readonly run: number; readonly problem: Problem }
  /** Progress of long work before the run can start: a fraction, 0 to 1, and a description. */
  | { readonly type: 'preparing'; readonly run: number; readonly fraction: number; readonly message: string }
  /** Where each system is simulated, when this has changed. note: a message for the user. */
  | {
      readonly type: 'backends';
      readonly run: number;
      readonly systems: readonly SystemBackend[];
      readonly note?: string;
    }
  /** Progress of the simulation up to the tick to which the page jumped. */
  | { readonly type: 'catchingUp'; readonly run: number; readonly jump: number; readonly tick: number }
  | {
      readonly type: 'reached';
      readonly run: number;
      readonly jump: number;
      readonly tick: number;
      readonly changes: readonly OutputChange[];
      /** Number of ticks that were skipped. */
      readonly droppedTicks: number;
    };

export interface RunFacts {
  readonly actors: readonly ActorReport[];
  /** Seconds. */
  readonly start: number;
  readonly lastTick: number;
  /** The constant data of all outputs in the run. Messages of the type `reached` contain their changes. */
  readonly outputs: readonly OutputFacts[];
  /** The bounds of nearly all particles over the run, if there is nothing else to look at. */
  readonly extent: PointsBox | null;
  /** The parts of flesh among the systems. */
  readonly flesh: readonly PreparedFlesh[];
  /** The systems of particles. Messages of the type `reached` contain the state of their keys. */
  readonly particles: readonly ParticlesFacts[];
}

/** A request for independent work, which a separate worker does. */
export type TaskRequest =
  | { readonly type: 'inspect'; readonly file: string; readonly files: PackedFiles }
  | { readonly type: 'paths'; readonly name: string; readonly scene: SceneData; readonly files: PackedFiles }
  | {
      readonly type: 'bake';
      readonly name: string;
      readonly scene: SceneData;
      readonly files: PackedFiles;
    };

export type TaskAnswer =
  | { readonly type: 'inspected'; readonly inspection: CharacterInspection }
  | { readonly type: 'paths'; readonly paths: readonly KeyPaths[] }
  | { readonly type: 'progress'; readonly fraction: number; readonly message: string }
  | { readonly type: 'baked'; readonly download: BakedDownload }
  | { readonly type: 'taskFailed'; readonly problem: Problem };

export interface BakedDownload {
  readonly zip: Uint8Array;
  /** Hash of the final state, for each system. */
  readonly hashes: readonly { readonly name: string; readonly stateHash: string }[];
  readonly fileCount: number;
  readonly wallSeconds: number;
  readonly warnings: readonly string[];
}

/** A fault, as a message of the command line. */
export interface Problem {
  readonly faults: readonly InputFault[];
  /** Whether it is a defect of the program. */
  readonly isDefect: boolean;
}
