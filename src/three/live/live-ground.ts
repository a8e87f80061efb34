import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import { listKeys } from '../../systems/check-values.ts';
import { showExtras } from '../../systems/ground/beyond/show-extras.ts';
import { checkGround } from '../../systems/ground/check-ground.ts';
import { type GroundInput, type GroundParams, groundParams } from '../../systems/ground/params.ts';
import { materials } from '../../systems/ground/rules/materials.ts';
import { resolveSettings } from '../../systems/ground/rules/settings.ts';
import { unitsPerMetre } from '../../systems/ground/rules/thresholds.ts';
import { sprayLook } from '../../systems/ground/spray/spray-settings.ts';
import { fillNoise, noiseBound } from '../../systems/ground/surface/noise.ts';
import { showValue } from '../../systems/param-messages.ts';
import { readParamsAmong } from '../../systems/read-params.ts';
import { GroundObject, type GroundObjectOptions } from '../ground/ground-object.ts';
import { sampleByReading } from '../ground/surroundings.ts';
import type { ReadInitial } from '../ground/touched-tiles.ts';
import type { ParticlesObject } from '../points/particles-object.ts';
import type { PointsShading } from '../points/points-shading.ts';
import { type AnyCollider, ColliderOutbox } from './collider-outbox.ts';
import type { ForgottenTile } from './kept-tiles.ts';
import { buffersOf, type LiveReply, type LiveRequest } from './live-messages.ts';
import {
  ancestorsOf,
  checkReference,
  type ObjectReference,
  type ReferenceOptions,
} from './object-reference.ts';
import { SimulationThread } from './simulation-thread.ts';
import { lostWorker, UnansweredFrames } from './unanswered-frames.ts';

/** Parameters of a scene's ground that have other names in the options of `LiveGround`. */
const saidOtherwise = ['datum', 'reference', 'referenceActor', 'referenceFactor'] as const;

/**
 * With a `reference` the ground lies on that object, such as the deck of a ship: `object` moves with this object, and prints stay at their
 * position on the deck. With `referenceFactor` 0 (the default) the ground moves fully with the reference, with 1 it does not move.
 */
export interface LiveGroundOptions
  extends Omit<GroundInput, (typeof saidOtherwise)[number]>,
    ReferenceOptions {
  /** World height of the hard floor that feet are animated to stand on, m. Default 0. */
  readonly level?: number;
  /** Height of the ground's surface above that floor, which is the depth to which feet sink, m. Default: suitable for a person. */
  readonly softDepth?: number;
  /** Seed of the untouched ground's noise. Default 1. */
  readonly seed?: number;
  readonly shading?: GroundObjectOptions['shading'];
  readonly surroundings?: GroundObjectOptions['surroundings'];
  /** Creates the materials of flying particles, if there is `spray`: see `ParticlesObjectOptions.shading`. */
  readonly pointsShading?: PointsShading;
  /**
   * Maximum number of touched tiles that are kept, at least 64. A tile has 32 × 32 columns and needs about 7 kB of main memory and 7 kB of
   * graphics memory. If there are more, the tiles that changed longest ago are forgotten: they are drawn and simulated as untouched ground.
   * Default: no maximum. Without one, the trail of a person who runs a kilometre needs 43 MB at `cell` 0.01.
   */
  readonly maxTouchedTiles?: number;
  /** Receives the tiles that are forgotten. Pass them to `restore` to bring them back. */
  readonly onForget?: (tiles: readonly ForgottenTile[]) => void;
  /** Creates the Worker. For bundlers and sites where the default does not work. Null: the simulation runs on the page's thread. */
  readonly createWorker?: (() => Worker) | null;
  /** Receives notes for the user: skipped steps, no Worker, a failure. */
  readonly onNote?: (note: string) => void;
}

const ownOptions = listKeys<
  Omit<LiveGroundOptions, Exclude<keyof GroundInput, (typeof saidOtherwise)[number]>>
>({
  level: true,
  softDepth: true,
  seed: true,
  shading: true,
  surroundings: true,
  maxTouchedTiles: true,
  onForget: true,
  pointsShading: true,
  createWorker: true,
  onNote: true,
  reference: true,
  referenceFactor: true,
});
/** The ground's own parameters that are allowed among the options. `level` sets its datum. */
const paramNames = Object.keys(groundParams).filter((name) => !saidOtherwise.some((own) => own === name));

