import type { CardParticles } from '../../gpu/particles/card-particles.ts';
import { InputError } from '../../input-error.ts';
import { BlockSender } from '../../live/changed-blocks.ts';
import { ColliderInbox } from '../../live/collider-inbox.ts';
import type { LiveCrowdFrame } from '../../live/collider-messages.ts';
import type { LiveBackend } from '../../live/live-backend.ts';
import { describeNoCard } from '../../live/no-card.ts';
import type { ThreadSimulation } from '../../live/simulation-thread.ts';
import { SpareBuffers } from '../../live/spare-buffers.ts';
import { append } from '../../math/lists.ts';
import type { LiveCollider } from '../../motion/live/live-collider.ts';
import { explainReferenceKernels } from '../../systems/kernel-compiler.ts';
import { createParticles, type Particles } from '../../systems/particles/create-particles.ts';
import { listColumns } from './particle-columns.ts';
import type { ParticlesReply, ParticlesRequest, SentParticles } from './particles-messages.ts';

/** Particles with colliders whose poses are received as messages: the half of `ThreadedParticles` that may run on another thread. */
export class ParticlesSimulation implements ThreadSimulation<ParticlesRequest, ParticlesReply> {
  private particles: Particles | null = null;
  private card: CardParticles | null = null;
  private readonly inbox = new ColliderInbox();
  private readonly colliders: LiveCollider[] = [];
  private readonly buffers = new SpareBuffers();
  private readonly sender = new BlockSender();
  /** The next step of a frame, and its number of steps. */
  private step = 0;
  private steps = 1;
  /** Messages wait until the particles are prepared. */
  private last: Promise<unknown> = Promise.resolve();

  receive(message: ParticlesRequest): Promise<ParticlesReply | null> {
    const reply = this.last.then(() => this.execute(message));
    this.last = reply;
    return reply;
  }

  private async execute(message: ParticlesRequest): Promise<ParticlesReply | null> {
    try {
      if (message.type === 'start') return await this.start(message.options, message.backend);
      const { particles, inbox } = this;
      if (!particles) throw new Error('a message came before the particles');
      if (message.type === 'seek') {
        this.take(message.spent);
        this.colliders.length = 0;
        if (!this.card) particles.seek(message.time);
        return this.show(particles, [], await this.useCard((card) => card.seek(message.time)));
      }
      if (message.type !== 'frame') {
        inbox.receive(message);
        return null;
      }
      this.take(message.spent);
      this.colliders.length = 0;
      append(this.colliders, inbox.push(message));
      this.step = 0;
      this.steps = message.steps;
      if (!this.card) particles.advance(message.steps / particles.params.rate);
      return this.show(particles, message.crowds, await this.useCard((card) => card.advance(message.steps)));
    } catch (error) {
      if (error instanceof InputError) return { type: 'refused', faults: error.faults };
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  private async start(options: SentParticles, backend: LiveBackend = 'cpu'): Promise<ParticlesReply> {
    const { colliders } = this;
    const advance = (t0: number, t1: number) => {
      const { step, steps } = this;
      for (const collider of colliders) collider.advance(step / steps, (step + 1) / steps, t1 - t0);
      this.step = Math.min(step + 1, steps - 1);
    };
    this.particles = await createParticles({ ...options, world: { colliders, advance } });
    const { points, params } = this.particles;
    let reason: string | null = null;
    if (backend !== 'cpu') {
      const { CardParticles } = await import('../../gpu/particles/card-particles.ts');
      const card = await CardParticles.open(this.particles);
      if (typeof card !== 'string') this.card = card;
      else if (backend === 'auto') reason = card;
      else throw new Error(describeNoCard(card));
    }
    return {
      type: 'begun',
      look: points.look,
      rate: params.rate,
      isOriented: points.orientations !== null,
      note: explainReferenceKernels(),
      device: this.card?.device ?? null,
      reason,
    };
  }

  /** Frees the memory on the graphics card, for a simulation on the page's own thread. */
  dispose(): void {
    this.card?.dispose();
    this.card = null;
  }

  /** Does something on the card, if there is one. Returns the reason if the particles have moved to the CPU. */
  private async useCard(task: (card: CardParticles) => Promise<string | null>): Promise<string | null> {
    const lost = this.card ? await task(this.card) : null;
    if (lost !== null) this.card = null;
    return lost;
  }

  private take(spent: readonly ArrayBuffer[]): void {
    for (const buffer of spent) this.buffers.give(buffer);
  }

  private show(
    { points, time }: Particles,
    crowds: readonly LiveCrowdFrame[],
    moved: string | null,
  ): ParticlesReply {
    const blocks = this.sender.collect(listColumns(points), points.count, (bytes) =>
      this.buffers.take(bytes),
    );
    return { type: 'shown', time, blocks, crowds, moved };
  }
}
