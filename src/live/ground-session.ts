import type { CardDrawer } from '../gpu/ground/card-drawer.ts';
import type { GroundParams } from '../systems/ground/params.ts';
import type { HeightfieldChange } from '../systems/heightfield-change.ts';
import type { TimedData } from '../systems/keyed-params.ts';
import type { PointsSnapshot } from '../systems/points-change.ts';
import { type AnyCollider, ColliderOutbox } from './collider-outbox.ts';
import type { ForgottenTile, KeptTiles } from './kept-tiles.ts';
import type { LiveBackend } from './live-backend.ts';
import { buffersOf, type LiveReply, type LiveRequest } from './live-messages.ts';
import { SimulationThread } from './simulation-thread.ts';
import { lostWorker, UnansweredFrames } from './unanswered-frames.ts';

/** Where a ground is drawn, and how high it is. */
export interface GroundPlace {
  /** Position of the ground's space in the world, m, [3]. */
  readonly origin: readonly number[];
  /** Its rotation, a quaternion [4]. Null if it is not rotated. */
  readonly turn: readonly number[] | null;
  /** Maximum height of what is drawn, m above the origin. */
  readonly top: number;
}

/** What a live ground of an engine does for its simulation. */
export interface GroundSessionOptions {
  readonly params: GroundParams;
  readonly timed: TimedData<GroundParams> | null;
  readonly seed: number;
  /** Whether the simulation needs no stones, wetness, compaction, spray and keys over time, so that the smaller Worker is sufficient. */
  readonly isPlain: boolean;
  /** Resolves when everything that is drawn has loaded. Motion before that leaves no print. Null: it is there. */
  readonly loading: Promise<void> | null;
  readonly maxTouchedTiles?: number;
  readonly backend?: LiveBackend;
  /** Creates the Worker. Null: the simulation runs on the page's thread. Default: the package's own. */
  readonly createWorker?: (() => Worker) | null;
  /**
   * Opens the graphics card of the renderer, so that the ground is drawn from the card. It is then simulated on the page's thread. Returns the reason as text
   * if that is not possible.
   */
  readonly openDrawer?: () => Promise<CardDrawer | string>;
  place(): GroundPlace;
  /** Draws changes. Their memory goes back to the simulation after the next frame. */
  draw(changes: readonly HeightfieldChange[]): void;
  /** Receives heights that are drawn already. */
  keepHeights?(changes: readonly HeightfieldChange[]): void;
  /** Draws tiles as untouched ground. */
  forget(tiles: ReturnType<KeptTiles['update']>): void;
  drawSpray?(points: PointsSnapshot, clods?: PointsSnapshot): void;
  /** Receives what sticks to a part of a collider, [vertexCount of the part], 0 to 255. */
  cover?(collider: AnyCollider, part: number, amounts: Uint8Array): void;
  note(text: string): void;
}

/** A frame that took longer than this is not a motion: a hidden tab, a breakpoint. Seconds. */
const longestFrame = 0.25;
/** Maximum time of steps in a frame on the page's own thread, ms. */
const maxPageMilliseconds = 8;

/** The half of a live ground on the page that no engine is needed for: it sends the motion of colliders to the simulation in a Worker. */
export class GroundSession {
  paused = false;
  droppedSteps = 0;
  steps = 0;
  stepMilliseconds = 0;
  failure: string | null = null;
  /** Where the ground is simulated, and the name of the graphics card. */
  backend: 'cpu' | 'webgpu' = 'cpu';
  device: string | null = null;

  private readonly colliders = new ColliderOutbox((message) => this.thread?.send(message));
  /** Names of objects whose jumps were reported. */
  private readonly jumpers = new WeakSet<object>();
  /** Null before the first collider, and after `dispose`. */
  private thread: SimulationThread<LiveRequest, LiveReply> | null = null;
  private readonly unanswered = new UnansweredFrames();
  /** Seconds since the last frame that was sent, and number of ticks that are due. */
  private seconds = 0;
  private ticks = 0;
  /** Memory of changes that were drawn. It goes back with the next frame. */
  private spent: ArrayBuffer[] = [];
  private isCut = false;
  private isBehind = false;
  private noteAfter = 0;
  private isLoading: boolean;
  /** See the options. Null if it is not wanted, or was tried in vain. */
  private openDrawer: GroundSessionOptions['openDrawer'] | null;
  /** Whether the card of the renderer is still being opened. Motion before that leaves no print. */
  private isOpening = false;
  /** They wait for heights that were asked for. */
  private readers: (() => void)[] = [];

