import type { LongWork } from '../long-work.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Output, OutputKind, OutputKinds } from '../systems/outputs/output.ts';
import type { WithFiles } from '../systems/prepare-context.ts';
import type { BakePlan } from './bake-plan.ts';
import type { BlenderEntry } from './blender/blender-facts.ts';
import { type FrameStore, frameKey } from './frame-store.ts';
import type { OutputKindName } from './output-kinds.ts';
import type { OutputSink } from './output-sink.ts';
import type { StageParts } from './stage/stage-part.ts';

/**
 * A kind of output that a bake can write: one that systems show, or something else such as the characters. It is registered in
 * `output-definitions.ts`. Its code is loaded only if a scene needs it.
 */
export interface OutputDefinition {
  /** The kind of output that systems show, or a separate name if it is something else. */
  readonly name: string;
  /** The kinds of files that can be written for this output, by their name in the `outputs` of a scene. */
  readonly files: Readonly<Record<string, FileKind>>;
  /** What the contact sheet of this output shows, for the documentation: `of the ground`. Absent: there is no sheet. */
  readonly pictured?: string;
  /** Returns whether a bake needs this output even if no system shows it. Default: it does not. */
  isNeeded?(outputs: readonly string[]): boolean;
  load(): Promise<OutputWriter>;
}

/** One kind of file. */
export interface FileKind {
  /** A description for the scene's documentation and the command line. */
  readonly description: string;
  /** Whether a bake writes it if the scene does not state what to write. */
  readonly isDefault: boolean;
  /**
   * The kinds of outputs of systems from which it is written: it needs at least one of them. Default: the output of the definition, or nothing
   * if no system shows that output.
   */
  readonly of?: readonly OutputKind[];
  /** Whether there is one file of this kind for each actor. Default: one for each system. */
  readonly isOfActors?: boolean;
  /** Whether there is one file of this kind for the whole scene. */
  readonly isOfScene?: boolean;
  /** Whether a `.glb` of this kind contains a mesh, which every reader of glTF can show. */
  readonly hasMesh?: boolean;
}

/** A bake as the writers of outputs see it: the outputs of the current state, and the kept frames. */
export interface Bake {
  readonly plan: BakePlan;
  readonly simulation: Pick<Simulation, 'outputs'>;
  readonly frames: Pick<FrameStore, 'get'>;
}

/** A bake that is still simulated, and to which frames are added. */
export interface RunningBake extends Bake {
  readonly simulation: Simulation;
  readonly frames: FrameStore;
}

/** Writes the files of one output definition. All functions receive the whole bake and select the outputs of their kind. */
export interface OutputWriter {
  /**
   * Throws an `InputError` if an output is impossible, as far as this is known before the simulation. goesInParts: files are written in
   * chunks, so that they need not fit into memory.
   */
  check?(bake: Bake, goesInParts: boolean): void;
  /** Lists every file and folder that `write` may write. */
  listPaths?(bake: Bake, add: AddPath): void;
  /** Returns how often `write` calls `sink.next`, for the progress display. */
  countWork?(bake: Bake): number;
  /** Estimates the sizes of the files before the simulation. */
  estimate?(bake: Bake): LongWork<OutputEstimate>;
  /** Creates a recorder that keeps an output, frame by frame. Required for kinds that systems show. */
  record?(shown: ShownOutput, bake: RunningBake): OutputRecorder;
  /** What the outputs add to the USD stage of the scene. Absent: nothing. */
  readonly stage?: StageParts;
  /**
   * Whether `write` may be called while the scene is still simulated. It then must wait for `sink.simulated` before it reads frames, or anything
   * of outputs that changes. Default: it is called after the simulation.
   */
  readonly follows?: boolean;
  /** Writes all files of the definition. The simulation is at the last frame, unless the writer follows it. */
  write?(bake: Bake, sink: OutputSink): Promise<WrittenOutput>;
}

/** An output of a system, as a bake records it. */
export interface ShownOutput<Kind extends OutputKind = OutputKind> {
  /** The system's name. */
  readonly system: string;
  /** Index of the output among the outputs of the system. */
  readonly index: number;
  /** The current output object. It is looked up at each access, since another object may replace it when a checkpoint is loaded. */
  readonly output: OutputKinds[Kind];
  /** Returns the kept bytes of a frame. The bytes may start at any address: copy them before they are viewed as numbers. */
  load(frame: number): Uint8Array;
}