/** A frame that took longer than this is not a motion: a hidden tab, a breakpoint. Seconds. */
const longestFrame = 0.25;
/** Maximum time of steps in a frame on the page's own thread, ms. */
const maxPageMilliseconds = 8;
/** A part is not sent if it stays higher than this above the ground, m. */
const reach = 0.03;
/** The same limit if there is spray, m, since a part that has left the ground still throws particles. */
const sprayReach = 3;
/** Minimum value of `maxTouchedTiles`: more tiles than one person touches at a time. */
const minTiles = 64;
/** Height of the character for which the default depth is computed, m. */
const personHeight = 1.7;

/**
 * Sand, mud or snow in the user's own scene. The simulation runs on a separate thread, not on that of the page. Add `object` to the scene,
 * and add colliders to the ground. Call `update` in every frame after everything has moved.
 *
 * `object` may have any position and may be moved. Prints appear on the ground where `object` is drawn. If the whole world is shifted (a
 * floating origin), shift `object` and the objects of the colliders between two calls of `update`, or shift a parent of all of them. Prints
 * then keep their positions in the ground, and no cut is needed. `object` may also be rotated, for example with a ship that is its parent
 * or its `reference`. The ground then uses the up axis of `object` instead of the world's.
 */
export class LiveGround {
  readonly object: GroundObject;
  /**
   * The particles that fly over the ground, a child of `object`. Null without `spray`, and until the code that draws them has loaded, soon
   * after the ground was created.
   */
  spray: ParticlesObject | null = null;
  /** While true, `update` does nothing, and motion leaves no print. */
  paused = false;
  /**
   * Number of steps that were skipped because the simulation could not keep up. No contact is missed, because a longer sweep replaces the
   * skipped steps.
   */
  droppedSteps = 0;
  /** steps: total number of steps. stepMilliseconds: the time that the steps of the last frame took, ms. */
  steps = 0;
  stepMilliseconds = 0;
  /** The reason why the simulation has ended. Null while it runs. */
  failure: string | null = null;

  private readonly colliders = new ColliderOutbox((message) => this.thread?.send(message));
  /** Objects whose jumps were reported. */
  private readonly jumpers = new WeakSet<object>();
  private readonly options: LiveGroundOptions;
  private readonly carrier: ObjectReference;
  private readonly params: GroundParams;
  private readonly seed: number;
  private readonly untouchedTop: number;
  /** Null before the first collider, and after `dispose`. */
  private thread: SimulationThread<LiveRequest, LiveReply> | null = null;
  /** The parent of `object` before it was disposed. If the ground is used again, `object` is added to this parent again. */
  private parent: Object3D | null = null;
  private readonly unanswered = new UnansweredFrames();
  /** Seconds since the last frame that was sent, and number of ticks that are due. */
  private seconds = 0;
  private ticks = 0;
  /** Memory of changes that were drawn. It goes back with the next frame. */
  private spent: ArrayBuffer[] = [];
  private isCut = false;
  private isBehind = false;
  private noteAfter = 0;

  /**
   * Throws an `InputError` for unknown options, for parameters out of range, and for parameters that name files, because it cannot read
   * files.
   */
  constructor(options: LiveGroundOptions = {}) {
    this.options = options;
    this.carrier = checkReference(options, null, 'LiveGround');
    this.carrier.read();
    this.carrier.keep();
    const { level = 0, seed = 1, shading, surroundings } = options;
    const owner = { params: groundParams, check: checkGround };
    const params = readParamsAmong(owner, options, {
      names: paramNames,
      others: ownOptions,
      path: 'LiveGround',
    });
    checkMaxTiles(options.maxTouchedTiles);
    const { material } = params;
    const softDepth = options.softDepth ?? materials[material].softDepth * personHeight;
    this.params = { ...params, datum: level + softDepth };
    this.seed = seed;
    const settings = resolveSettings(this.params, seed);
    const { cell, noise, extent, surface } = settings;
    const readInitial: ReadInitial = (out, { i0, j0, columns, rows }) =>
      surface.fill(out, i0, j0, columns, rows);
    const readSamples = sampleByReading(readInitial);
    this.object = new GroundObject({
      cell,
      datum: this.params.datum,
      material,
      extent,
      shading,
      surroundings,
      ...showExtras({ settings, steps: 0 }),
      readInitial,
      sampleInitial: (out, i0, j0, count, stride) => {
        // The noise is sampled on a coarser grid, as long as the grid is fine enough for the noise.
        if (settings.fillStones || stride * cell > noise.wavelength) readSamples(out, i0, j0, count, stride);
        else fillNoise(out, i0 / stride, j0 / stride, count, count, { ...noise, cell: cell * stride });
      },
    });
    if (this.params.spray)
      this.loadSpray().catch((error: Error) => this.note(`the spray is not drawn: ${error.message}`));
    this.untouchedTop = this.params.datum + Math.max(noiseBound(noise), surface.top / unitsPerMetre);
  }

