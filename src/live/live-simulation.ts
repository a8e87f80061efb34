import type { GroundKernel } from '../systems/ground/kernel.ts';
import type { GroundParams } from '../systems/ground/params.ts';
import type { GroundParts } from '../systems/ground/parts.ts';
import { settleSettings } from '../systems/ground/rules/settings.ts';
import { showHeights } from '../systems/ground/show-heights.ts';
import { GroundState } from '../systems/ground/state.ts';
import { stepGround } from '../systems/ground/step.ts';
import { takeHeightfieldChanges } from '../systems/heightfield-change.ts';
import { explainReferenceKernels } from '../systems/kernel-compiler.ts';
import { copyPoints } from '../systems/points-change.ts';
import { ColliderInbox } from './collider-inbox.ts';
import { KeptTiles, restoreTiles } from './kept-tiles.ts';
import type { LiveFrame, LiveReply, LiveRequest } from './live-messages.ts';
import { SentTiles } from './sent-tiles.ts';
import { SpareBuffers } from './spare-buffers.ts';

/**
 * A ground with colliders whose poses are received as messages. It is the half of a live ground that may run on another thread. It uses the
 * parts of the ground directly instead of the system's definition, because a page needs neither saving nor reporting.
 */
export class LiveSimulation {
  private ground: {
    readonly state: GroundState;
    readonly surface: ReturnType<typeof showHeights>;
    readonly kept: KeptTiles | null;
    readonly sent: SentTiles;
  } | null = null;
  private readonly inbox = new ColliderInbox();
  private readonly buffers = new SpareBuffers();
  /** Seconds that were simulated. */
  private time = 0;

  constructor(
    private readonly createKernel: () => GroundKernel,
    private readonly parts: GroundParts | null,
  ) {}

  /** Executes a message. Returns the answer, null if there is none. */
  receive(message: LiveRequest): LiveReply | null {
    try {
      if (message.type === 'frame') return this.step(message);
      if (message.type === 'start') {
        const settings = settleSettings(message.params as GroundParams, message.seed, null, this.parts);
        const state = new GroundState(settings, this.createKernel());
        const { maxTouchedTiles } = message;
        const kept = maxTouchedTiles === undefined ? null : new KeptTiles(state, maxTouchedTiles);
        this.ground = { state, surface: showHeights(state), kept, sent: new SentTiles() };
        const plain = explainReferenceKernels();
        if (plain !== null) return { type: 'note', message: plain };
      } else if (message.type === 'restore') {
        const refused = this.ground ? restoreTiles(this.ground.state, message.tiles) : 0;
        if (refused > 0)
          return { type: 'note', message: `${refused} tiles are not of this ground, or damaged` };
      } else this.inbox.receive(message);
      return null;
    } catch (error) {
      return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  private step(frame: LiveFrame): LiveReply {
    const { seconds, steps, crowds, spent } = frame;
    const { ground } = this;
    if (!ground) throw new Error('a frame came before the ground');
    const began = performance.now();
    for (const buffer of spent) this.buffers.give(buffer);
    const colliders = this.inbox.push(frame);
    const dt = seconds / steps;
    for (let step = 0; step < steps; step++) {
      for (const collider of colliders) collider.advance(step / steps, (step + 1) / steps, dt);
      stepGround(ground.state, colliders, this.time, dt);
      this.time += dt;
    }
    const found = takeHeightfieldChanges(ground.surface, (bytes) => this.buffers.take(bytes));
    const changes = found.filter((change) => ground.sent.isNew(change));
    const forgotten = ground.kept?.update(changes) ?? [];
    ground.sent.forget(forgotten);
    const { spray } = ground.state;
    spray?.view.refresh(spray.flight);
    return {
      type: 'stepped',
      changes,
      forgotten,
      spray: spray && copyPoints(spray.view),
      crowds,
      milliseconds: performance.now() - began,
    };
  }
}
