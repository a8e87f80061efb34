import type { Collider } from '../motion/collider.ts';
import type { Drive, DriveRequest } from '../motion/drive.ts';
import type { GroundFloor } from '../motion/floor.ts';
import type { MotionReference } from '../motion/motion-reference.ts';
import type { SkinRequest, SkinSurface } from '../motion/skin-surface.ts';
import type { HeightfieldOutput } from './outputs/heightfield.ts';
import type { Output, OutputKind } from './outputs/output.ts';
import type { ParamTable } from './params.ts';
import type { PrepareContext, WithFiles } from './prepare-context.ts';

/** What a system may read. All of it comes from `motion/`, except heightfields, which other systems show. */
export type InputKind = 'colliders' | 'drives' | 'surfaces' | 'heightfields' | 'shapes';

/** What a step reads. Every list is already narrowed to what the scene lets this system see. */
export interface SystemInputs {
  readonly colliders: readonly Collider[];
  readonly heightfields: readonly HeightfieldOutput[];
  /** Of the bones that the system asked for with `drives`, in that order. */
  readonly drives: readonly Drive[];
  /** Of the skins that the system asked for with `surfaces`, in that order. */
  readonly surfaces: readonly SkinSurface[];
  /** When the first step begins, seconds. */
  readonly startTime: number;
  /** What carries the actors, where only a part of that motion is felt. Drives and the colliders of grounds heed it already. */
  readonly reference?: MotionReference | null;
}

/** A bone of an actor that a system wants to know the motion of. */
export interface BoneRequest extends DriveRequest {
  /** The actor's name. */
  readonly actor: string;
}

/** Surfaces of an actor that a system wants to follow. */
export interface SurfaceRequest extends SkinRequest {
  /** The actor's name. */
  readonly actor: string;
}

/** What is known of a system before its code is loaded: enough to check a scene that names it, and for all help and documentation. */
export interface SystemDescription<Params> {
  /** `ground`, `flesh`, `particles`, `fur`. */
  readonly name: string;
  /** What it simulates: a sentence for lists of systems. */
  readonly words: string;
  /** What the flags of its parameters begin with. Absent: its name. */
  readonly flagPrefix?: string;
  readonly params: ParamTable;
  readonly reads: readonly InputKind[];
  /** Of a system that reads heightfields: whether it touches ground with such parameters. Absent: always. */
  touchesGround?(params: Params): boolean;
  readonly shows: OutputKind;
  /** Faults in the parameters that single ranges do not catch, as `InputFault`s relative to the system. */
  check?(params: Params): { path: string; message: string }[];
}

/** A registered system. Its code is loaded when a scene that names it is opened. */
// biome-ignore lint/suspicious/noExplicitAny: systems of any kind; each keeps its own types together.
export interface SystemEntry extends SystemDescription<any> {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  load(): Promise<SystemDefinition<any, any>>;
}

/** The code of a system: how it is prepared, created, stepped, saved and reported, and its outputs. */
// biome-ignore lint/suspicious/noExplicitAny: most systems prepare nothing and need not say so.
export interface SystemDefinition<Params, State, Prepared = any>
  extends Omit<SystemDescription<Params>, 'words' | 'flagPrefix'> {
  /** Steps per second of the system's own fixed clock. */
  rate(params: Params, prepared?: Prepared): number;
  /** Where untouched ground stands: what characters walk on. Absent: the system is no ground. */
  floor?(params: Params, prepared: Prepared | null, seed: number): GroundFloor;
  /** Of a ground: what was taken off the coordinates of its file, m, Y up; null where the file has none. */
  offset?(prepared: Prepared | null): readonly [x: number, y: number, z: number] | null;
  /** How far a foot sinks in where an actor does not say, as a fraction of the character's height. Absent: the ground is not soft. */
  softDepth?(params: Params): number;
  /**
   * Long work that depends on the scene alone: done once, when a scene is opened, and handed to everything below. Runs
   * that follow share it, so it must never change. With `files` a bake writes it too.
   */
  prepare?(params: Params, context: PrepareContext): Promise<(Prepared & WithFiles) | null>;
  /** The bones whose motion it reads, as `inputs.drives`. */
  drives?(params: Params, prepared: Prepared): readonly BoneRequest[];
  /** The skins whose motion it reads, as `inputs.surfaces`. */
  surfaces?(params: Params, prepared: Prepared): readonly SurfaceRequest[];
  /** At the start, where drives and surfaces hold the first step. */
  create(params: Params, inputs: SystemInputs, seed: number, prepared?: Prepared): State;
  /**
   * Advances from t to t + dt. Colliders hold the motion over exactly that interval. `t` is tick · dt computed from
   * integers by the caller, so that equal ticks give equal times.
   */
  step(state: State, inputs: SystemInputs, t: number, dt: number): void;
  /**
   * Brings what the outputs show to `ahead` seconds after the state, 0 ≤ ahead < dt, without changing the state. The
   * inputs hold the step that is to come. Absent: outputs show the state.
   */
  show?(state: State, inputs: SystemInputs, ahead: number, dt: number): void;
  save(state: State): Uint8Array;
  load(params: Params, bytes: Uint8Array, prepared?: Prepared): State;
  /** 16 hex digits over all that `save` keeps: equal states, equal hashes. */
  hash(state: State): string;
  outputs(state: State): Output[];
  /** The system's own figures for `report.json`. */
  report(state: State): Record<string, unknown>;
}