  /** The object on which the ground lies, see the options. May be changed at any time. */
  get reference(): Object3D | null {
    return this.carrier.object;
  }

  set reference(object: Object3D | null) {
    this.carrier.object = object;
    this.carrier.read();
    this.carrier.keep();
  }

  /** Fraction of the reference's motion that the ground does not follow, 0 to 1. May be changed at any time. */
  get referenceFactor(): number {
    return this.carrier.factor;
  }

  set referenceFactor(factor: number) {
    this.carrier.factor = Math.min(1, Math.max(0, factor));
  }

  /** Adds a collider that leaves prints. If there is no simulation (also after `dispose`), starts one on untouched ground. */
  add(collider: AnyCollider): void {
    if (this.colliders.has(collider)) return;
    this.begin();
    this.colliders.add(collider);
  }

  remove(collider: AnyCollider): void {
    this.colliders.remove(collider);
  }

  /** Marks a cut: everything was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /**
   * Restores tiles that `onForget` received, unless the ground was touched there again since. The tiles must come from a ground with the
   * same options; `onNote` reports tiles that do not.
   */
  restore(tiles: readonly ForgottenTile[]): void {
    if (tiles.length === 0) return;
    this.begin();
    this.thread?.send({ type: 'restore', tiles });
  }

  /** Resets all ground to untouched. */
  reset(): void {
    this.end();
    this.begin();
    this.colliders.sendAll();
    this.cut();
  }

  /**
   * Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing. Does nothing while the
   * Worker is still loading, or after the simulation has ended because of a `failure`.
   */
  update(dt: number): void {
    this.followReference();
    if (this.paused || this.failure !== null || !this.thread?.isReady) {
      this.isCut = true;
      return;
    }
    if (!(dt > 0)) return;
    const isGap = dt > longestFrame;
    if (isGap) this.isCut = true;
    const passed = isGap ? 1 / this.params.rate : dt;
    if (this.unanswered.wait(passed)) {
      this.stop(`its Worker ${lostWorker}; reset() starts a new one`);
      return;
    }
    this.seconds += passed;
    this.ticks += passed * this.params.rate;
    const due = Math.floor(this.ticks + 1e-9);
    // At a high frame rate, one step may take several frames.
    if (due < 1) return;
    if (this.unanswered.isFull) this.isBehind = true;
    else this.sendFrame(due);
  }

  /**
   * Ends the simulation and frees everything. If a collider is added later, a new simulation starts. So components that are unmounted and
   * mounted again, as in React's StrictMode, need not create another ground.
   */
  dispose(): void {
    this.end();
    this.parent = this.object.parent;
    this.object.dispose();
    this.spray?.dispose();
    this.colliders.clear();
    this.failure = 'the ground was disposed; add a collider to begin anew, on untouched ground';
  }

  /** Most grounds have no spray, and need not load the code that draws it. */
  private async loadSpray(): Promise<void> {
    const { ParticlesObject } = await import('../points/particles-object.ts');
    this.spray = new ParticlesObject({ look: sprayLook, shading: this.options.pointsShading });
    // Rays hit the ground itself, not the spray.
    this.spray.mesh.raycast = () => {};
    this.object.add(this.spray);
  }

  /** Moves `object` with the reference, unless it is a child of the reference in the three.js scene and moves with it already. */
  private followReference(): void {
    const { carrier, object } = this;
    const { position, rotation } = carrier.read();
    carrier.keep();
    if (!carrier.acts || ancestorsOf(object).includes(carrier.object!)) return;
    object.updateWorldMatrix(true, false);
    const move = new Matrix4().makeRotationFromQuaternion(new Quaternion().fromArray(rotation));
    move.setPosition(new Vector3().fromArray(position)).multiply(object.matrixWorld);
    if (object.parent) move.premultiply(object.parent.matrixWorld.clone().invert());
    move.decompose(object.position, object.quaternion, object.scale);
    object.updateMatrix();
    object.updateMatrixWorld(true);
  }

