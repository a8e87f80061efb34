import { Vector3 } from 'three';
import { notePlainKernels } from '../../live/note-reference-kernels.ts';
import { append } from '../../math/lists.ts';
import { LiveCollider } from '../../motion/live/live-collider.ts';
import {
  type CreateParticlesOptions,
  createParticles,
  type Particles,
} from '../../systems/particles/create-particles.ts';
import type { ObjectCollider } from '../live/collider-from.ts';
import { ParticlesObject, type ParticlesObjectOptions } from './particles-object.ts';

/** Options of `LiveParticles`. */
export interface LiveParticlesOptions
  extends Omit<CreateParticlesOptions, 'world'>,
    Pick<ParticlesObjectOptions, 'geometry' | 'surface' | 'shading'> {
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
    const { geometry, surface, shading, onNote, ...given } = options;
    const particles = await createParticles({ ...given, world });
    notePlainKernels(onNote);
    return new LiveParticles(particles, { geometry, surface, shading }, colliders, frame);
  }

  private constructor(
    readonly particles: Particles,
    { geometry, surface, shading }: Pick<LiveParticlesOptions, 'geometry' | 'surface' | 'shading'>,
    private readonly colliders: LiveCollider[],
    private readonly frame: Frame,
  ) {
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
    if (this.paused || !(dt > 0)) return;
    const { rate } = this.particles.params;
    const isGap = dt > longestFrame;
    if (isGap) this.isCut = true;
    const passed = isGap ? 1 / rate : dt;
    this.seconds += passed;
    this.ticks += passed * rate;
    const due = Math.floor(this.ticks + 1e-9);
    if (due < 1) return;
    this.ticks -= due;
    const steps = Math.min(due, Math.max(1, Math.floor(maxPerFrame * rate)));
    this.droppedSteps += due - steps;
    this.readColliders(this.seconds);
    this.seconds = 0;
    Object.assign(this.frame, { step: 0, steps });
    this.particles.advance(steps / rate);
    this.show();
  }

  /** Goes to another time of the particles, seconds: backward or forward. Colliders do not move during this. */
  seek(time: number): void {
    this.cut();
    this.readColliders(0);
    Object.assign(this.frame, { step: 0, steps: 1 });
    this.particles.seek(time);
    this.ticks = this.seconds = 0;
    this.show();
  }

  /** Frees everything. */
  dispose(): void {
    this.object.dispose();
    this.sources.clear();
    this.colliders.length = 0;
  }

  private show(): void {
    this.object.time = this.particles.time;
    this.object.update(this.particles.points);
  }

  private readColliders(seconds: number): void {
    // Colliders above all particles touch none of them, unless particles rise to them within the frame.
    const { bounds } = this.object;
    const top = bounds.isEmpty() ? Infinity : bounds.max.y + Math.max(0.5, bounds.max.y - bounds.min.y);
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
