import { Vector3 } from 'three';
import type { CardParticles } from '../../gpu/particles/card-particles.ts';
import { checkBackend, type LiveBackend } from '../../live/live-backend.ts';
import { describeNoCard } from '../../live/no-card.ts';
import { notePlainKernels } from '../../live/note-reference-kernels.ts';
import { append } from '../../math/lists.ts';
import { LiveCollider } from '../../motion/live/live-collider.ts';
import {
  type CreateParticlesOptions,
  createParticles,
  type Particles,
} from '../../systems/particles/create-particles.ts';
import type { CardRenderer } from '../card-renderer.ts';
import type { ObjectCollider } from '../live/collider-from.ts';
import { ParticlesObject, type ParticlesObjectOptions } from './particles-object.ts';

/** Options of `LiveParticles`. */
export interface LiveParticlesOptions
  extends Omit<CreateParticlesOptions, 'world'>,
    Pick<ParticlesObjectOptions, 'geometry' | 'surface' | 'shading'> {
  /**
   * Where the particles are simulated: on the CPU (`cpu`, the default), on the graphics card (`webgpu`), or on the card if there is one that
   * can do it (`auto`; `onNote` receives the reason if not). The card computes with float32 numbers, so positions differ slightly.
   */
  readonly backend?: LiveBackend;
  /**
   * The `WebGPURenderer` that draws the particles. With `backend: 'auto'` or `'webgpu'` its graphics card simulates them too, and positions do not
   * leave the card: see `readPoints`.
   */
  readonly renderer?: CardRenderer;
  /** Receives notes for the user, for example that WebAssembly is blocked. */
  readonly onNote?: (note: string) => void;
}

/** A frame that took longer than this is not a motion: a hidden tab, a breakpoint. Seconds. */
const longestFrame = 0.25;
/**
 * Maximum time that is simulated in one frame, seconds. If the page cannot do the work in time, the particles move in slow motion, and the
 * page is not blocked.
 */
const maxPerFrame = 0.1;

/**
 * Particles in the user's own scene, in step with its frames: add `object` to the scene and call `update` in every frame after everything
 * has moved. The steps have the fixed rate of the parameters and run on the page's own thread. They are the same for all frame rates,
 * unless there are colliders.
 */
export class LiveParticles {
  readonly object: ParticlesObject;
  /** While true, `update` does nothing, and motion has no effect on the particles. */
  paused = false;
  /** Number of steps that were skipped because frames took too long. */
  droppedSteps = 0;
  /** Where the particles are simulated now. */
  backend: 'cpu' | 'webgpu' = 'cpu';
  /** The name of the graphics card. Null on the CPU. */
  device: string | null = null;
  /** The reason why the simulation has ended. Null while it runs. */
  failure: string | null = null;

  private card: CardParticles | null = null;
  /** What the card does now. Null if nothing. */
  private working: Promise<void> | null = null;
  private isDisposed = false;
  private readonly sources = new Map<ObjectCollider, LiveCollider[]>();
  /** Number of ticks that are due, including a fraction of one; and seconds since colliders were read. */
  private ticks = 0;
  private seconds = 0;
  private isCut = true;

  /** Throws an `InputError` for parameters that are out of range or incompatible. */
  static async create(options: LiveParticlesOptions): Promise<LiveParticles> {
    const colliders: LiveCollider[] = [];
    const frame: Frame = { step: 0, steps: 1 };
    const world = {
      colliders,
      advance(t0: number, t1: number) {
        const { step, steps } = frame;
        for (const collider of colliders) collider.advance(step / steps, (step + 1) / steps, t1 - t0);
        frame.step = Math.min(step + 1, steps - 1);
      },
    };
    const { geometry, surface, shading, onNote, backend = 'cpu', renderer, ...given } = options;
    checkBackend(options.backend, 'LiveParticles');
    const particles = await createParticles({ ...given, world });
    notePlainKernels(onNote);
    const live = new LiveParticles(particles, { geometry, surface, shading, onNote }, colliders, frame);
    if (backend !== 'cpu') await live.openCard(backend, renderer);
    return live;
  }

  private constructor(
    readonly particles: Particles,
    private readonly options: Pick<LiveParticlesOptions, 'geometry' | 'surface' | 'shading' | 'onNote'>,
    private readonly colliders: LiveCollider[],
    private readonly frame: Frame,
  ) {
    const { geometry, surface, shading } = options;
    this.object = new ParticlesObject({ look: particles.points.look, geometry, surface, shading });
    this.show();
  }

  /** Time of the particles, seconds. */
  get time(): number {
    return this.particles.time;
  }

  /** Adds a collider from which particles bounce. If several particle systems share a world, each needs its own collider for the object. */
  add(collider: ObjectCollider): void {
    if (this.sources.has(collider)) return;
    const parts = collider.parts.map(
      ({ name, vertexCount, indices }) => new LiveCollider(name, vertexCount, indices),
    );
    this.sources.set(collider, parts);
    append(this.colliders, parts);
    collider.cut();
  }

  remove(collider: ObjectCollider): void {
    const parts = this.sources.get(collider);
    if (!parts) return;
    this.sources.delete(collider);
    for (const part of parts) this.colliders.splice(this.colliders.indexOf(part), 1);
  }