  /** Starts the simulation if there is none. */
  private begin(): void {
    if (this.thread) return;
    this.failure = null;
    if (!this.object.parent) this.parent?.add(this.object);
    this.parent = null;
    if (this.spray && !this.spray.parent) this.object.add(this.spray);
    this.unanswered.clear();
    this.seconds = this.ticks = 0;
    const { createWorker = createDefaultWorker } = this.options;
    const thread = new SimulationThread<LiveRequest, LiveReply>({
      createWorker,
      loadSimulation: async () => new (await import('./live-simulation.ts')).LiveSimulation(),
      buffersOf,
      onReply: (reply) => {
        if (thread === this.thread) this.receive(reply);
      },
      onFallback: (reason) => this.note(`the ground is simulated on the page's own thread: ${reason}`),
    });
    this.thread = thread;
    const { maxTouchedTiles } = this.options;
    thread.send({ type: 'start', params: this.params, seed: this.seed, maxTouchedTiles });
  }

  /** Ends the simulation and discards its results. */
  private end(): void {
    this.thread?.dispose();
    this.thread = null;
    this.object.reset();
    this.spray?.update({ count: 0, positions: new Float32Array(0) });
  }

  private sendFrame(due: number): void {
    const { seconds, thread } = this;
    if (!thread) return;
    this.ticks -= due;
    if (thread.isOnPage && this.stepMilliseconds > maxPageMilliseconds) this.isBehind = true;
    const steps = this.isBehind ? 1 : due;
    this.isBehind = false;
    if (steps < due) this.drop(due - steps);
    const top = Math.max(this.untouchedTop, this.object.top) + (this.params.spray ? sprayReach : reach);
    this.object.updateWorldMatrix(true, false);
    const origin = new Vector3();
    const turn = new Quaternion();
    this.object.matrixWorld.decompose(origin, turn, new Vector3());
    const isTurned = turn.x !== 0 || turn.y !== 0 || turn.z !== 0;
    const axes = isTurned ? turn : null;
    const watch = (collider: AnyCollider) => this.watchJumps(collider);
    const frame = this.colliders.read(this.isCut, top, seconds, origin, null, axes, watch);
    this.isCut = false;
    this.seconds = 0;
    this.unanswered.send();
    this.steps += steps;
    const { spent } = this;
    this.spent = [];
    thread.send({ type: 'frame', seconds, steps, spent, ...frame });
  }

  private receive(reply: LiveReply): void {
    if (reply.type === 'failed') this.stop(reply.message);
    else if (reply.type === 'note') {
      this.note(reply.message);
    } else if (reply.type === 'stepped') {
      this.unanswered.answer();
      this.stepMilliseconds = reply.milliseconds;
      this.object.update(reply.changes);
      if (reply.changes.length > 0) this.spent.push(reply.changes[0].heights.buffer);
      this.forget(reply.forgotten);
      if (reply.spray) this.spray?.update(reply.spray);
      this.colliders.recycle(reply.crowds);
    }
  }

  private stop(reason: string): void {
    this.failure = reason;
    this.note(`the ground has stopped: ${reason}`);
  }

  private forget(tiles: Extract<LiveReply, { type: 'stepped' }>['forgotten']): void {
    if (tiles.length === 0) return;
    this.object.forget(tiles);
    const stored = tiles.flatMap(({ tileI, tileJ, bytes }) => (bytes ? [{ tileI, tileJ, bytes }] : []));
    if (stored.length > 0) this.options.onForget?.(stored);
  }

  /** Warns, once for each collider, about a motion that is treated as jumps. */
  private watchJumps({ object, jumps }: AnyCollider): void {
    if (!jumps.isRepeated || this.jumpers.has(object)) return;
    this.jumpers.add(object);
    this.note(
      `"${object.name || object.type}" has moved at ${Math.round(jumps.maxJumpSpeed)} m/s, three times within a second: faster ` +
        `than its teleportSpeed of ${jumps.maxSpeed} m/s, so it leaves no mark there. If it is that fast, make its collider ` +
        'with a higher teleportSpeed',
    );
  }

  private drop(count: number): void {
    this.droppedSteps += count;
    if (this.droppedSteps < this.noteAfter) return;
    this.noteAfter = 2 * this.droppedSteps;
    this.note(`the simulation cannot keep up: ${this.droppedSteps} of its steps were left out so far`);
  }

  private note(text: string): void {
    this.options.onNote?.(text);
  }
}

function createDefaultWorker(): Worker {
  return new Worker(new URL('./ground-worker.js', import.meta.url), { type: 'module' });
}

function checkMaxTiles(value: unknown): void {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= minTiles)) return;
  throw InputError.at(
    'LiveGround.maxTouchedTiles',
    `expected a whole number from ${minTiles} on, got ${showValue(value)}`,
  );
}
