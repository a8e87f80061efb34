import type { Object3D } from 'three';
import type { OutputKind, OutputKinds } from '../systems/outputs/output.ts';
import type { AttachFleshOptions } from './flesh/attach-flesh.ts';
import type { FurShading } from './fur/fur-shading.ts';
import type { GroundObjectOptions } from './ground/ground-object.ts';
import type { PointsShading } from './points/points-shading.ts';

/** A drawn output of a system, for simulations on the same thread. */
export interface OutputObject {
  readonly object: Object3D;
  /**
   * Shows the current output. Call it after stepping and before drawing. `time`: time of the run in seconds, for effects such as flicker.
   */
  update(time?: number): void;
  dispose(): void;
}

/** A character in three.js, for outputs that move its vertices. */
export interface OutputCharacter {
  readonly object: Object3D;
  /** See `AttachFleshOptions`. */
  readonly meshes?: AttachFleshOptions['meshes'];
}

/** Options of `createOutputObject`. */
export interface OutputObjectOptions extends Pick<GroundObjectOptions, 'shading' | 'surroundings'> {
  /** Characters by the actor's name. */
  readonly characters?: ReadonlyMap<string, OutputCharacter>;
  /** See `AttachFleshOptions.shading`. */
  readonly fleshShading?: AttachFleshOptions['shading'];
  /** See `ParticlesObjectOptions.shading`. */
  readonly pointsShading?: PointsShading;
  /** See `FurObjectOptions.shading`. */
  readonly furShading?: FurShading;
}

/** Draws one kind of output. Registered in `output-drawers.ts`. */
export interface OutputDrawer<Kind extends OutputKind> {
  readonly kind: Kind;
  draw(output: OutputKinds[Kind], options: OutputObjectOptions): OutputObject;
}

/** A drawer of any kind. It receives only outputs of its own kind. */
// biome-ignore lint/suspicious/noExplicitAny: drawers are looked up by the kind of an output.
export type AnyDrawer = OutputDrawer<any>;
