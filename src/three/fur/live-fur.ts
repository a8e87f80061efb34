import { type Mesh, type Object3D, Ray, type SkinnedMesh, Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import { checkBackend, type LiveBackend } from '../../live/live-backend.ts';
import { describeNoCard } from '../../live/no-card.ts';
import { notePlainKernels } from '../../live/note-reference-kernels.ts';
import { append } from '../../math/lists.ts';
import type { RigidPose } from '../../motion/collider.ts';
import { LiveCollider } from '../../motion/live/live-collider.ts';
import { minFrame } from '../../motion/live/live-drive.ts';
import type { Picture } from '../../motion/picture.ts';
import { checkKeys, listKeys } from '../../systems/check-values.ts';
import { type CreateFurOptions, createFur, type Fur } from '../../systems/fur/create-fur.ts';
import { type FurForceParams, furParams } from '../../systems/fur/params.ts';
import type { CardRenderer } from '../card-renderer.ts';
import type { FleshBinding } from '../flesh/attach-flesh.ts';
import type { ObjectCollider } from '../live/collider-from.ts';
import { checkReference, type ObjectReference, type ReferenceOptions } from '../live/object-reference.ts';
import { findPicture } from './find-picture.ts';
import { FurObject, type FurObjectOptions } from './fur-object.ts';
import type { FurOnCard } from './fur-on-card.ts';
import { findSoftSkin, LiveSkin } from './live-skin.ts';
import { createPush, createWind } from './push-fur.ts';
import { type ObjectSkin, readSkin } from './read-skin.ts';

/** Options of `LiveFur`. */
export interface LiveFurOptions extends Pick<FurObjectOptions, 'shading'>, ReferenceOptions {
  /** The parameters as in a scene, without `actor` and `loop`. All are optional. `reference` and its factor are separate options. */
  readonly params?: CreateFurOptions['params'];
  /** The object on whose skin the fur grows: a mesh, a skinned mesh, or all meshes below an object. Absent: a patch of ground. */
  readonly mesh?: Object3D;
  /** Flesh on the same meshes: the fur grows from the surface that it displaces. Update the flesh before the fur. */
  readonly flesh?: FleshBinding | { readonly binding: FleshBinding };
  /** Default 1. */
  readonly seed?: number;
  /** Pictures for `lengthMap`, `densityMap`, `colorMap`, `combMap`, by the names that these parameters state. */
  readonly pictures?: ReadonlyMap<string, Picture>;
  /**
   * Where the strands are simulated: on the CPU (`cpu`, the default), on the graphics card with WebGPU (`webgpu`), or on the card if it can do it
   * (`auto`; `onNote` receives the reason if not). Results differ from those of the CPU by rounding.
   */
  readonly backend?: LiveBackend;
  /**
   * The `WebGPURenderer` that draws the fur. With `backend: 'auto'` or `'webgpu'` its graphics card simulates the fur too, and strands do not leave
   * the card: see `readStrands`.
   */
  readonly renderer?: CardRenderer;
  /** Receives notes for the user, for example that WebAssembly is blocked. */
  readonly onNote?: (note: string) => void;
}

const ownOptions = listKeys<LiveFurOptions>({
  params: true,
  mesh: true,
  flesh: true,
  seed: true,
  pictures: true,
  shading: true,
  reference: true,
  referenceFactor: true,
  backend: true,
  renderer: true,
  onNote: true,
});

/** A frame that took longer than this, seconds, is not a motion: the tab was hidden, or a debugger stopped it. */
const maxFrame = 0.25;
/** Number of seconds that are simulated instead on a patch of ground: the strands continue to swing. */
const gapFrame = 1 / 60;
/** Maximum number of steps in one frame. A slow page makes longer steps. */
const maxSteps = 8;

/**
 * Fur on the user's own mesh that an AnimationMixer, physics or code moves, or a patch of grass. Create it when the mesh has its final
 * size, add `object` to the scene, not to the mesh (it follows the mesh by itself), and call `update` in every frame after everything has
 * moved.
 */
export class LiveFur {
  readonly object: FurObject;
  /** While true, `update` does nothing, and motion has no effect on the fur. */
  paused = false;
  /** Uniform wind, m/s, in addition to the winds of `forces`. */
  readonly wind = new Vector3();
  /** The reason why the simulation has ended. Null while it runs. */
  failure: string | null = null;

  private readonly sources = new Map<ObjectCollider, LiveCollider[]>();
  /** The skin on the CPU, and the skin whose motion is read: on the graphics card another one. */
  private readonly whole: LiveSkin | null;
  private skin: LiveSkin | null;
  private card: FurOnCard | null = null;
  private isLeaving = false;
  /** A frame that could not be simulated yet has read the pushes. */
  private arePushesOld = false;
  /**
   * Position of `object`, world metres. The fur is simulated relative to this position, so that a shift of the whole world has no effect.
   */
  private readonly origin = new Vector3();
  private colliders: readonly LiveCollider[] = [];
  private pushes: FurForceParams[] = [];
  private time = 0;
  /** Seconds since the last step. Frames shorter than `minFrame` are merged until their total reaches it. */
  private waited = 0;
  private isCut = true;

  /**
   * Reads the mesh and grows the blades, which takes some tenths of a second. Throws an `InputError` for parameters that are out
   * of range or incompatible, and if there is no mesh.
   */
  static async create(options: LiveFurOptions = {}): Promise<LiveFur> {
    const unknown = checkKeys(options, ownOptions, '', furParams);
    if (unknown.length > 0) throw new InputError(unknown);
    checkBackend(options.backend, 'LiveFur');
    const { mesh, flesh, params, seed, pictures } = options;
    const skin = mesh ? readSkin(mesh) : null;
    if (!mesh && options.reference) {
      throw InputError.at(
        'LiveFur.reference',
        'expected fur on a mesh: this is a patch of ground, which does not move; omit this option',
      );
    }
    const binding = readFlesh(flesh, skin);
    const reference = checkReference(options, mesh ? findMovers(mesh) : [], 'LiveFur');
    const fur = await createFur({
      params,
      actor: skin?.actor,
      seed,
      readers: {
        decodePicture: (picture) => skin!.decodePicture(picture),
        readPicture: (file, path) => findPicture(pictures, file, path),
      },
    });
    notePlainKernels(options.onNote);
    const live = new LiveFur(fur, skin, binding, options, reference);
    if ((options.backend ?? 'cpu') !== 'cpu') await live.openCard(skin, binding !== null);
    return live;
  }

  private constructor(
    readonly fur: Fur,
    skin: ObjectSkin | null,
    flesh: FleshBinding | null,
    private readonly options: LiveFurOptions,
    private readonly carrier: ObjectReference,
  ) {
    this.whole =
      skin && new LiveSkin(skin, fur.surfaces, this.origin, flesh && findSoftSkin(flesh, skin.meshes));
    this.skin = this.whole;
    this.object = new FurObject(fur.shells, { shading: options.shading });
    this.reset();
    this.object.update();
  }

  /** Where the fur is simulated now. */
  get backend(): 'cpu' | 'webgpu' {
    return this.card ? 'webgpu' : 'cpu';
  }

  /** The name of the graphics card that simulates the fur, as the browser reports it. Null on the CPU. */
  get device(): string | null {
    return this.card?.device ?? null;
  }

  /** The object that moves the mesh, see the options. May be changed at any time, for example when the character leaves a ship. */
  get reference(): Object3D | null {
    return this.carrier.object;
  }

  set reference(object: Object3D | null) {
    this.carrier.object = object;
  }

  /** Fraction of the reference's motion that is felt, 0 to 1. May be changed at any time. */
  get referenceFactor(): number {
    return this.carrier.factor;
  }

  set referenceFactor(factor: number) {
    this.carrier.factor = Math.min(1, Math.max(0, factor));
  }

  /**
   * Adds a collider that pushes strands aside and treads on them. If several furs share a world, each needs its own collider for the
   * object.
   */
  add(collider: ObjectCollider): void {
    if (this.sources.has(collider)) return;
    const parts = collider.parts.map(
      ({ name, vertexCount, indices }) => new LiveCollider(name, vertexCount, indices),
    );
    this.sources.set(collider, parts);
    this.colliders = [...this.sources.values()].flat();
    collider.cut();
    const reason = this.card?.explainBodies() ?? null;
    if (reason !== null) this.leaveCard(reason).catch(this.fail);
    else this.card?.prepareBodies();
  }

  remove(collider: ObjectCollider): void {
    this.sources.delete(collider);
    this.colliders = [...this.sources.values()].flat();
  }

  /**
   * Pushes the strands within a ball, in the next frame. Call it in every frame while a finger or the mouse is down. at: a position in the
   * world, m, or a ray; a ray hits the fur where it first comes near a strand. force: acceleration in m/s² of the tips in the middle of the
   * ball. A vector applies to all strands; a number is a push away from the middle. Returns false if the ray hits nothing.
   */
  push(at: Vector3 | Ray, radius: number, force: Vector3 | number): boolean {
    if (this.card?.isDrawing && at instanceof Ray) this.placeRoots();
    const push = createPush(this.fur.shells, this.origin, at, radius, force);
    if (this.arePushesOld) this.pushes = [];
    this.arePushesOld = false;
    if (push) this.pushes.push(push);
    return push !== null;
  }

  /** Marks a cut: everything was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /**
   * Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing.
   *
   * Every frame is safe. A pause (0) changes nothing. Very short frames of slow motion are merged until they are long enough to measure a
   * velocity. Until then, the fur stays on the skin. It is a cut if a mesh moves in zero or negative time (a scrubbed timeline), or if a
   * frame takes more than 0.25 s. At a cut, the fur keeps its shape and its motion relative to the skin.
   */
  update(dt: number): void {
    if (this.failure !== null) return;
    if (this.card && this.card.lost !== null && !this.isLeaving) {
      this.leaveCard(`the graphics card failed: ${this.card.lost}`).catch(this.fail);
    }
    if (this.card?.isBusy || this.isLeaving) {
      this.waitForCard(dt);
      return;
    }
    const pushes = this.pushes;
    this.pushes = [];
    this.arePushesOld = false;
    if (Number.isNaN(dt)) return;
    if (this.paused) {
      this.isCut ||= !this.isInPlace();
      return;
    }
    const isGap = dt > maxFrame;
    this.waited += dt > 0 && !isGap ? dt : 0;
    if (this.isCut || isGap || dt < 0 || (dt === 0 && !this.isInPlace())) {
      this.carry();
      // A patch does not move. For a skin, no step is made: its velocity is unknown here, and zero velocity would slow the fur down.
      if (isGap && !this.skin) this.advance(gapFrame, pushes);
    } else if (this.waited >= minFrame) this.advance(this.waited, pushes);
    else if (dt > 0) this.follow();
    else return;
    if (!this.card) this.object.update();
  }

  /** Resets all strands to equilibrium on the mesh in its current pose, as they were when the fur was created. */
  reset(): void {
    this.waited = 0;
    this.locate();
    const { whole, fur } = this;
    this.readCarry();
    this.carrier.keep();
    if (whole && whole.read(true, 0) !== 'lost') whole.advance(0, 1, 0);
    fur.stand({ surfaces: whole ? [whole.surface] : [] }, this.time);
    this.card?.load();
    this.card?.run();
    this.isCut = true;
  }

  /**
   * If the fur is drawn from the graphics card (see `renderer`), main memory does not know its strands. This reads them, for rays of `push` and for
   * `fur.shells`. Without a `renderer` they are always known.
   */
  async readStrands(): Promise<void> {
    const { card } = this;
    if (!card?.isDrawing || !(await card.read()) || this.card !== card) return;
    card.showLatest();
  }

  /** Frees everything. */
  dispose(): void {
    this.card?.dispose();
    this.card = null;
    this.object.dispose();
    this.sources.clear();
    this.colliders = [];
  }

  private readonly fail = (error: Error): void => {
    this.failure = error.message;
  };

  /** Moves the fur to the graphics card, if that is possible. */
  private async openCard(skin: ObjectSkin | null, isSoft: boolean): Promise<void> {
    const { fur, object, whole, origin, options } = this;
    const { FurOnCard } = await import('./fur-on-card.ts');
    const { renderer } = options;
    const onRead = () => this.showFromCard();
    const card = await FurOnCard.open({ fur, object, skin, whole, isSoft, origin, renderer, onRead });
    if (typeof card === 'string') {
      this.stayOnCpu(card);
      return;
    }
    this.card = card;
    this.skin = card.skin;
    this.reset();
  }

  /** The fur cannot be simulated on the card. */
  private stayOnCpu(reason: string): void {
    if (this.options.backend === 'webgpu') this.failure = describeNoCard(reason);
    else this.options.onNote?.(`the fur is simulated on the CPU: ${reason}`);
  }

  /** Continues on the CPU, with the strands of the card if they can be read. */
  private async leaveCard(reason: string): Promise<void> {
    const { card, whole, fur } = this;
    if (!card || this.isLeaving) return;
    this.isLeaving = true;
    const wasLost = card.lost !== null;
    if (!wasLost) await card.read();
    this.isLeaving = false;
    if (this.card !== card) return;
    this.card = null;
    this.skin = whole;
    if (wasLost) this.options.onNote?.(`the fur continues on the CPU: ${reason}`);
    else this.stayOnCpu(reason);
    this.locate();
    if (whole && whole.read(true, 0) !== 'lost') whole.advance(0, 1, 0);
    if (!card.place()) fur.stand({ surfaces: whole ? [whole.surface] : [] }, this.time);
    card.dispose();
    this.isCut = true;
    this.object.update();
  }

  /** A frame comes while the card is still busy with an earlier one. Its time is added to the next frame. */
  private waitForCard(dt: number): void {
    this.arePushesOld = true;
    if (dt > maxFrame || dt < 0 || this.paused) this.isCut = true;
    else if (dt > 0) this.waited = Math.min(maxFrame, this.waited + dt);
    this.showFromCard();
  }

  /** Draws the strands that were read last, with their roots on the mesh in its current pose. */
  private showFromCard(): void {
    const { card } = this;
    if (!card || card.isDrawing) return;
    card.showLatest();
    this.placeRoots();
    this.object.update();
  }

  private placeRoots(): void {
    const { whole, fur } = this;
    this.locate();
    if (!whole?.preview()) return;
    const { roots, skin } = fur.shells;
    const { end } = whole.surface;
    skin!.vertexOf.forEach((vertex, v) => {
      for (let axis = 0; axis < 3; axis++) roots[3 * v + axis] = end[3 * vertex + axis];
    });
  }

  /** Updates the world matrices of the mesh and of `object`. */
  private locate(): void {
    this.options.mesh?.updateWorldMatrix(true, true);
    this.object.updateWorldMatrix(true, false);
    this.origin.setFromMatrixPosition(this.object.matrixWorld);
  }

  /** Returns whether the mesh has not moved since it was last read. */
  private isInPlace(): boolean {
    this.locate();
    return this.skin?.isInPlace(this.readCarry()) ?? true;
  }

  /**
   * Moves the fur with the mesh to the current pose. The fur keeps its shape and its motion relative to the skin. No time passes, because
   * the skin's velocity is unknown before the next frame, and zero velocity would slow the fur down.
   */
  private carry(): void {
    const seconds = Math.max(this.waited, minFrame);
    this.isCut = true;
    if (this.readFrame(seconds) === 'lost') return;
    this.step(0, 1, seconds, []);
    this.card?.run();
  }

  /** Makes steps over the motion of the mesh since the last step. seconds: duration of this motion. */
  private advance(seconds: number, forces: FurForceParams[]): void {
    const motion = this.readFrame(seconds);
    if (motion === 'lost') return;
    const { fur, wind } = this;
    // At a cut, the fur is moved in one step.
    const needed = motion === 'cut' ? 1 : Math.ceil(seconds * fur.state.params.rate - 1e-6);
    const steps = Math.min(maxSteps, Math.max(1, needed));
    const all = wind.lengthSq() > 0 ? [...forces, createWind(wind)] : forces;
    for (let k = 0; k < steps; k++) this.step(k / steps, (k + 1) / steps, seconds / steps, all);
    this.card?.run();
  }

  /** Makes one step over the part of the frame's motion from fraction s0 to s1, which takes dt seconds. */
  private step(s0: number, s1: number, dt: number, forces: FurForceParams[]): void {
    const { fur, skin, colliders, card } = this;
    for (const collider of colliders) collider.advance(s0, s1, dt);
    if (card) card.addStep({ s0, s1, time: this.time, dt, forces }, colliders);
    else {
      skin?.advance(s0, s1, dt);
      fur.step({ surfaces: skin ? [skin.surface] : [], colliders, forces }, this.time, dt);
    }
    this.time += dt;
    this.waited = 0;
  }

  /** Shows the fur on the mesh in its current pose. The state of the fur does not change. */
  private follow(): void {
    this.locate();
    // On the graphics card it stays for less than 0.5 ms where it was.
    if (!this.card && this.skin?.preview()) this.fur.follow({ surfaces: [this.skin.surface] });
  }

  /** Reads the mesh and the colliders. If the mesh has no finite position, the fur does not move until the mesh has one again. */
  private readFrame(seconds: number): 'moved' | 'cut' | 'lost' {
    this.locate();
    const carry = this.readCarry();
    this.isCut ||= this.carrier.hasChanged;
    const motion = this.skin?.read(this.isCut, seconds, carry) ?? 'moved';
    if (motion === 'lost') {
      this.isCut = true;
      return motion;
    }
    this.carrier.keep();
    if (this.card) {
      if (motion === 'cut' && this.fur.state.params.teleport === 'reset') {
        this.reset();
        this.isCut = false;
        return 'lost';
      }
      this.card.capture(motion, carry);
    } else if (carry && motion === 'moved') this.fur.carry(carry);
    const { max } = this.object.bounds;
    for (const [source, parts] of this.sources) {
      if (this.isCut) source.cut();
      const away = new Set(parts);
      for (const { part, to, from, cut, base } of source.read(max.y, seconds, this.origin, carry)) {
        parts[part].push(to, from, cut, base, carry);
        away.delete(parts[part]);
      }
      for (const part of away) part.leave();
    }
    this.isCut = false;
    return motion;
  }

  /** Returns the part of the reference's motion since the last read that is not felt. Null if there is none. */
  private readCarry(): RigidPose | null {
    const carry = this.carrier.read(this.origin);
    return this.carrier.acts ? carry : null;
  }
}

/** Returns the objects that move the meshes at and below an object: the bones of their skins, or the meshes themselves. */
export function findMovers(object: Object3D): Object3D[] {
  const movers: Object3D[] = [];
  object.traverse((one) => {
    if ((one as SkinnedMesh).isSkinnedMesh) append(movers, (one as SkinnedMesh).skeleton.bones);
    else if ((one as Mesh).isMesh) movers.push(one);
  });
  return movers;
}

/** Returns the binding of the flesh. Throws an `InputError` if it moves no mesh on which the fur may grow. */
export function readFlesh(flesh: LiveFurOptions['flesh'], skin: ObjectSkin | null): FleshBinding | null {
  if (!flesh) return null;
  const binding = 'binding' in flesh ? flesh.binding : flesh;
  if (skin && binding.meshes.some((mesh) => skin.meshes.includes(mesh))) return binding;
  throw InputError.at(
    'LiveFur.flesh',
    `expected flesh on the meshes of the fur, got flesh that moves ${binding.meshes.map(({ name }) => `"${name}"`).join(', ') || 'no mesh'}: ` +
      'pass the same object as `mesh`, or leave this option out',
  );
}