  /** Marks a cut: everything was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.isCut = true;
  }

  /** Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing. */
  update(dt: number): void {
    if (this.paused) this.isCut = true;
    if (this.paused || this.failure !== null || !(dt > 0)) return;
    const { rate } = this.particles.params;
    const isGap = dt > longestFrame;
    if (isGap) this.isCut = true;
    const passed = isGap ? 1 / rate : dt;
    this.seconds += passed;
    this.ticks += passed * rate;
    const due = Math.floor(this.ticks + 1e-9);
    if (due < 1 || this.working) return;
    this.ticks -= due;
    const steps = Math.min(due, Math.max(1, Math.floor(maxPerFrame * rate)));
    this.droppedSteps += due - steps;
    this.readColliders(this.seconds);
    this.seconds = 0;
    Object.assign(this.frame, { step: 0, steps });
    this.runSteps(steps);
  }

  /** Goes to another time of the particles, seconds: backward or forward. Colliders do not move during this. */
  seek(time: number): void {
    this.cut();
    this.readColliders(0);
    Object.assign(this.frame, { step: 0, steps: 1 });
    this.ticks = this.seconds = 0;
    const { card } = this;
    if (card) {
      this.work(
        () => card.seek(time),
        () => this.seekOnCpu(time),
      );
    } else this.seekOnCpu(time);
  }

  /** Copies the particles from the graphics card to `particles.points`, if they are drawn from the card. */
  async readPoints(): Promise<void> {
    const { card, particles } = this;
    if (card?.isDrawn) {
      const read = async () => {
        await card.read();
        particles.showSteps(true);
        return null;
      };
      this.work(read, () => {});
    }
    while (this.working) await this.working;
  }

  /** Frees everything. */
  dispose(): void {
    this.isDisposed = true;
    this.card?.dispose();
    this.object.dispose();
    this.sources.clear();
    this.colliders.length = 0;
  }

  private async openCard(backend: 'webgpu' | 'auto', renderer?: CardRenderer): Promise<void> {
    const { particles, object } = this;
    const { CardParticles } = await import('../../gpu/particles/card-particles.ts');
    let card: CardParticles | string | null = null;
    if (renderer) {
      const { openRendererPoints } = await import('./renderer-points.ts');
      const drawer = await openRendererPoints(renderer, object, particles.prepared.births.count);
      card = typeof drawer === 'string' ? drawer : await CardParticles.open(particles, drawer);
      if (typeof card === 'string') {
        this.note(`the particles are not drawn from the graphics card of the renderer: ${card}`);
        card = null;
      }
    }
    card ??= await CardParticles.open(particles);
    if (typeof card !== 'string') {
      this.card = card;
      this.backend = 'webgpu';
      this.device = card.device;
    } else if (backend === 'webgpu') {
      this.dispose();
      throw new Error(describeNoCard(card));
    } else {
      this.note(`the particles are simulated on the CPU: ${card}`);
    }
  }

  /** Runs steps and shows their result, on the card soon. */
  private runSteps(steps: number): void {
    const { card } = this;
    if (!card) {
      this.advanceOnCpu(steps);
      return;
    }
    this.work(
      () => card.advance(steps),
      () => this.advanceOnCpu(steps),
    );
  }

  private advanceOnCpu(steps: number): void {
    const { particles } = this;
    particles.advance(steps / particles.params.rate);
    this.show();
  }

  private seekOnCpu(time: number): void {
    const { particles } = this;
    // What was on a lost card is not known.
    if (this.failure !== null) particles.rewind(time);
    this.failure = null;
    particles.seek(time);
    this.show();
  }

  /**
   * Does something on the card after what it does now, or on the CPU if the card was lost in the meantime. The task returns the reason if the
   * particles have moved to the CPU.
   */
  private work(task: () => Promise<string | null>, onCpu: () => void): void {
    const next = async () => {
      if (this.isDisposed) return;
      if (!this.card) {
        onCpu();
        return;
      }
      const lost = await task();
      if (this.isDisposed) return;
      if (lost !== null) {
        this.leaveCard();
        this.note(`the particles are simulated on the CPU from now on: ${lost}`);
      }
      this.show();
    };
    const done = (this.working ? this.working.then(next) : next()).catch((error: Error) => {
      if (this.isDisposed) return;
      this.leaveCard();
      this.failure = error.message;
      this.note(`the particles have stopped: ${error.message}`);
    });
    const working = done.then(() => {
      if (this.working === working) this.working = null;
    });
    this.working = working;
  }

  private leaveCard(): void {
    this.card = null;
    this.backend = 'cpu';
    this.device = null;
  }

  private note(text: string): void {
    this.options.onNote?.(text);
  }

  private show(): void {
    this.object.time = this.particles.time;
    if (this.card?.isDrawn) return;
    this.object.update(this.particles.points);
  }

  private readColliders(seconds: number): void {
    // Colliders above all particles touch none of them, unless particles rise to them within the frame.
    const { bounds } = this.object;
    const isUnknown = bounds.isEmpty() || this.card?.isDrawn;
    const top = isUnknown ? Infinity : bounds.max.y + Math.max(0.5, bounds.max.y - bounds.min.y);
    this.object.updateWorldMatrix(true, false);
    const origin = new Vector3().setFromMatrixPosition(this.object.matrixWorld);
    for (const [source, parts] of this.sources) {
      if (this.isCut) source.cut();
      const away = new Set(parts);
      for (const { part, to, from, cut, base } of source.read(top, seconds, origin)) {
        parts[part].push(to, from, cut, base);
        away.delete(parts[part]);
      }
      for (const part of away) part.leave();
    }
    this.isCut = false;
  }
}

/** The next step of a frame, and its number of steps. */
interface Frame {
  step: number;
  steps: number;
}
