import type { CardGround } from '../gpu/ground/card-ground.ts';
import type { GroundState } from '../systems/ground/state.ts';
import { createFullSimulation } from './full-simulation.ts';
import type { LiveFrame, LiveReply, LiveRequest, LiveStart } from './live-messages.ts';
import { advance, failureOf } from './live-simulation.ts';
import type { ThreadSimulation } from './simulation-thread.ts';

/** A live ground on the CPU or on a graphics card. The code of the card is loaded when it is asked for. */
export class GroundSimulation implements ThreadSimulation<LiveRequest, LiveReply> {
  readonly simulation = createFullSimulation();
  /** The ground on a graphics card. Null if it is on the CPU. */
  private card: CardGround | null = null;
  /** Ends when all messages before have been executed. Null if none waits for the card. */
  private waiting: Promise<unknown> | null = null;

  /** api: WebGPU, by default that of the browser. */
  constructor(private readonly api?: GPU) {}

  /**
   * Executes messages in order. On a graphics card, answers come later. Until the card is open and its shaders are compiled, the ground is
   * simulated on the CPU. The answer to `start` then states where it is simulated.
   */
  receive(message: LiveRequest): LiveReply | null | Promise<LiveReply | null> {
    if (message.type === 'start') return this.start(message);
    if (!this.card && !this.waiting) return this.simulation.receive(message);
    const reply = (this.waiting ?? Promise.resolve())
      .then(() => this.execute(message))
      .catch(failureOf)
      .then((answer) => {
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
    // On the CPU, tiles that fall asleep are packed. Only these can be restored.
    if (message.type === 'restore') await card?.sleepIdle();
    return simulation.receive(message);
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
      return simulation.reply(frame, began);
    }
    this.card = null;
    simulation.runSteps(colliders, frame);
    return { ...simulation.reply(frame, began), moved: lost };
  }

  /** Moves the ground to a graphics card if it can. Returns the message for the page. */
  private async moveToCard(state: GroundState, backend: 'webgpu' | 'auto'): Promise<LiveReply> {
    const { CardGround } = await import('../gpu/ground/card-ground.ts');
    const card = await CardGround.open(state, this.api);
    if (typeof card !== 'string') {
      this.card = card;
      return { type: 'backend', backend: 'webgpu', device: card.device, reason: null };
    }
    if (backend === 'webgpu')
      throw new Error(`backend: webgpu is not possible: ${card}; use auto, which then takes the CPU`);
    return { type: 'backend', backend: 'cpu', device: null, reason: card };
  }
}
