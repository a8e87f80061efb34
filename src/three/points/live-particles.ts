import { Vector3 } from 'three';
import { append } from '../../math/lists.ts';
import { LiveCollider } from '../../motion/live/live-collider.ts';
import {
  type CreateParticlesOptions,
  createParticles,
  type Particles,
} from '../../systems/particles/create-particles.ts';
import type { ObjectCollider } from '../live/collider-from.ts';
import { notePlainKernels } from '../live/note-plain-kernels.ts';
import { ParticlesObject, type ParticlesObjectOptions } from './particles-object.ts';

/** Options of `LiveParticles`. */
export interface LiveParticlesOptions
  extends Omit<CreateParticlesOptions, 'world'>,
    Pick<ParticlesObjectOptions, 'geometry' | 'surface' | 'shading'> {
  /** Receives what a person may want to know: WebAssembly is blocked. */
  readonly onNote?: (note: string) => void;
}

/** A frame that took longer than this was no motion: a hidden tab, a breakpoint. Seconds. */
const longestFrame = 0.25;
/** More than this is not made up for in one frame: what is too much for the page becomes slow, and does not stop it. Seconds. */
const mostAFrame = 0.1;

/**
 * Particles in a scene of the user's own, in step with its frames: add `object` to the scene and call `update` with every
 * frame once everything has moved. They step at the fixed rate of their parameters, on the page's own thread: the same steps,
 * whatever the frames, unless colliders take part.
 */
export class LiveParticles {
  readonly object: ParticlesObject;
  /** While true, `update` does nothing, and what moves meanwhile pushes nothing. */
  paused = false;
  /** Steps left out because frames took too long. */
  droppedSteps = 0;

  private readonly sources = new Map<ObjectCollider, LiveCollider[]>();
  /** Ticks that are due, a share of one among them; and seconds since colliders were read. */
  private ticks = 0;
  private seconds = 0;
  private isCut = true;

  /** Throws InputError for parameters out of range, or that do not go together. */
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

  /** Seconds of their own time. */
  get time(): number {
    return this.particles.time;
  }

  /** From now on they bounce off this. Where several particles share a world, each reads a collider of its own. */
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

  /** Everything was put elsewhere: no motion joins the next frame to the last one. */
  cut(): void {
    this.isCut = true;
  }

  /** Goes on by `dt` seconds, the time since the last call. After the animation, before the drawing. */
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
    const steps = Math.min(due, Math.max(1, Math.floor(mostAFrame * rate)));
    this.droppedSteps += due - steps;
    this.readColliders(this.seconds);
    this.seconds = 0;
    Object.assign(this.frame, { step: 0, steps });
    this.particles.advance(steps / rate);
    this.show();
  }

  /** Goes to a time of their own, seconds: back as well as on. Colliders stand still meanwhile. */
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
    // What is above all of them touches none, unless they rise to it within the frame.
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

/** Which of a frame's steps is next, and how many it has. */
interface Frame {
  step: number;
  steps: number;
}
