import type { OutputChange } from '../outputs/output-feed.ts';
import { ticksPerSecond } from './run-session.ts';

/** Time that the picture waits for the simulation before steps are skipped, seconds. */
const patience = 1;
/** Minimum speed of the picture while steps are skipped, as a fraction of the normal speed. */
const slowest = 0.25;

/** The state of the playback, for a note to the user. */
export type Pace = 'even' | 'waiting' | 'dropping';

/**
 * The page's clock: the position of the playhead, and the received changes that it has not shown yet. Ticks count from the scene's start.
 */
export class Playback {
  /** Position in ticks. It may lie between two ticks. */
  playhead = 0;
  endTick = 0;
  isPlaying = false;
  /** Seconds of the scene for each second of real time. */
  speed = 1;
  /** The last tick that the worker has reached. */
  reached = 0;
  droppedTicks = 0;
  private waited = 0;
  /** Smoothed fraction of the requested speed. */
  private rate = 1;
  private queue: { tick: number; changes: readonly OutputChange[] }[] = [];

  /** Discards everything that was received, because the run was opened again or the playhead has jumped. */
  jumpTo(tick: number): void {
    this.playhead = Math.max(0, Math.min(tick, this.endTick));
    this.reached = Math.floor(this.playhead);
    this.queue = [];
    this.waited = 0;
    this.rate = 1;
  }

  /** Receives a message of the worker. */
  receive(tick: number, changes: readonly OutputChange[], droppedTicks: number): void {
    this.reached = tick;
    this.droppedTicks = droppedTicks;
    this.queue.push({ tick, changes });
  }

  /** Moves the playhead by `seconds` of real time, but not beyond the simulated tick, unless the simulation takes too long. */
  advance(seconds: number): void {
    if (!this.isPlaying) return;
    const step = seconds * ticksPerSecond * this.speed;
    const wanted = Math.min(this.playhead + step, this.endTick);
    const free = Math.min(wanted, Math.max(this.reached, this.playhead));
    const isBehind = free < wanted;
    this.waited = isBehind ? this.waited + seconds : Math.max(0, this.waited - seconds);
    const min = this.maySkip ? Math.min(this.playhead + step * slowest, this.endTick) : 0;
    const next = Math.max(free, min);
    const fraction = wanted > this.playhead ? (next - this.playhead) / (wanted - this.playhead) : 1;
    this.rate += (fraction - this.rate) * Math.min(1, seconds);
    this.playhead = next;
    if (this.playhead >= this.endTick) this.isPlaying = false;
  }

  get maySkip(): boolean {
    return this.waited > patience && this.rate < slowest;
  }

  get pace(): Pace {
    if (this.droppedTicks > 0) return 'dropping';
    return this.isPlaying && this.rate < 0.9 ? 'waiting' : 'even';
  }

  /** Current speed as a fraction of the requested speed, 0 to 1. */
  get keptRate(): number {
    return this.rate;
  }

  /** Returns the changes that the playhead has passed since the last call. */
  takeChanges(): OutputChange[] {
    const passed = this.queue.filter(({ tick }) => tick <= this.playhead + 1e-9);
    this.queue = this.queue.filter(({ tick }) => tick > this.playhead + 1e-9);
    return passed.flatMap(({ changes }) => changes);
  }

  /** The position of the playhead for the worker. */
  get position(): { playhead: number; endTick: number; isPlaying: boolean; maySkip: boolean } {
    const { playhead, endTick, isPlaying, maySkip } = this;
    return { playhead, endTick, isPlaying, maySkip };
  }
}
