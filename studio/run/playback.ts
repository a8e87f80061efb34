import type { OutputChange } from '../outputs/output-feed.ts';
import { ticksPerSecond } from './run-session.ts';

/** The picture waits for the simulation this long before steps are left out, seconds. */
const patience = 1;
/** While steps are left out, the picture goes on at this share of its speed at least. */
const slowest = 0.25;

/** How the picture keeps up, for a note to the user. */
export type Pace = 'even' | 'waiting' | 'dropping';

/**
 * The page's clock: where the playhead is, and which of the changes that the worker has sent it has passed. Ticks count
 * from the scene's start.
 */
export class Playback {
  /** May lie between two ticks. */
  playhead = 0;
  endTick = 0;
  isPlaying = false;
  /** Seconds of the scene a second. */
  speed = 1;
  /** The last tick that the worker has reached. */
  reached = 0;
  droppedTicks = 0;
  private waited = 0;
  /** Smoothed share of the wanted speed that is kept up. */
  private rate = 1;
  private queue: { tick: number; changes: readonly OutputChange[] }[] = [];

  /** Forgets what was sent: the run was opened anew, or the playhead has jumped. */
  jumpTo(tick: number): void {
    this.playhead = Math.max(0, Math.min(tick, this.endTick));
    this.reached = Math.floor(this.playhead);
    this.queue = [];
    this.waited = 0;
    this.rate = 1;
  }

  /** Takes what the worker has sent. */
  receive(tick: number, changes: readonly OutputChange[], droppedTicks: number): void {
    this.reached = tick;
    this.droppedTicks = droppedTicks;
    this.queue.push({ tick, changes });
  }

  /** Moves the playhead by `seconds` of real time: as far as the simulation is, or further when it takes too long. */
  advance(seconds: number): void {
    if (!this.isPlaying) return;
    const step = seconds * ticksPerSecond * this.speed;
    const wanted = Math.min(this.playhead + step, this.endTick);
    const free = Math.min(wanted, Math.max(this.reached, this.playhead));
    const isBehind = free < wanted;
    this.waited = isBehind ? this.waited + seconds : Math.max(0, this.waited - seconds);
    const least = this.maySkip ? Math.min(this.playhead + step * slowest, this.endTick) : 0;
    const next = Math.max(free, least);
    const share = wanted > this.playhead ? (next - this.playhead) / (wanted - this.playhead) : 1;
    this.rate += (share - this.rate) * Math.min(1, seconds);
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

  /** Share of the wanted speed that the picture has, 0..1. */
  get keptRate(): number {
    return this.rate;
  }

  /** The changes that the playhead has passed since they were last taken. */
  takeChanges(): OutputChange[] {
    const passed = this.queue.filter(({ tick }) => tick <= this.playhead + 1e-9);
    this.queue = this.queue.filter(({ tick }) => tick > this.playhead + 1e-9);
    return passed.flatMap(({ changes }) => changes);
  }

  /** The worker's side of it. */
  get position(): { playhead: number; endTick: number; isPlaying: boolean; maySkip: boolean } {
    const { playhead, endTick, isPlaying, maySkip } = this;
    return { playhead, endTick, isPlaying, maySkip };
  }
}
