import { type Object3D, type Ray, Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import { applyBlocks } from '../../live/changed-blocks.ts';
import { type AnyCollider, ColliderOutbox } from '../../live/collider-outbox.ts';
import { SimulationThread } from '../../live/simulation-thread.ts';
import { lostWorker, UnansweredFrames } from '../../live/unanswered-frames.ts';
import type { RigidPose } from '../../motion/collider.ts';
import { minFrame } from '../../motion/live/live-drive.ts';
import { Pose } from '../../motion/pose.ts';
import type { RigPicture } from '../../motion/rig.ts';
import { checkKeys, listKeys } from '../../systems/check-values.ts';
import { type FurForceParams, furParams } from '../../systems/fur/params.ts';
import { checkReference, type ObjectReference } from '../live/object-reference.ts';
import {
  buffersOf,
  type FurReply,
  type FurRequest,
  type SentShells,
  type SkinPoseFrame,
} from './fur-messages.ts';
import { FurObject } from './fur-object.ts';
import { findMovers, type LiveFurOptions, readFlesh } from './live-fur.ts';
import { findSoftSkin, LiveSkin, type SoftSkin } from './live-skin.ts';
import { createPush, createWind } from './push-fur.ts';
import { type ObjectSkin, readSkin } from './read-skin.ts';
import { listMotion } from './shells-data.ts';

/** Options of `ThreadedFur`: those of `LiveFur` on the CPU, and the Worker. */
export interface ThreadedFurOptions extends Omit<LiveFurOptions, 'backend' | 'renderer'> {
  /** Creates the Worker. For bundlers and sites where the default does not work. Null: the simulation runs on the page's thread. */
  readonly createWorker?: (() => Worker) | null;
}

const ownOptions = listKeys<ThreadedFurOptions>({
  params: true,
  mesh: true,
  flesh: true,
  seed: true,
  pictures: true,
  shading: true,
  reference: true,
  referenceFactor: true,
  createWorker: true,
  onNote: true,
});

/** A frame that took longer than this, seconds, is not a motion: the tab was hidden, or a debugger stopped it. */
const maxFrame = 0.25;
/** The time that is simulated instead, seconds. */
const gapFrame = 1 / 60;

/**
 * Like `LiveFur`, but the strands are simulated in a Worker of their own. Only strands that changed cross to the page. The roots are drawn on
 * the mesh in its current pose; the directions of the strands are those of one frame earlier.
 */
export class ThreadedFur {
  readonly object: FurObject;
  /** While true, `update` does nothing, and motion has no effect on the fur. */
  paused = false;
  /** Uniform wind, m/s, in addition to the winds of `forces`. */
  readonly wind = new Vector3();
  /** Total size of the changes that the simulation has sent so far, bytes. */
  receivedBytes = 0;
  /** The reason why the simulation has ended. Null while it runs. */
  failure: string | null = null;

  private readonly colliders: ColliderOutbox;
  private readonly origin = new Vector3();
  /** Places the roots on the page. Null for a patch. */
  private readonly roots: LiveSkin | null;
  private pushes: FurForceParams[] = [];
  private seconds = 0;
  private readonly unanswered = new UnansweredFrames();
  private isCut = true;
  private spent: ArrayBuffer[] = [];

  /** Reads the mesh, and grows the blades in the Worker. Throws an `InputError` in the same cases as `LiveFur.create`. */
  static async create(options: ThreadedFurOptions = {}): Promise<ThreadedFur> {
    const unknown = checkKeys(options, ownOptions, '', furParams);
    if (unknown.length > 0) throw new InputError(unknown);
    const { mesh, flesh, params, seed, pictures, createWorker = createDefaultWorker, onNote } = options;
    const skin = mesh ? readSkin(mesh) : null;
    if (!mesh && options.reference) {
      throw InputError.at(
        'ThreadedFur.reference',
        'expected fur on a mesh: this is a patch of ground, which does not move; omit this option',
      );
    }
    const binding = readFlesh(flesh, skin);
    const soft = binding && skin && findSoftSkin(binding, skin.meshes);
    const reference = checkReference(options, mesh ? findMovers(mesh) : [], 'ThreadedFur');
    const pose = readPose(skin, soft, new Vector3());
    const own = skin && {
      name: skin.actor.name,
      rig: skin.actor.rig,
      pictures: decodePictures(skin),
      flesh: soft,
    };
    return new Promise((resolve, reject) => {
      let fur: ThreadedFur | null = null;
      const refuse = (error: Error) => {
        thread.dispose();
        reject(error);
      };
      const thread = new SimulationThread<FurRequest, FurReply>({
        createWorker,
        loadSimulation: async () => new (await import('./fur-simulation.ts')).FurSimulation(),
        buffersOf,
        onFallback: (reason) => onNote?.(`the fur is simulated on the page's own thread: ${reason}`),
        onReply(reply) {
          if (reply.type === 'begun') {
            if (reply.note !== null) onNote?.(reply.note);
            fur = new ThreadedFur(thread, reply.shells, skin, soft, options, reference);
            resolve(fur);
          } else if (fur) fur.receive(reply);
          else if (reply.type === 'refused') refuse(new InputError(reply.faults));
          else if (reply.type === 'failed') refuse(new Error(reply.message));
        },
      });
      thread.send({ type: 'start', fur: { params, seed, pictures, skin: own, pose } });
    });
  }

  private constructor(
    private readonly thread: SimulationThread<FurRequest, FurReply>,
    private readonly shells: SentShells,
    private readonly skin: ObjectSkin | null,
    private readonly soft: SoftSkin | null,
    private readonly options: ThreadedFurOptions,
    private readonly carrier: ObjectReference,
  ) {
    const { skin: vertices } = shells;
    this.roots = skin && vertices && new LiveSkin(skin, vertices.surfaces, this.origin, soft);
    this.object = new FurObject(shells, { shading: options.shading });
    this.colliders = new ColliderOutbox((message) => thread.send(message));
    this.reset();
  }

  /** The object that moves the mesh, see the options. May be changed at any time. */
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

  /** Adds a collider that pushes strands aside and treads on them, also that of a crowd. If several furs share a world, each needs its own. */
  add(collider: AnyCollider): void {
    if ('surfaces' in collider && this.carrier.object) {
      throw InputError.at(
        'ThreadedFur.add',
        'expected a collider of a single object, since the fur has a reference, got a crowd',
      );
    }
    if (!this.colliders.has(collider)) this.colliders.add(collider);
  }

  remove(collider: AnyCollider): void {
    this.colliders.remove(collider);
  }

  /** Pushes the strands within a ball, in the next frame: see `LiveFur.push`. */
  push(at: Vector3 | Ray, radius: number, force: Vector3 | number): boolean {
    const push = createPush(this.shells, this.origin, at, radius, force);
    if (push) this.pushes.push(push);
    return push !== null;
  }

  /** Marks a cut: everything was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /** Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing. Every frame is safe. */
  update(dt: number): void {
    if (this.failure !== null || Number.isNaN(dt)) return;
    if (this.paused || dt < 0) this.isCut = true;
    else if (dt > 0) this.advance(dt);
    this.show();
  }

  /** Resets all strands to equilibrium on the mesh in its current pose. */
  reset(): void {
    this.locate();
    this.carrier.read(this.origin);
    this.carrier.keep();
    this.seconds = 0;
    this.isCut = true;
    this.post({ type: 'reset', pose: readPose(this.skin, this.soft, this.origin), spent: this.spent });
  }

  /** Ends the simulation and frees everything. */
  dispose(): void {
    this.thread.dispose();
    this.object.dispose();
    this.colliders.clear();
    this.failure = 'the fur was disposed';
  }

  private advance(dt: number): void {
    const isGap = dt > maxFrame;
    if (isGap) this.isCut = true;
    const passed = isGap ? gapFrame : dt;
    if (this.unanswered.wait(passed)) this.stop(`its Worker ${lostWorker}`);
    // If the Worker is behind, the next frame covers the time of those that are left out.
    this.seconds = Math.min(maxFrame, this.seconds + passed);
    if (this.seconds < minFrame || this.unanswered.isFull) return;
    this.locate();
    const read = this.carrier.read(this.origin);
    const carry: RigidPose | null = this.carrier.acts ? read : null;
    this.isCut ||= this.carrier.hasChanged;
    const sent = carry && { position: carry.position.slice(), rotation: carry.rotation.slice() };
    this.carrier.keep();
    const { seconds, wind } = this;
    const forces = wind.lengthSq() > 0 ? [...this.pushes, createWind(wind)] : this.pushes;
    const frame = this.colliders.read(
      this.isCut,
      this.object.bounds.max.y,
      seconds,
      this.origin.toArray(),
      carry,
    );
    const pose = readPose(this.skin, this.soft, this.origin);
    const { isCut, spent } = this;
    this.pushes = [];
    this.seconds = 0;
    this.isCut = false;
    this.post({ type: 'frame', seconds, isCut, pose, carry: sent, forces, spent, ...frame });
  }

  private post(message: FurRequest): void {
    this.spent = [];
    this.unanswered.send();
    this.thread.send(message);
  }

  private receive(reply: FurReply): void {
    if (reply.type === 'failed') this.stop(reply.message);
    else if (reply.type === 'refused') this.stop(new InputError(reply.faults).message);
    else if (reply.type === 'shown') {
      this.unanswered.answer();
      const columns = listMotion(this.shells, this.roots === null);
      applyBlocks(reply.blocks, columns, () => columns);
      this.receivedBytes += 4 * reply.blocks.length;
      this.spent.push(reply.blocks.words.buffer);
      this.colliders.recycle(reply.crowds);
      this.show();
    }
  }

  /** Draws the strands, with their roots on the mesh in its current pose. */
  private show(): void {
    this.locate();
    const { roots, shells } = this;
    if (roots?.preview()) {
      const { vertexOf } = shells.skin!;
      const { end } = roots.surface;
      for (let v = 0; v < vertexOf.length; v++) {
        for (let axis = 0; axis < 3; axis++) shells.roots[3 * v + axis] = end[3 * vertexOf[v] + axis];
      }
    }
    this.object.update(shells);
  }

  /** Updates the world matrices of the mesh and of `object`. */
  private locate(): void {
    this.options.mesh?.updateWorldMatrix(true, true);
    this.object.updateWorldMatrix(true, false);
    this.origin.setFromMatrixPosition(this.object.matrixWorld);
  }

  private stop(reason: string): void {
    this.failure = reason;
    this.options.onNote?.(`the fur has stopped: ${reason}`);
  }
}

/** Reads the current pose of a skin. */
function readPose(skin: ObjectSkin | null, soft: SoftSkin | null, origin: Vector3): SkinPoseFrame {
  if (!skin) return { origin: origin.toArray(), world: new Float64Array(0), weights: [], shown: null };
  const pose = new Pose(skin.actor.rig);
  skin.readPose(pose);
  return { origin: origin.toArray(), world: pose.world, weights: pose.weights, shown: soft?.shown ?? null };
}

/** Returns the pixels of all pictures that the surfaces of a skin use. Only the page can read them. */
function decodePictures({
  actor,
  decodePicture,
}: ObjectSkin): Map<RigPicture, ReturnType<ObjectSkin['decodePicture']>> {
  const pictures = actor.rig.surfaces.flatMap(({ picture }) => (picture ? [picture] : []));
  return new Map([...new Set(pictures)].map((picture) => [picture, decodePicture(picture)]));
}

function createDefaultWorker(): Worker {
  return new Worker(new URL('./fur-worker.js', import.meta.url), { type: 'module' });
}
