import type { InputFault } from '../input-error.ts';
import type { Collider } from '../motion/collider.ts';
import type { Drive, DriveRequest } from '../motion/drive.ts';
import type { GroundFloor } from '../motion/floor.ts';
import type { MotionReference } from '../motion/motion-reference.ts';
import type { Soil } from '../motion/response/soil.ts';
import type { SkinRequest, SkinSurface } from '../motion/skin-surface.ts';
import type { HeightfieldOutput } from './outputs/heightfield.ts';
import type { Output, OutputKind } from './outputs/output.ts';
import type { ParamTable } from './params.ts';
import type { PrepareContext, WithFiles } from './prepare-context.ts';
import type { RegionalSystem } from './regional-system.ts';
import type { TimedParams } from './timed-params.ts';

/** The inputs that a system may read. All are from `motion/`, except heightfields, which other systems output. */
export type InputKind = 'colliders' | 'drives' | 'surfaces' | 'heightfields' | 'shapes';

/** The inputs of a step. Every list contains only what the scene lets this system see. */
export interface SystemInputs {
  readonly colliders: readonly Collider[];
  /** The parts of the same bodies that press grounds. Absent: `colliders`. */
  readonly pressing?: readonly Collider[];
  readonly heightfields: readonly HeightfieldOutput[];
  /** Drives of the bones that the system requested with `drives`, in that order. */
  readonly drives: readonly Drive[];
  /** Skins that the system requested with `surfaces`, in that order. */
  readonly surfaces: readonly SkinSurface[];
  /** Start time of the first step, seconds. */
  readonly startTime: number;
  /**
   * The body that carries the actors, if only a part of its motion exerts forces. Drives and the colliders of grounds already contain this
   * reduction.
   */
  readonly reference?: MotionReference | null;
}

/** Materials that a scene may define for a kind of system, beside the built-in ones. */
export interface OwnMaterials {
  /** Names of the built-in materials. */
  readonly names: readonly string[];
  /** What a scene may say about a material. `base` is the name of a built-in one or of another one of the scene. */
  readonly params: ParamTable;
  /**
   * Returns the parameters of the system that follow from a material. `chain`: the material, its base and so on, without the built-in
   * material `root` at the end. Faults have paths relative to the material.
   */
  derive(
    chain: readonly Readonly<Record<string, unknown>>[],
    root: string,
  ): { readonly params: Readonly<Record<string, unknown>>; readonly faults: InputFault[] };
}

/** A bone of an actor whose motion a system requests. */
export interface BoneRequest extends DriveRequest {
  /** The actor's name. */
  readonly actor: string;
}

/** Surfaces of an actor that a system follows. */
export interface SurfaceRequest extends SkinRequest {
  /** The actor's name. */
  readonly actor: string;
}

/**
 * The part of a system that is known before its code is loaded: enough to check a scene that names it, and for all help and
 * documentation.
 */
export interface SystemDescription<Params> {
  /** The name that scenes use: `ground`. */
  readonly name: string;
  /** Description of what it simulates, as one sentence for lists of systems. */
  readonly description: string;
  /** Prefix of the flags of its parameters. Absent: its name. */
  readonly flagPrefix?: string;
  readonly params: ParamTable;
  readonly reads: readonly InputKind[];
  /**
   * For a system that reads heightfields, returns whether it needs ground with these parameters. If so, and if a scene names no ground, it
   * reads every ground of the scene. Absent: always.
   */
  touchesGround?(params: Params): boolean;
  /** The kind of its first output. */
  readonly shows: OutputKind;
  /** Returns the kinds of the outputs that it has with these parameters in addition to `shows`. Absent: there are none. */
  alsoShows?(params: Params): readonly OutputKind[];
  /** Materials of one's own for its parameter `material`. Absent: there are none. */
  readonly ownMaterials?: OwnMaterials;
  /** Faults in the parameters that the ranges do not express, as `InputFault`s relative to the system. */
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
  extends Omit<SystemDescription<Params>, 'description' | 'flagPrefix'> {
  /** Steps per second of the system's own fixed clock. */
  rate(params: Params, prepared?: Prepared): number;
  /** Returns the height of untouched ground, on which characters walk. Absent: the system is not a ground. */
  floor?(params: Params, prepared: Prepared | null, seed: number): GroundFloor;
  /** For a ground, returns the vector that was subtracted from the coordinates of its file, m, Y up. Null if the file has none. */
  offset?(prepared: Prepared | null): readonly [x: number, y: number, z: number] | null;
  /** Returns the default depth to which a foot sinks, as a fraction of the character's height. Absent: the ground is not soft. */
  softDepth?(params: Params): number;
  /** Returns how the ground carries weight. Absent: nothing sinks into it. */
  soil?(params: Params): Soil;
  /**
   * Does long work that depends only on the scene. This happens once, when a scene is opened. The functions below receive the result. Later
   * runs share the result, so it must never change. With `files` a bake writes it too.
   */
  prepare?(params: Params, context: PrepareContext): Promise<(Prepared & WithFiles) | null>;
  /** Returns the bones whose motion the system reads as `inputs.drives`. */
  drives?(params: Params, prepared: Prepared): readonly BoneRequest[];
  /** Returns the skins whose motion the system reads as `inputs.surfaces`. */
  surfaces?(params: Params, prepared: Prepared): readonly SurfaceRequest[];
  /**
   * Creates the initial state. Drives and surfaces hold the first step. `params` are those at the start. `timed`: the parameters over time,
   * if any has keys. Then every step that begins at t uses `timed.at(t)`.
   */
  create(
    params: Params,
    inputs: SystemInputs,
    seed: number,
    prepared?: Prepared,
    timed?: TimedParams<Params> | null,
  ): State;
  /**
   * Advances from t to t + dt, in seconds of the scene. Colliders hold the motion over exactly that interval. The caller computes `t`
   * as tick · dt from integers, so that equal ticks give equal times.
   */
  step(state: State, inputs: SystemInputs, t: number, dt: number): void;
  /**
   * Interpolates the outputs to `ahead` seconds after the current state, 0 ≤ ahead < dt. The state does not change. The inputs
   * hold the next step. Absent: outputs show the state.
   */
  interpolate?(state: State, inputs: SystemInputs, ahead: number, dt: number): void;
  /** Returns the state as bytes. `load` gets neither seed nor inputs: what it needs of them belongs into these bytes. */
  save(state: State): Uint8Array;
  load(params: Params, bytes: Uint8Array, prepared?: Prepared, timed?: TimedParams<Params> | null): State;
  /**
   * Sets parameters with keys to their values at t, before the outputs of a state at this time are shown. `dt`: duration of a step. Only
   * called for a state that was created with `timed`. Throws an InputError for values with which no step is possible; all keys are tried
   * when a simulation is created. Absent if no parameter is `keyable`.
   */
  setTime?(state: State, t: number, dt: number): void;
  /** Returns 16 hex digits that depend on everything that `save` writes: equal states have equal hashes. */
  hash(state: State): string;
  /**
   * Returns the outputs, the same objects for the life of the state. Their numbers and arrays may be overwritten or replaced by each step.
   */
  outputs(state: State): Output[];
  /** Returns the system's own results for `report.json`. */
  report(state: State): Record<string, unknown>;
  /** How the system is simulated in regions of space. Absent: it is always simulated as a whole. */
  readonly regional?: RegionalSystem<Params, State>;
}
