import type { Object3D, SkinnedMesh } from 'three';
import { InputError, type InputFault } from '../../input-error.ts';
import { determinant } from '../../math/matrix.ts';
import { driveDown } from '../../motion/drive.ts';
import { LiveDrive } from '../../motion/live/live-drive.ts';
import { checkFlesh } from '../../systems/flesh/check-params.ts';
import { type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import { applyMaterial, resolveMaterial, resolveSettings } from '../../systems/flesh/settings.ts';
import { FleshState } from '../../systems/flesh/state.ts';
import { settleFlesh, stepFlesh } from '../../systems/flesh/step.ts';
import { defaultParams } from '../../systems/params.ts';
import { type AttachFleshOptions, attachFlesh, type FleshBinding } from './attach-flesh.ts';
import { findNode, findPlaces } from './gltf-places.ts';

/** What of flesh's parameters may still be chosen once a part is prepared. */
const liveParamNames = [
  'material',
  'stiffness',
  'density',
  'damping',
  'halfLife',
  'gravity',
  'sagged',
  'strength',
  'maxAcceleration',
  'limit',
  'gyroscopic',
  'teleport',
] as const satisfies readonly (keyof FleshParams)[];

export type LiveFleshParams = Partial<Pick<FleshParams, (typeof liveParamNames)[number]>>;

export interface LiveFleshOptions extends LiveFleshParams, AttachFleshOptions {
  /** The bone that carries each part. Default: found through `gltf`; needed where that is not given. */
  readonly bones?: readonly Object3D[];
}

/** A frame that took longer than this was no motion: a hidden tab, a breakpoint. Seconds. */
const longestFrame = 0.25;
/** What passes in such a frame: the flesh swings on by itself. */
const gapFrame = 1 / 60;
/** A character that is drawn larger or smaller than it was prepared by more than this share is worth a note. */
const sizeTolerance = 0.05;

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
  private isCut = false;

  /** Throws InputError for parameters out of range, a bone that is not there, and as `attachFlesh` does. */
  constructor(
    readonly root: Object3D,
    parts: FleshPart | readonly FleshPart[],
    options: LiveFleshOptions = {},
  ) {
    const list: readonly FleshPart[] = Array.isArray(parts) ? parts : [parts as FleshPart];
    const params = checkParams(options);
    root.updateWorldMatrix(true, true);
    const bones = findBones(root, list, options);
    this.riders = list.map((part, k) => new Rider(part, bones[k], params));
    this.states = this.riders.map(({ state }) => state);
    for (const { part, size } of this.riders) {
      if (Math.abs(size - 1) <= sizeTolerance) continue;
      const times = Number(size.toPrecision(2));
      options.onNote?.(
        `"${part.name}" is drawn ${times} times as large as it was prepared, and moves as at that size`,
      );
    }
    const sources = this.states.map(({ part, amplitudes }) => ({ ...part, amplitudes }));
    this.binding = attachFlesh(root, sources, options);
  }

  /** The character was put elsewhere: no motion joins the next frame to the last one. */
  cut(): void {
    this.isCut = true;
  }

  /** Steps on by `dt` seconds, the time since the last call. After the animation, before the drawing. */
  update(dt: number): void {
    if (this.paused) {
      this.isCut = true;
      return;
    }
    if (dt > 0) {
      const isGap = dt > longestFrame;
      const passed = isGap ? gapFrame : dt;
      for (const rider of this.riders) rider.ride(passed, this.isCut || isGap);
      this.isCut = false;
    }
    this.binding.update();
  }

  /** Hangs still as the character stands now. */
  reset(): void {
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
  private wasLost = false;

  constructor(
    readonly part: FleshPart,
    private readonly bone: Object3D,
    params: FleshParams,
  ) {
    const metres = sizeOf(bone.matrixWorld.elements, part.inverseBind);
    this.size = metres > 0 ? metres / part.scale : 1;
    this.drive = new LiveDrive(part.name, { inverseBind: part.inverseBind });
    this.drive.push(this.readBone(), 0);
    const own = applyMaterial(part, resolveMaterial(params));
    const [x, y, z] = this.drive.end.subarray(driveDown);
    this.state = new FleshState(own, resolveSettings(params, own, [x, y, z]), part.name);
    settleFlesh(this.state, this.drive.end);
  }

  ride(dt: number, isCut: boolean): void {
    const { drive, state } = this;
    const world = this.readBone();
    // A bone that is nowhere leaves the flesh alone until it is somewhere again.
    if (!world.every(Number.isFinite)) {
      this.wasLost = true;
      return;
    }
    if (!drive.push(world, dt, isCut || this.wasLost)) return;
    this.wasLost = false;
    const count = drive.stepCount;
    for (let k = 0; k < count; k++) {
      drive.advance(k / count, (k + 1) / count);
      stepFlesh(state, drive, dt / count);
    }
  }

  settle(): void {
    this.drive.push(this.readBone(), 0, true);
    settleFlesh(this.state, this.drive.end);
  }

  /** The bone's world matrix in metres of the part. */
  private readBone(): Float64Array {
    this.bone.updateWorldMatrix(true, false);
    const { elements } = this.bone.matrixWorld;
    for (let k = 0; k < 16; k++) this.world[k] = k % 4 === 3 ? elements[k] : elements[k] / this.size;
    return this.world;
  }
}

/** Metres of the world to a unit of mesh space as the bone carries it: 0 where that is flat. */
function sizeOf(world: ArrayLike<number>, inverseBind: Float64Array): number {
  const volume = Math.abs(determinant(Float64Array.from(world)) * determinant(inverseBind));
  return Number.isFinite(volume) ? Math.cbrt(volume) : 0;
}

function findBones(
  root: Object3D,
  parts: readonly FleshPart[],
  { bones, gltf }: LiveFleshOptions,
): Object3D[] {
  const places = gltf && findPlaces(root, gltf);
  return parts.map((part, k) => {
    const bone = bones?.[k] ?? (places && findNode(places, part.node));
    if (bone) return bone;
    const joints = new Set<string>();
    root.traverse((object) => {
      for (const { name } of (object as SkinnedMesh).skeleton?.bones ?? []) joints.add(name);
    });
    throw InputError.at(
      part.name,
      `its bone, node ${part.node} of the file, was not found: give \`gltf\`, what the loader returned, or the bone itself as ` +
        `\`bones: [object]\`; there is ${[...joints].join(', ') || 'no bone'}`,
    );
  });
}

/** Throws InputError with every parameter that is out of range. */
function checkParams(options: LiveFleshParams): FleshParams {
  const faults: InputFault[] = [];
  const given = Object.fromEntries(
    liveParamNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  for (const [name, value] of Object.entries(given)) {
    const spec = fleshParams[name as (typeof liveParamNames)[number]];
    const path = `LiveFlesh.${name}`;
    if (spec.type === 'number') {
      const isAbove =
        'open' in spec && spec.open ? (value as number) > spec.min : (value as number) >= spec.min;
      if (isAbove && (value as number) <= spec.max) continue;
      const range = `${'open' in spec && spec.open ? '>' : '≥'} ${spec.min} and ≤ ${spec.max}`;
      faults.push({
        path,
        message: `expected a number ${range} ${spec.unit}, got ${value}`.replace(' ,', ','),
      });
    } else if (spec.type === 'choice' && !(spec.choices as readonly unknown[]).includes(value)) {
      faults.push({ path, message: `expected one of ${spec.choices.join(', ')}, got ${value}` });
    }
  }
  const params = { ...defaultParams(fleshParams), ...given } as FleshParams;
  if (faults.length === 0)
    faults.push(...checkFlesh(params).map((fault) => ({ ...fault, path: `LiveFlesh.${fault.path}` })));
  if (faults.length > 0) throw new InputError(faults);
  return params;
}
