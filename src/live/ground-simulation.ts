import type { CardDrawer } from '../gpu/ground/card-drawer.ts';
import type { CardGround } from '../gpu/ground/card-ground.ts';
import type { GroundState } from '../systems/ground/state.ts';
import { createFullSimulation } from './full-simulation.ts';
import type { LiveFrame, LiveReply, LiveRequest, LiveStart } from './live-messages.ts';
import { advance, failureOf } from './live-simulation.ts';
import { describeNoCard } from './no-card.ts';
import type { ThreadSimulation } from './simulation-thread.ts';

/** A live ground on the CPU or on a graphics card. The code of the card is loaded when it is asked for. */
export class GroundSimulation implements ThreadSimulation<LiveRequest, LiveReply> {
  readonly simulation = createFullSimulation();
  /** The ground on a graphics card. Null if it is on the CPU. */
  private card: CardGround | null = null;
  /** Ends when all messages before have been executed. Null if none waits for the card. */
  private waiting: Promise<unknown> | null = null;

  /**
   * source: WebGPU, by default that of the browser; or a drawer on the same page, whose device simulates and draws the ground, or the reason why
   * there is none.
   */
  constructor(private readonly source?: GPU | CardDrawer | string) {}

  /**
   * Executes messages in order. On a graphics card, answers come later. Until the card is open and its shaders are compiled, the ground is
   * simulated on the CPU. The answer to `start` then states where it is simulated.
   */
  receive(message: LiveRequest): LiveReply | null | Promise<LiveReply | null> {
    if (message.type === 'start') return this.start(message);
    if (!this.card && !this.waiting) return this.simulation.receive(message);
    // If nothing is before it, it is executed at once, so a renderer that draws next on the same device draws what it has changed.
    const executed = this.waiting ? this.waiting.then(() => this.execute(message)) : this.execute(message);
    const reply = executed.catch(failureOf).then((answer) => {
      if (this.waiting === reply) this.waiting = null;
      return answer;
    });
    this.waiting = reply;
    return reply;
  }

  private start(message: LiveStart): LiveReply | null | Promise<LiveReply | null> {
    const answer = this.simulation.receive(message);
    const { backend = 'cpu' } = message;
    const { ground } = this.simulation;
    if (backend === 'cpu' || !ground || answer?.type === 'failed') return answer;
    return this.moveToCard(ground.state, backend).catch(failureOf);
  }

  private async execute(message: LiveRequest): Promise<LiveReply | null> {
    const { card, simulation } = this;
    if (card && message.type === 'frame') return this.run(card, message);
    if (message.type === 'read') {
      await card?.readChanged();
      return { type: 'heights', changes: simulation.takeChanges() };
    }
    // On the CPU, tiles that fall asleep are packed. Only these can be restored.
    if (message.type === 'restore') await card?.sleepIdle();
    const reply = simulation.receive(message);
    if (message.type === 'restore') {
      const { state } = simulation.ground!;
      card?.drawRestored(message.tiles.filter(({ tileI, tileJ }) => state.tiles.exists(tileI, tileJ)));
    }
    return reply;
  }

  private async run(card: CardGround, frame: LiveFrame): Promise<LiveReply> {
    const { simulation } = this;
    const { seconds, steps } = frame;
    const began = performance.now();
    const colliders = simulation.beginFrame(frame);
    const move = (step: number) => advance(colliders, step, steps, seconds / steps);
    const lost = await card.run(colliders, steps, move);
    if (lost === null) {
      simulation.time += seconds;
      if (simulation.ground!.kept) await card.sleepIdle();
      return this.isDrawn ? simulation.reply(frame, began, []) : simulation.reply(frame, began);
    }
    this.card = null;
    simulation.runSteps(colliders, frame);
    return { ...simulation.reply(frame, began), moved: lost };
  }

  /** Whether the ground is drawn from the card, so that the page needs no heights. */
  private get isDrawn(): boolean {
    return typeof this.source === 'object' && 'place' in this.source;
  }

  /** Frees the memory on the graphics card, for a simulation on the page's own thread. */
  dispose(): void {
    this.card?.dispose();
    this.card = null;
  }

  /** Moves the ground to a graphics card if it can. Returns the message for the page. */
  private async moveToCard(state: GroundState, backend: 'webgpu' | 'auto'): Promise<LiveReply> {
    const { source } = this;
    const { CardGround } = await import('../gpu/ground/card-ground.ts');
    const card = typeof source === 'string' ? source : await CardGround.open(state, source);
    if (typeof card !== 'string') {
      this.card = card;
      return { type: 'backend', backend: 'webgpu', device: card.device, reason: null };
    }
    if (backend === 'webgpu' && typeof source !== 'string' && !this.isDrawn)
      throw new Error(describeNoCard(card));
    return { type: 'backend', backend: 'cpu', device: null, reason: card };
  }
}
