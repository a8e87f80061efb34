import { Vector3 } from 'three';
import { InputError } from '../../input-error.ts';
import { applyBlocks } from '../../live/changed-blocks.ts';
import { type AnyCollider, ColliderOutbox } from '../../live/collider-outbox.ts';
import { checkBackend, type LiveBackend } from '../../live/live-backend.ts';
import { SimulationThread } from '../../live/simulation-thread.ts';
import { lostWorker, UnansweredFrames } from '../../live/unanswered-frames.ts';
import { checkKeys, listKeys } from '../../systems/check-values.ts';
import { particlesParams } from '../../systems/particles/params.ts';
import { type DrawnArrays, listColumns } from './particle-columns.ts';
import {
  buffersOf,
  type ParticlesReply,
  type ParticlesRequest,
  type SentParticles,
} from './particles-messages.ts';
import { ParticlesObject, type ParticlesObjectOptions } from './particles-object.ts';

/** Options of `ThreadedParticles`: those of `LiveParticles` that can be sent to another thread, so no functions and no readers of files. */
export interface ThreadedParticlesOptions
  extends SentParticles,
    Pick<ParticlesObjectOptions, 'geometry' | 'surface' | 'shading'> {
  /** As in `LiveParticles`: the card is used by the Worker. Positions are read once a frame. */
  readonly backend?: LiveBackend;
  /** Creates the Worker. For bundlers and sites where the default does not work. Null: the simulation runs on the page's thread. */
  readonly createWorker?: (() => Worker) | null;
  /** Receives notes for the user: skipped steps, no Worker, a failure. */
  readonly onNote?: (note: string) => void;
}

const ownOptions = listKeys<ThreadedParticlesOptions>({
  params: true,
  seed: true,
  start: true,
  end: true,
  geometry: true,
  surface: true,
  shading: true,
  backend: true,
  createWorker: true,
  onNote: true,
});

/** A frame that took longer than this is not a motion: a hidden tab, a breakpoint. Seconds. */
const longestFrame = 0.25;
/** Maximum time that is simulated in one frame, seconds. */
const maxPerFrame = 0.1;

/**
 * Like `LiveParticles`, but the particles are simulated in a Worker of their own, and drawn one frame later. Only particles that changed
 * cross to the page.
 */
export class ThreadedParticles {
  readonly object: ParticlesObject;
  /** While true, `update` does nothing, and motion has no effect on the particles. */
  paused = false;
  /** Number of steps that were skipped because the simulation or the page was too slow. */
  droppedSteps = 0;
  /** Time of the particles that are shown, seconds. */
  time = 0;
  /** Total size of the changes that the simulation has sent so far, bytes. */
  receivedBytes = 0;
  /** The reason why the simulation has ended. Null while it runs. */
  failure: string | null = null;
  /** Where the particles are simulated now. */
  backend: 'cpu' | 'webgpu' = 'cpu';
  /** The name of the graphics card. Null on the CPU. */
  device: string | null = null;

  private readonly rate: number;
  private readonly colliders: ColliderOutbox;
  private shown: DrawnArrays;
  private ticks = 0;
  private seconds = 0;
  private readonly unanswered = new UnansweredFrames();
  private isCut = true;
  private spent: ArrayBuffer[] = [];

  /**
   * Prepares the particles in the Worker. Throws an `InputError` for unknown options, and for parameters that are out of range,
   * incompatible, or name files.
   */
  static create(options: ThreadedParticlesOptions): Promise<ThreadedParticles> {
    const unknown = checkKeys(options, ownOptions, '', particlesParams);
    if (unknown.length > 0) return Promise.reject(new InputError(unknown));
    const { params, seed, start, end, backend, createWorker = createDefaultWorker, onNote } = options;
    try {
      checkBackend(backend, 'ThreadedParticles');
    } catch (error) {
      return Promise.reject(error);
    }
    return new Promise((resolve, reject) => {
      let particles: ThreadedParticles | null = null;
      const refuse = (error: Error) => {
        thread.dispose();
        reject(error);
      };
      const thread = new SimulationThread<ParticlesRequest, ParticlesReply>({
        createWorker,
        loadSimulation: async () => new (await import('./particles-simulation.ts')).ParticlesSimulation(),
        buffersOf,
        onFallback: (reason) => onNote?.(`the particles are simulated on the page's own thread: ${reason}`),
        onReply(reply) {
          if (reply.type === 'begun') {
            if (reply.note !== null) onNote?.(reply.note);
            if (reply.reason !== null) onNote?.(`the particles are simulated on the CPU: ${reply.reason}`);
            particles = new ThreadedParticles(thread, reply, options);
            resolve(particles);
          } else if (particles) particles.receive(reply);
          else if (reply.type === 'refused') refuse(new InputError(reply.faults));
          else if (reply.type === 'failed') refuse(new Error(reply.message));
        },
      });
      thread.send({ type: 'start', options: { params, seed, start, end }, backend });
    });
  }

