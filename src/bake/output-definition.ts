import type { LongWork } from '../long-work.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Output, OutputKind, OutputKinds } from '../systems/outputs/output.ts';
import type { WithFiles } from '../systems/prepare-context.ts';
import type { BakePlan } from './bake-plan.ts';
import type { BlenderEntry } from './blender/blender-facts.ts';
import { type FrameStore, frameKey } from './frame-store.ts';
import type { OutputKindName } from './output-kinds.ts';
import type { OutputSink } from './output-sink.ts';

/**
 * What a bake can make files of: a kind of output that systems show, or something else such as the characters. It is registered
 * in `output-definitions.ts`; its code is loaded when a scene needs it.
 */
export interface OutputDefinition {
  /** The kind of output that systems show, or a name of its own. */
  readonly name: string;
  /** The kinds of files that it can write, by the name that `outputs` of a scene uses. */
  readonly files: Readonly<Record<string, FileKind>>;
  /** What a contact sheet shows of it, for the documentation: `of the ground`. Absent: there is none. */
  readonly pictured?: string;
  /** Whether a bake needs it although no system shows an output of that name. Absent: it does not. */
  readonly isAlwaysNeeded?: boolean;
  load(): Promise<OutputWriter>;
}

/** One kind of file. */
export interface FileKind {
  /** What it is, for the scene's documentation and the command line. */
  readonly words: string;
  /** Whether a bake writes it where the scene does not say what to write. */
  readonly isDefault: boolean;
  /** Whether each actor has a file of this kind. Absent: each system has one. */
  readonly isOfActors?: boolean;
  /** Whether a `.glb` of this kind holds a mesh, which every reader of glTF shows. */
  readonly hasMesh?: boolean;
}

/** A bake under way. */
export interface Bake {
  readonly plan: BakePlan;
  readonly simulation: Simulation;
  readonly frames: FrameStore;
}

/** How files are made of one kind of output. All functions get the whole bake, and care for the outputs of their kind. */
export interface OutputWriter {
  /**
   * Throws InputError for what can be seen before the simulation to be impossible. goesInParts: a file need not fit into memory.
   */
  check?(bake: Bake, goesInParts: boolean): void;
  /** Lists every file and folder that `write` may write. */
  listPaths?(bake: Bake, add: AddPath): void;
  /** How often `write` calls `sink.next`: the work for the progress display. */
  countWork?(bake: Bake): number;
  /** How much will be written, before anything is simulated. */
  estimate?(bake: Bake): LongWork<OutputEstimate>;
  /** Keeps an output, frame by frame. Required of kinds that systems show. */
  record?(shown: ShownOutput, bake: Bake): OutputRecorder;
  /** Writes all files of its kind. The simulation stands at the last frame. */
  write?(bake: Bake, sink: OutputSink): Promise<WrittenOutput>;
}

/** An output of a system, as a bake keeps it. */
export interface ShownOutput<Kind extends OutputKind = OutputKind> {
  /** The system's name. */
  readonly system: string;
  /** Its place among the outputs of the system. */
  readonly index: number;
  /** Looked up each time, since another object may stand for it after a checkpoint was loaded. */
  readonly output: OutputKinds[Kind];
  /** What was kept of a frame. */
  load(frame: number): Uint8Array;
}

export interface OutputRecorder {
  /** What is to be kept of a frame, as bytes: the simulation stands there. note: sends a message to the user. */
  take(frame: number, note: (text: string) => void): Uint8Array;
  /** Called after every step of any system with the time that was reached, s. */
  noteStep?(seconds: number): void;
  /** Drops what was noted before the first frame that is kept. */
  forget?(): void;
  /** What was noted since the last frame, for a checkpoint between frames; and how to go on from it. */
  pending?(): Uint8Array;
  restore?(bytes: Uint8Array): void;
}

/** Adds a file, or a folder with one file for each frame. writer: for errors, `the actor "runner"`. */
export type AddPath = (
  kind: OutputKindName,
  path: string,
  writer: string,
  fileName?: (number: number) => string,
) => void;

/** Expected sizes in bytes. */
export interface OutputEstimate {
  readonly files: Readonly<Record<string, number>>;
  /** Of all frames that are kept until the files are written. */
  readonly keptBytes: number;
}

/** What is known once the files of a kind are written. */
export interface WrittenOutput {
  readonly warnings?: readonly string[];
  /** Figures for report.json, by the name of the output that they belong to. */
  readonly systemFigures?: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The same by the name of the actor. */
  readonly actorFigures?: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Explains the files. Absent: the list of files says enough. */
  explain?(frames: BakeFrames): OutputExplanation;
}

/** The frames that a bake wrote, for explanations. */
export interface BakeFrames {
  readonly fps: number;
  readonly frameCount: number;
  /** Number of the first frame written, which its files bear. */
  readonly firstFrame: number;
  /** Time of the first and of the last frame, seconds. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** What README.txt and the script for Blender say about the files of a kind. All texts may be empty or absent. */
export interface OutputExplanation {
  /** What the files hold. */
  readonly about?: string;
  /** How to bring them into Blender without the script: lines after those about the script. */
  readonly blender?: readonly string[];
  readonly houdini?: string;
  /** Lines about game engines. */
  readonly engines?: readonly string[];
  /** Other programs. */
  readonly elsewhere?: string;
  /** What the script for Blender brings in. An entry of a later definition takes the place of one with the same name. */
  readonly entries?: readonly BlenderEntry[];
  /** Lines that the script prints: what is not brought in, and why. */
  readonly notes?: readonly string[];
}

/** Every output that the systems of a bake show, in their order. */
export function listOutputs({ plan, simulation, frames }: Bake): ShownOutput[] {
  return plan.systems.flatMap(({ name: system }) =>
    simulation.outputs(system).map((_, index) => ({
      system,
      index,
      get output(): Output {
        return simulation.outputs(system)[index];
      },
      load: (frame: number) => frames.get(frameKey(system, index, frame)),
    })),
  );
}

/** Those of one kind. */
export function outputsOfKind<Kind extends OutputKind>(bake: Bake, kind: Kind): ShownOutput<Kind>[] {
  return listOutputs(bake).filter(
    ({ output }) => output.kind === kind,
  ) as ShownOutput[] as ShownOutput<Kind>[];
}

/** Frames that a bake writes. */
export function countFrames({ firstFrame, lastFrame }: BakePlan): number {
  return lastFrame - firstFrame + 1;
}

/** `the output "beach"`, for error messages. */
export function describeOutput({ name }: Output): string {
  return `the output ${JSON.stringify(name)}`;
}

/** The files that a system has prepared. */
export function preparedFiles({ prepared }: BakePlan['systems'][number]) {
  return ((prepared ?? {}) as WithFiles).files ?? [];
}