export interface OutputRecorder {
  /** Returns the bytes to keep for a frame, of any length. The simulation is at that frame. */
  take(frame: number): Uint8Array;
  /** Examines the bytes of a kept frame. Called for every frame, in ascending order. Returns a warning for the user, or null. */
  inspect?(bytes: Uint8Array): string | null;
  /**
   * Joins the bytes of one frame from several simulations, each of which simulates a separate region. Required for outputs of systems that
   * can be simulated in regions.
   */
  join?(parts: readonly Uint8Array[]): Uint8Array;
  /**
   * Discards all changes since the last kept frame, so that the next frame does not contain them. Required for outputs of systems that can
   * be simulated in regions.
   */
  skip?(): void;
  /** Called after every step of any system with the time that was reached, s. */
  noteStep?(seconds: number): void;
  /** Discards what was recorded before the first frame that is kept. */
  forget?(): void;
  /** Returns the records since the last frame, for a checkpoint that is written between frames. */
  pending?(): Uint8Array;
  /** Continues from the records that `pending` returned. */
  restore?(bytes: Uint8Array): void;
}

/**
 * Adds a file, or a folder with one file for each frame. kind: a kind of the definition, or `contactSheet`. writer: description for errors,
 * such as `the actor "runner"`.
 */
export type AddPath = (
  kind: OutputKindName,
  path: string,
  writer: string,
  fileName?: (number: number) => string,
) => void;

/** Expected sizes in bytes. */
export interface OutputEstimate {
  readonly files: Readonly<Record<string, number>>;
  /** Total of all frames that are kept until the files are written. */
  readonly keptBytes: number;
}

/** Results that are known after the files of a kind are written. */
export interface WrittenOutput {
  readonly warnings?: readonly string[];
  /** Values for report.json, by the name of the output's system. They are added to the values of the system's own `report`. */
  readonly systemResults?: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Values for report.json, by the name of their actor. */
  readonly actorResults?: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Explains the files. Absent: the list of files explains enough. */
  explain?(frames: BakeFrames): OutputExplanation;
}

/** The frames that a bake wrote, for explanations. */
export interface BakeFrames {
  readonly fps: number;
  readonly frameCount: number;
  /** Number of the first frame, as in file names. */
  readonly firstFrame: number;
  /** Time of the first and of the last frame, seconds. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** The texts of README.txt and of the script for Blender about the files of a kind. Each text may be empty or absent. */
export interface OutputExplanation {
  /** Description of the content of the files. */
  readonly about?: string;
  /** How to import the files into Blender without the script. These lines come after those about the script. */
  readonly blender?: readonly string[];
  readonly houdini?: string;
  /** Lines about game engines. */
  readonly engines?: readonly string[];
  /** Text about other programs. */
  readonly elsewhere?: string;
  /** The entries that the script for Blender imports. */
  readonly entries?: readonly ImportedEntry[];
  /** Lines that the script prints: what is not imported, and why. */
  readonly notes?: readonly string[];
}

/**
 * An entry of the script for Blender. If an actor has several entries, the one from the last definition is used, because it contains the
 * most.
 */
export interface ImportedEntry {
  readonly entry: BlenderEntry;
  /** The actor that the file shows. Absent if the file shows something else. */
  readonly actor?: string;
}

/** Returns every output that the systems of a bake show, in their order. */
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

/** Returns the outputs of one kind. */
export function outputsOfKind<Kind extends OutputKind>(bake: Bake, kind: Kind): ShownOutput<Kind>[] {
  return listOutputs(bake).filter(
    ({ output }) => output.kind === kind,
  ) as ShownOutput[] as ShownOutput<Kind>[];
}

/** Identifies an output by plain data, which can be sent to a thread. */
export type OutputReference = Pick<ShownOutput, 'system' | 'index'>;

/** Returns the output that a reference identifies. Throws an error if there is none of this kind. */
export function findOutput<Kind extends OutputKind>(
  bake: Bake,
  kind: Kind,
  { system, index }: OutputReference,
): ShownOutput<Kind> {
  const found = outputsOfKind(bake, kind).find((one) => one.system === system && one.index === index);
  if (!found) throw new Error(`the system "${system}" has no output ${index} of the kind "${kind}"`);
  return found;
}

/** Returns the number of frames that a bake writes. */
export function countFrames({ firstFrame, lastFrame }: BakePlan): number {
  return lastFrame - firstFrame + 1;
}

/** Describes the output for error messages: `the output "beach"`. */
export function describeOutput({ name }: Output): string {
  return `the output ${JSON.stringify(name)}`;
}

/** Returns the files that a system has prepared. */
export function preparedFiles({ prepared }: BakePlan['systems'][number]) {
  return ((prepared ?? {}) as WithFiles).files ?? [];
}