  constructor(private readonly options: GroundSessionOptions) {
    // The graphics card does not change parameters during a run.
    this.openDrawer = options.timed ? null : options.openDrawer;
    this.isLoading = options.loading !== null;
    options.loading?.then(
      () => {
        this.isLoading = false;
      },
      (error: Error) => this.stop(`its stones and wetness could not be loaded: ${error.message}`),
    );
  }

  /** Whether there is a simulation, which may still be loading. */
  get isRunning(): boolean {
    return this.thread !== null;
  }

  add(collider: AnyCollider): void {
    if (!this.colliders.has(collider)) this.colliders.add(collider);
  }

  has(collider: AnyCollider): boolean {
    return this.colliders.has(collider);
  }

  remove(collider: AnyCollider): void {
    this.colliders.remove(collider);
  }

  cut(): void {
    this.isCut = true;
  }

  /** Asks for the heights that are only on the graphics card. Resolves when `keepHeights` has received them. */
  readHeights(): Promise<void> {
    const { thread } = this;
    if (this.backend === 'cpu' || !this.openDrawer || !thread) return Promise.resolve();
    return new Promise((resolve) => {
      this.readers.push(resolve);
      thread.send({ type: 'read' });
    });
  }

  restore(tiles: readonly ForgottenTile[]): void {
    this.thread?.send({ type: 'restore', tiles });
  }

  /** Sends all colliders to a new simulation. */
  sendAll(): void {
    this.colliders.sendAll();
    this.cut();
  }

  update(dt: number): void {
    if (this.paused || this.isLoading || this.isOpening || this.failure !== null || !this.thread?.isReady) {
      this.isCut = true;
      return;
    }
    if (!(dt > 0)) return;
    const { rate } = this.options.params;
    const isGap = dt > longestFrame;
    if (isGap) this.isCut = true;
    const passed = isGap ? 1 / rate : dt;
    if (this.unanswered.wait(passed)) {
      this.stop(`its Worker ${lostWorker}; reset() starts a new one`);
      return;
    }
    this.seconds += passed;
    this.ticks += passed * rate;
    const due = Math.floor(this.ticks + 1e-9);
    // At a high frame rate, one step may take several frames.
    if (due < 1) return;
    if (this.unanswered.isFull) this.isBehind = true;
    else this.sendFrame(due);
  }

  /** Starts the simulation. */
  begin(): void {
    this.failure = null;
    this.unanswered.clear();
    this.seconds = this.ticks = 0;
    this.setBackend('cpu');
    const { params, timed, seed, isPlain, maxTouchedTiles } = this.options;
    // The graphics card does not change parameters during a run.
    const backend = timed ? 'cpu' : (this.options.backend ?? 'cpu');
    // The smaller Worker has no code for graphics cards.
    const isSmall = isPlain && backend === 'cpu';
    const { createWorker = isSmall ? createPlainWorker : createGroundWorker } = this.options;
    const openDrawer = backend === 'cpu' ? null : this.openDrawer;
    this.isOpening = !!openDrawer;
    const thread = new SimulationThread<LiveRequest, LiveReply>({
      // A device cannot be used on another thread than that of its renderer.
      createWorker: openDrawer ? null : createWorker,
      createSubstitute: createGroundWorker,
      loadSimulation: async () =>
        new (await import('./ground-simulation.ts')).GroundSimulation(await openDrawer?.()),
      buffersOf,
      onReply: (reply) => {
        if (thread === this.thread) this.receive(reply);
      },
      onFallback: (reason) => {
        if (!openDrawer) this.options.note(`the ground is simulated on the page's own thread: ${reason}`);
      },
    });
    this.thread = thread;
    thread.send({ type: 'start', params, timed, seed, maxTouchedTiles, backend });
  }