  private constructor(
    private readonly thread: SimulationThread<ParticlesRequest, ParticlesReply>,
    { look, rate, isOriented, device }: Extract<ParticlesReply, { type: 'begun' }>,
    private readonly options: ThreadedParticlesOptions,
  ) {
    const { geometry, surface, shading, start = 0 } = options;
    this.object = new ParticlesObject({ look, geometry, surface, shading });
    this.rate = rate;
    if (device !== null) this.setDevice(device);
    this.shown = createArrays(0, isOriented);
    this.colliders = new ColliderOutbox((message) => thread.send(message));
    this.seek(start);
  }

  /** Adds a collider from which particles bounce, also that of a crowd. If several systems share a world, each needs its own collider. */
  add(collider: AnyCollider): void {
    if (!this.colliders.has(collider)) this.colliders.add(collider);
  }

  remove(collider: AnyCollider): void {
    this.colliders.remove(collider);
  }

  /** Marks a cut: everything was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /** Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing. */
  update(dt: number): void {
    if (this.paused) this.isCut = true;
    if (this.paused || this.failure !== null || !(dt > 0)) return;
    const isGap = dt > longestFrame;
    if (isGap) this.isCut = true;
    const passed = isGap ? 1 / this.rate : dt;
    if (this.unanswered.wait(passed)) this.stop(`their Worker ${lostWorker}`);
    this.seconds += passed;
    this.ticks += passed * this.rate;
    const due = Math.floor(this.ticks + 1e-9);
    if (due < 1 || this.unanswered.isFull) return;
    this.ticks -= due;
    const steps = Math.min(due, Math.max(1, Math.floor(maxPerFrame * this.rate)));
    this.droppedSteps += due - steps;
    // Colliders above all particles touch none of them, unless particles rise to them within the frame.
    const { bounds } = this.object;
    const top = bounds.isEmpty() ? Infinity : bounds.max.y + Math.max(0.5, bounds.max.y - bounds.min.y);
    this.object.updateWorldMatrix(true, false);
    const origin = new Vector3().setFromMatrixPosition(this.object.matrixWorld);
    const frame = this.colliders.read(this.isCut, top, this.seconds, origin.toArray());
    this.isCut = false;
    this.seconds = 0;
    this.post({ type: 'frame', steps, spent: this.spent, ...frame });
  }

  /** Goes to another time of the particles, seconds: backward or forward. They are shown there when the Worker has answered. */
  seek(time: number): void {
    this.cut();
    this.ticks = this.seconds = 0;
    this.post({ type: 'seek', time, spent: this.spent });
  }

  /** Ends the simulation and frees everything. */
  dispose(): void {
    this.thread.dispose();
    this.object.dispose();
    this.colliders.clear();
    this.failure = 'the particles were disposed';
  }

  private post(message: ParticlesRequest): void {
    this.spent = [];
    this.unanswered.send();
    this.thread.send(message);
  }

  private receive(reply: ParticlesReply): void {
    if (reply.type === 'failed') this.stop(reply.message);
    else if (reply.type === 'refused') this.stop(new InputError(reply.faults).message);
    else if (reply.type === 'shown') {
      const { blocks, time, crowds, moved = null } = reply;
      if (moved !== null) {
        this.setDevice(null);
        this.options.onNote?.(`the particles are simulated on the CPU from now on: ${moved}`);
      }
      this.unanswered.answer();
      applyBlocks(blocks, listColumns(this.shown), (count) => {
        this.shown = growArrays(this.shown, 2 * count);
        return listColumns(this.shown);
      });
      this.receivedBytes += 4 * blocks.length;
      this.spent.push(blocks.words.buffer);
      this.colliders.recycle(crowds);
      this.time = this.object.time = time;
      this.object.update({ ...this.shown, count: blocks.rowCount });
    }
  }

  private setDevice(device: string | null): void {
    this.device = device;
    this.backend = device === null ? 'cpu' : 'webgpu';
  }

  private stop(reason: string): void {
    this.failure = reason;
    this.options.onNote?.(`the particles have stopped: ${reason}`);
  }
}

function createArrays(count: number, isOriented: boolean): DrawnArrays {
  return {
    ids: new Uint32Array(count),
    positions: new Float32Array(3 * count),
    colors: new Float32Array(4 * count),
    sizes: new Float32Array(count),
    orientations: isOriented ? new Float32Array(4 * count) : null,
  };
}

function growArrays(old: DrawnArrays, count: number): DrawnArrays {
  const grown = createArrays(count, old.orientations !== null);
  const before = listColumns(old);
  listColumns(grown).forEach(({ values }, k) => {
    values.set(before[k].values);
  });
  return grown;
}

function createDefaultWorker(): Worker {
  return new Worker(new URL('./particles-worker.js', import.meta.url), { type: 'module' });
}
