import type { LiveCollider } from '../motion/live/live-collider.ts';
import type { GroundKernel } from '../systems/ground/kernel.ts';
import type { GroundParams } from '../systems/ground/params.ts';
import type { GroundParts } from '../systems/ground/parts.ts';
import { settleSettings } from '../systems/ground/rules/settings.ts';
import { showHeights } from '../systems/ground/show-heights.ts';
import { GroundState } from '../systems/ground/state.ts';
import { stepGround } from '../systems/ground/step.ts';
import { type HeightfieldChange, takeHeightfieldChanges } from '../systems/heightfield-change.ts';
import type { TimedData } from '../systems/keyed-params.ts';
import { copyPoints } from '../systems/points-change.ts';
import { ColliderInbox } from './collider-inbox.ts';
import { KeptTiles, restoreTiles } from './kept-tiles.ts';
import { takeCovers } from './live-covers.ts';
import type { LiveFrame, LiveReply, LiveRequest, LiveStart, LiveStepped } from './live-messages.ts';
import { SentTiles } from './sent-tiles.ts';
import { SpareBuffers } from './spare-buffers.ts';

/**
 * A ground with colliders whose poses are received as messages. It is the half of a live ground that may run on another thread. It uses the
 * parts of the ground directly instead of the system's definition, because a page needs neither saving nor reporting.
 */
export class LiveSimulation {
  ground: {
    readonly state: GroundState;
    readonly surface: ReturnType<typeof showHeights>;
    readonly kept: KeptTiles | null;
    readonly sent: SentTiles;
  } | null = null;
  private readonly inbox = new ColliderInbox();
  private readonly buffers = new SpareBuffers();
  /** Seconds that were simulated. */
  time = 0;

  /** explainKernel: explains to users why the kernel is slower than it could be; null if it is not. */
  constructor(
    private readonly createKernel: () => GroundKernel,
    private readonly parts: GroundParts | null,
    private readonly explainKernel: () => string | null = () => null,
  ) {}

  /** Executes a message. Returns the answer, null if there is none. */
  receive(message: LiveRequest): LiveReply | null {
    try {
      return this.execute(message);
    } catch (error) {
      return failureOf(error);
    }
  }

  private execute(message: LiveRequest): LiveReply | null {
    if (message.type === 'frame') return this.step(message);
    if (message.type === 'start') return this.start(message);
    if (message.type === 'restore') {
      const refused = this.ground ? restoreTiles(this.ground.state, message.tiles) : 0;
      if (refused > 0)
        return { type: 'note', message: `${refused} tiles are not of this ground, or damaged` };
    } else if (message.type === 'read') return { type: 'heights', changes: [] };
    else this.inbox.receive(message);
    return null;
  }

  private start(message: LiveStart): LiveReply | null {
    const timed = message.timed ? this.parts!.createTimed(message.timed as TimedData<GroundParams>) : null;
    const params = message.params as GroundParams;
    const settings = settleSettings(params, message.seed, null, this.parts, timed);
    const state = new GroundState(settings, this.createKernel(), timed);
    const { maxTouchedTiles } = message;
    const kept = maxTouchedTiles === undefined ? null : new KeptTiles(state, maxTouchedTiles);
    this.ground = { state, surface: showHeights(state), kept, sent: new SentTiles() };
    const note = this.explainKernel();
    return note === null ? null : { type: 'note', message: note };
  }

  private step(frame: LiveFrame): LiveReply {
    const began = performance.now();
    const colliders = this.beginFrame(frame);
    this.runSteps(colliders, frame);
    return this.reply(frame, began);
  }

  /** Applies the poses of a frame. Returns all colliders. */
  beginFrame(frame: LiveFrame): LiveCollider[] {
    if (!this.ground) throw new Error('a frame came before the ground');
    for (const buffer of frame.spent) this.buffers.give(buffer);
    return this.inbox.push(frame);
  }

  /** Runs the steps of a frame. */
  runSteps(colliders: readonly LiveCollider[], { seconds, steps }: LiveFrame): void {
    const dt = seconds / steps;
    for (let step = 0; step < steps; step++) {
      advance(colliders, step, steps, dt);
      stepGround(this.ground!.state, colliders, this.time, dt);
      this.time += dt;
    }
  }

  /** Returns everything that has changed since the last call. */
  takeChanges(): HeightfieldChange[] {
    return takeHeightfieldChanges(this.ground!.surface, (bytes) => this.buffers.take(bytes));
  }

  /** Returns what a frame has changed. found: the changes that the page receives; by default everything since the last call. */
  reply({ crowds }: LiveFrame, began: number, found = this.takeChanges()): LiveStepped {
    const ground = this.ground!;
    const changes = found.filter((change) => ground.sent.isNew(change));
    const forgotten = ground.kept?.update(changes) ?? [];
    ground.sent.forget(forgotten);
    const { spray, sticking } = ground.state;
    const covers = sticking ? takeCovers(ground.state, (collider) => this.inbox.idOf(collider)) : [];
    const [thrown, clods] = spray?.show() ?? [];
    return {
      type: 'stepped',
      changes,
      forgotten,
      spray: thrown ? copyPoints(thrown) : null,
      ...(clods && { clods: copyPoints(clods) }),
      crowds,
      ...(covers.length > 0 && { covers }),
      milliseconds: performance.now() - began,
    };
  }
}

/** Moves colliders over a step of a frame. */
export function advance(colliders: readonly LiveCollider[], step: number, steps: number, dt: number): void {
  for (const collider of colliders) collider.advance(step / steps, (step + 1) / steps, dt);
}

export function failureOf(error: unknown): LiveReply {
  return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
}
