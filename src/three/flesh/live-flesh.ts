import type { Object3D } from 'three';
import { driveDown } from '../../motion/drive.ts';
import { LiveDrive } from '../../motion/live/live-drive.ts';
import { listKeys } from '../../systems/check-values.ts';
import { advanceFlesh } from '../../systems/flesh/advance-flesh.ts';
import { createFlesh } from '../../systems/flesh/create-flesh.ts';
import type { FleshParams } from '../../systems/flesh/params.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import type { FleshState } from '../../systems/flesh/state.ts';
import { settleFlesh } from '../../systems/flesh/step.ts';
import { notePlainKernels } from '../live/note-plain-kernels.ts';
import { checkReference, FeltSpace, type ReferenceOptions } from '../live/object-reference.ts';
import { type AttachFleshOptions, attachFlesh, type FleshBinding } from './attach-flesh.ts';
import { type BoneOptions, findBones, measureSize, noteSize } from './find-bones.ts';
import { type LiveFleshParams, readLiveParams } from './live-params.ts';

/** Options of `LiveFlesh`. */
export interface LiveFleshOptions
  extends LiveFleshParams,
    AttachFleshOptions,
    BoneOptions,
    ReferenceOptions {}

const ownOptions = listKeys<AttachFleshOptions & BoneOptions & ReferenceOptions>({
  gltf: true,
  meshes: true,
  shading: true,
  onNote: true,
  bones: true,
  reference: true,
  referenceFactor: true,
});

/** A frame that took longer than this, seconds, shows no motion: the tab was hidden, or a debugger held it. */
const maxFrame = 0.25;
/** Seconds that pass in such a frame: the flesh swings on by itself. */
const gapFrame = 1 / 60;

/**
 * Flesh on a character of the user's own that an AnimationMixer, physics or hands move: make it once the character is in its
 * final size, and call `update` with every frame once everything has moved.
 *
 * Each part rides on its bone as it is in three's scene. A character that is drawn at another size than it was prepared for
 * (or in other units) moves as one of that size would.
 */
export class LiveFlesh {
  readonly binding: FleshBinding;
  /** By part: amplitudes, and totals such as how often a limit held. */
  readonly states: readonly FleshState[];
  /** While true, `update` does nothing: what moves meanwhile does not shake the flesh. */
  paused = false;

  private readonly riders: Rider[];
  private readonly space: FeltSpace;
  private isCut = false;

  /** Throws InputError for parameters out of range, a bone that is not there, and as `attachFlesh` does. */
  constructor(
    readonly root: Object3D,
    parts: FleshPart | readonly FleshPart[],
    options: LiveFleshOptions = {},
  ) {
    const list: readonly FleshPart[] = Array.isArray(parts) ? parts : [parts as FleshPart];
    const params = readLiveParams(options, 'LiveFlesh', ownOptions);
    root.updateWorldMatrix(true, true);
    const bones = findBones(root, list, options);
    this.space = new FeltSpace(checkReference(options, bones, 'LiveFlesh'));
    this.space.advance();
    this.riders = list.map((part, k) => new Rider(part, bones[k], params, this.space));
    this.states = this.riders.map(({ state }) => state);
    for (const { part, size } of this.riders) noteSize(part, size, options.onNote);
    notePlainKernels(options.onNote);
    const sources = this.states.map(({ part, amplitudes }) => ({ ...part, amplitudes }));
    this.binding = attachFlesh(root, sources, options);
  }

  /** What carries the character; see the options. May be changed at any time, as where it steps off a ship. */
  get reference(): Object3D | null {
    return this.space.reference.object;
  }

  set reference(object: Object3D | null) {
    this.space.reference.object = object;
  }

  /** How much of the reference's motion is felt, 0..1. May be changed at any time. */
  get referenceFactor(): number {
    return this.space.reference.factor;
  }

  set referenceFactor(factor: number) {
    this.space.reference.factor = Math.min(1, Math.max(0, factor));
  }

  /** The character was put elsewhere: no motion joins the next frame to the last one. */
  cut(): void {
    this.isCut = true;
  }

  /**
   * Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing.
   *
   * Any frame is safe: a pause (0) leaves everything as it is, very short frames of slow motion are joined, a character that
   * is moved in no time or in negative time (a scrubbed timeline) is a cut, and so is a frame of more than 0.25 s.
   */
  update(dt: number): void {
    this.space.advance();
    this.isCut ||= this.space.reference.hasChanged;
    if (this.paused) {
      this.isCut ||= this.riders.some((rider) => !rider.isInPlace);
      return;
    }
    if (!Number.isNaN(dt)) {
      const isGap = dt > maxFrame;
      const passed = isGap ? gapFrame : dt;
      for (const rider of this.riders) rider.ride(passed, this.isCut || isGap);
      this.isCut = false;
    }
    this.binding.update();
  }

  /** Hangs still as the character stands now. */
  reset(): void {
    this.space.advance();
    for (const rider of this.riders) rider.settle();
    this.binding.update();
  }

  /** Gives the user's meshes back as they were, and frees everything. */
  dispose(): void {
    this.binding.dispose();
  }
}

/** One part on its bone. */
class Rider {
  readonly state: FleshState;
  /** Size of the character as it is drawn, over that for which the part was prepared. */
  readonly size: number;
  private readonly drive: LiveDrive;
  private readonly world = new Float64Array(16);

  constructor(
    readonly part: FleshPart,
    private readonly bone: Object3D,
    params: FleshParams,
    private readonly space: FeltSpace,
  ) {
    this.size = measureSize(part, bone.matrixWorld.elements);
    this.drive = new LiveDrive(part.name, { inverseBind: part.inverseBind });
    this.drive.push(this.readBone(), 0);
    const [x, y, z] = this.drive.end.subarray(driveDown);
    this.state = createFlesh(part, params, { restDown: [x, y, z] });
    settleFlesh(this.state, this.drive.end);
  }

  /** Whether the bone is where it was read last. */
  get isInPlace(): boolean {
    return this.drive.isAt(this.readBone());
  }

  ride(dt: number, isCut: boolean): void {
    const { drive, state } = this;
    const world = this.readBone();
    drive.push(world, dt, isCut);
    // A bone without a finite position leaves the flesh alone until it has one again.
    if (world.every(Number.isFinite)) advanceFlesh(state, drive, dt);
  }

  settle(): void {
    this.drive.push(this.readBone(), 0, true);
    settleFlesh(this.state, this.drive.end);
  }

  /** The bone's matrix without the motion of the reference that is not felt, in metres of the part. Also sets the drive's down direction. */
  private readBone(): Float64Array {
    this.bone.updateWorldMatrix(true, false);
    const { elements } = this.bone.matrixWorld;
    const { world, space, size } = this;
    world.set(elements);
    space.take(world);
    for (let k = 0; k < 16; k++) if (k % 4 !== 3) world[k] /= size;
    this.drive.down.set(space.down);
    return world;
  }
}