  /** Ends the simulation and discards its results. */
  end(): void {
    this.thread?.dispose();
    this.thread = null;
    this.answerReaders();
  }

  dispose(): void {
    this.end();
    this.colliders.clear();
    this.failure = 'the ground was disposed; add a collider to begin anew, on untouched ground';
  }

  private sendFrame(due: number): void {
    const { seconds, thread } = this;
    if (!thread) return;
    this.ticks -= due;
    if (thread.isOnPage && this.backend === 'cpu' && this.stepMilliseconds > maxPageMilliseconds)
      this.isBehind = true;
    const steps = this.isBehind ? 1 : due;
    this.isBehind = false;
    if (steps < due) this.drop(due - steps);
    const { origin, turn, top } = this.options.place();
    const watch = (collider: AnyCollider) => this.watchJumps(collider);
    const frame = this.colliders.read(this.isCut, top, seconds, origin, null, turn, watch);
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
      this.options.note(reply.message);
    } else if (reply.type === 'backend') {
      if (this.isOpening && reply.backend === 'cpu') {
        this.beginApart(reply.reason!);
        return;
      }
      this.isOpening = false;
      this.setBackend(reply.backend, reply.device);
      if (reply.reason !== null) this.options.note(`the ground is simulated on the CPU: ${reply.reason}`);
    } else if (reply.type === 'heights') {
      this.options.keepHeights?.(reply.changes);
      this.answerReaders();
    } else if (reply.type === 'stepped') {
      if (reply.moved !== undefined) {
        this.setBackend('cpu');
        this.options.note(`the ground is simulated on the CPU from now on: ${reply.moved}`);
      }
      this.unanswered.answer();
      this.stepMilliseconds = reply.milliseconds;
      this.options.draw(reply.changes);
      if (reply.changes.length > 0) this.spent.push(reply.changes[0].heights.buffer);
      if (reply.forgotten.length > 0) this.options.forget(reply.forgotten);
      if (reply.spray) this.options.drawSpray?.(reply.spray, reply.clods);
      this.colliders.recycle(reply.crowds);
      for (const { id, amounts } of reply.covers ?? []) {
        const found = this.colliders.find(id);
        if (found) this.options.cover?.(found.collider, found.part, amounts);
      }
    }
  }

  /** Starts again without the card of the renderer. */
  private beginApart(reason: string): void {
    this.openDrawer = null;
    this.options.note(`the ground is not drawn from the graphics card of the renderer: ${reason}`);
    this.end();
    this.begin();
    this.sendAll();
  }

  private answerReaders(): void {
    for (const resolve of this.readers) resolve();
    this.readers = [];
  }

  private setBackend(backend: 'cpu' | 'webgpu', device: string | null = null): void {
    this.backend = backend;
    this.device = device;
  }

  private stop(reason: string): void {
    this.failure = reason;
    this.answerReaders();
    this.options.note(`the ground has stopped: ${reason}`);
  }

  /** Warns, once for each object, about a motion that is treated as jumps. */
  private watchJumps(collider: AnyCollider): void {
    const { jumps, name } = collider;
    const subject = collider.object ?? collider;
    if (!jumps.isRepeated || this.jumpers.has(subject)) return;
    this.jumpers.add(subject);
    this.options.note(
      `"${name}" has moved at ${Math.round(jumps.maxJumpSpeed)} m/s, three times within a second: faster ` +
        `than its teleportSpeed of ${jumps.maxSpeed} m/s, so it leaves no mark there. If it is that fast, make its collider ` +
        'with a higher teleportSpeed',
    );
  }

  private drop(count: number): void {
    this.droppedSteps += count;
    if (this.droppedSteps < this.noteAfter) return;
    this.noteAfter = 2 * this.droppedSteps;
    this.options.note(
      `the simulation cannot keep up: ${this.droppedSteps} of its steps were left out so far`,
    );
  }
}

function createGroundWorker(): Worker {
  return new Worker(new URL('./ground-worker.js', import.meta.url), { type: 'module' });
}

function createPlainWorker(): Worker {
  return new Worker(new URL('./plain-ground-worker.js', import.meta.url), { type: 'module' });
}
