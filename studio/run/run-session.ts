import {
  type BakePlan,
  FrameTimes,
  type OpenSceneOptions,
  openScene,
  parseScene,
  type SceneFiles,
  Simulation,
  type SimulationSystem,
} from '../../src/index.ts';
import { minOf } from '../../src/math/index.ts';
import type { Stroke } from '../brush/stroke.ts';
import { systemsWith } from '../document/compose-scene.ts';
import type { SceneData } from '../document/studio-document.ts';
import type { Push } from '../fur/push.ts';
import { listFacts, OutputChanges } from '../outputs/output-changes.ts';
import type { OutputChange, OutputFacts } from '../outputs/output-feed.ts';
import { readKeyStates } from '../particles/key-state.ts';
import { CardSteps } from './card-steps.ts';
import { SessionPush } from './session-push.ts';
import type { BackendChoice, SystemBackend } from './simulation-backend.ts';
import { StrokeCollider } from './stroke-collider.ts';

/** Display ticks per second: the time resolution with which the page can show a run. The simulation has its own rate. */
export const ticksPerSecond = 60;

/** Initial number of ticks between snapshots. It is doubled when there are too many snapshots. */
const firstInterval = 15;
const snapshotLimit = 96;

export interface RunSessionOptions extends Omit<OpenSceneOptions, 'name'> {
  /** Where systems are simulated. Default: on the CPU. */
  readonly backend?: BackendChoice;
  /** WebGPU for the simulation, or the reason why there is none. Default: that of the browser. */
  readonly findApi?: () => Promise<GPU | string>;
  /** Whether ticks wait until a graphics card is open, for tests. Default: the CPU simulates until then. */
  readonly waitsForCards?: boolean;
  /** Called when `backends` has changed. note: a message for the user. */
  backendsChanged?(note?: string): void;
}

/** The inputs of a run. */
export interface RunSource {
  readonly name: string;
  /** The scene without the strokes. */
  readonly scene: SceneData;
  readonly files: SceneFiles;
  readonly strokes: readonly Stroke[];
}

/**
 * A simulation that can go to any time: forward by steps, backward from snapshots. Times are display ticks counted from the
 * scene's start, so that the state at a tick does not depend on earlier jumps.
 */
export class RunSession {
  private simulation!: Simulation;
  private readonly changes: OutputChanges;
  private readonly snapshots = new Map<number, Uint8Array>();
  private interval = firstInterval;
  private readonly strokes: StrokeCollider[];
  /** Pushes since the scene was opened. Earlier pushes are part of the scene. */
  private readonly pushes: SessionPush[] = [];
  private cards: CardSteps;
  private at = 0;
  /** Number of ticks that were skipped. 0 while the state is exact. */
  private dropped = 0;

  private constructor(
    readonly plan: BakePlan,
    private readonly scene: SceneData,
    readonly clock: FrameTimes,
    strokes: readonly Stroke[],
    private readonly options: RunSessionOptions,
  ) {
    this.strokes = strokes.map((stroke) => new StrokeCollider(stroke));
    this.cards = this.createCards(options.backend ?? 'cpu');
    this.build();
    this.changes = new OutputChanges(this.systemNames);
  }

  /** Opens a scene and prepares its systems. Throws an `InputError` with every fault, as on the command line. */
  static async open(
    { name, scene, files, strokes }: RunSource,
    options: RunSessionOptions = {},
  ): Promise<RunSession> {
    const parsed = parseScene(scene);
    const plan = await openScene(parsed, files, { name, ...options });
    const clock = new FrameTimes(parsed.time.start, parsed.time.end, ticksPerSecond);
    return new RunSession(plan, scene, clock, strokes, options);
  }

  /** The tick of the current state. */
  get tick(): number {
    return this.at;
  }

  /** The last tick of the opened scene. A stroke may extend beyond it. */
  get lastTick(): number {
    return this.clock.count - 1;
  }

  /** Number of ticks skipped since the last exact state. */
  get droppedTicks(): number {
    return this.dropped;
  }

  /** Where each system is simulated. */
  get backends(): SystemBackend[] {
    return this.cards.list();
  }

  /** Simulates systems elsewhere from now on, with the same results. */
  setBackend(choice: BackendChoice): void {
    this.leaveCards();
    this.cards.detach();
    this.cards = this.createCards(choice);
    this.cards.attach(this.simulation, this.plan.systems as readonly SimulationSystem[]);
    this.options.backendsChanged?.();
  }

  /** Whether the next tick has to be simulated by `advanceOnCards`, since systems are on a graphics card, or may come to one. */
  get mayUseCards(): boolean {
    return this.cards.isOnCard || this.cards.mayOpen;
  }

  /** Simulates one tick, on a graphics card where that is possible. Nothing else may be done with the session before the promise is settled. */
  async advanceOnCards(): Promise<void> {
    const { cards } = this;
    await cards.beginTick();
    await this.simulation.advanceElsewhere(this.clock.time(this.at + 1), cards);
    this.at++;
    this.keepSnapshot();
    if (cards.findSlower() === null) return;
    this.leaveCards();
    this.options.backendsChanged?.();
  }

  /** Frees the graphics card. */
  dispose(): void {
    this.cards.detach();
  }

  /** Simulates one tick. */
  advance(): void {
    this.leaveCards();
    this.simulation.advanceTo(this.clock.time(this.at + 1));
    this.at++;
    this.keepSnapshot();
  }

  /** Skips the time until `tick`, for a screen that cannot wait. The state is not exact afterwards. */
  skipTo(tick: number): void {
    if (tick <= this.at) return;
    this.simulation.skipTo(this.clock.time(tick));
    this.dropped += tick - this.at;
    this.at = tick;
  }

  /**
   * Goes to the last snapshot that is not after `tick`, unless it is shorter to continue from the current state. `advance` simulates the
   * rest. After this, the state is always exact. All changes are sent again, because after a jump the screen may show later ones.
   */
  rewindTo(tick: number): void {
    this.changes.forget();
    const best = this.bestSnapshot(tick);
    if (this.dropped === 0 && this.at <= tick && this.at >= best) return;
    this.load(best);
  }

  /** Returns the changes since the last call. A screen that has shown all earlier changes needs only these. */
  takeChanges(): OutputChange[] {
    return [...this.changes.take(this.simulation), ...readKeyStates(this.simulation, this.plan.systems)];
  }

  /** The constant data of all outputs in the run. Everything that changes is in the changes. */
  get facts(): OutputFacts[] {
    return listFacts(this.simulation, this.systemNames);
  }

  /** Returns the outputs of a system, by its name. */
  outputs(name: string): ReturnType<Simulation['outputs']> {
    return this.simulation.outputs(name);
  }

  /** Returns the hash of the state of the first system. */
  hash(): string {
    return this.simulation.hash(this.plan.systems[0].name);
  }

  /**
   * Goes to the start of a stroke and starts it, or extends the path of the last stroke. The part of the path that is already simulated
   * must not change: see `strokeSettledUntil`.
   */
  setStroke(stroke: Stroke): void {
    const last = this.strokes.at(-1);
    if (last?.stroke.name === stroke.name) {
      last.lead(stroke);
      return;
    }
    this.beginAt(stroke.start, () => this.strokes.push(new StrokeCollider(stroke)));
  }

  /** Goes to the start of a push and starts it, or extends the last one. */
  setPush(push: Push): void {
    const last = this.pushes.at(-1);
    if (last?.id === push.id) {
      last.lead(push);
      return;
    }
    const begun = new SessionPush(push, this.scene);
    this.beginAt(push.force.path[0], () => this.pushes.push(begun));
  }

  /** Goes to a time, seconds, and continues the simulation from there with a new collider or force. */
  private beginAt(time: number, begin: () => void): void {
    const start = this.tickBefore(time);
    this.rewindTo(start);
    while (this.at < start) this.advance();
    this.dropSnapshotsAfter(start);
    const bytes = this.simulation.save('');
    this.snapshots.set(start, bytes);
    begin();
    this.build();
    this.load(start);
  }

  /** Removes all strokes except the first `count`, and goes to a state before them. */
  keepStrokes(count: number): void {
    const removed = this.strokes.splice(count);
    if (removed.length === 0) return;
    const start = minOf(removed.map(({ stroke }) => stroke.start));
    const tick = this.tickBefore(start);
    this.dropSnapshotsAfter(tick);
    this.build();
    this.load(this.bestSnapshot(tick));
  }

  /** Returns the last tick that is not after a time in seconds. */
  tickBefore(seconds: number): number {
    return Math.floor((seconds - this.clock.seconds(0)) * ticksPerSecond + 1e-6);
  }

  private get systemNames(): string[] {
    return this.plan.systems.map((system) => system.name);
  }

  private createCards(choice: BackendChoice): CardSteps {
    const { findApi, waitsForCards: waits, backendsChanged } = this.options;
    return new CardSteps(choice, { findApi, waits, changed: (note) => backendsChanged?.(note) });
  }

  /** Continues on the CPU. Main memory has the state, but not in the form in which the CPU works: it is loaded again. */
  private leaveCards(): void {
    if (!this.cards.isOnCard) return;
    const bytes = this.simulation.save('');
    this.cards.detach();
    this.simulation.load(bytes);
    this.cards.attach(this.simulation, this.plan.systems as readonly SimulationSystem[]);
    this.changes.forget();
  }

  private build(): void {
    const names = this.strokes.map(({ stroke }) => stroke);
    const seen = systemsWith(this.scene, names);
    this.simulation = new Simulation({
      systems: this.plan.systems.map((system, index) => ({
        ...this.pushes.reduce((pushed, push) => push.addTo(pushed), system as SimulationSystem),
        actors: (seen[index].actors as string[] | undefined) ?? null,
      })),
      actors: [
        ...this.plan.actors.map((actor) => actor.colliders),
        ...this.strokes.flatMap((stroke) => stroke.sources),
      ],
      seed: this.plan.seed,
      start: this.plan.times.start,
    });
    if (this.snapshots.size === 0) this.snapshots.set(0, this.simulation.save(''));
    this.cards.attach(this.simulation, this.plan.systems as readonly SimulationSystem[]);
  }

  private load(tick: number): void {
    this.cards.detach();
    this.simulation.load(this.snapshots.get(tick)!);
    this.cards.attach(this.simulation, this.plan.systems as readonly SimulationSystem[]);
    this.at = tick;
    this.dropped = 0;
    this.changes.forget();
  }

  private bestSnapshot(tick: number): number {
    let best = 0;
    for (const kept of this.snapshots.keys()) if (kept <= tick && kept > best) best = kept;
    return best;
  }

  private keepSnapshot(): void {
    if (this.dropped > 0 || this.at % this.interval !== 0 || this.snapshots.has(this.at)) return;
    this.snapshots.set(this.at, this.simulation.save(''));
    if (this.snapshots.size <= snapshotLimit) return;
    this.interval *= 2;
    for (const tick of this.snapshots.keys()) if (tick % this.interval !== 0) this.snapshots.delete(tick);
  }

  private dropSnapshotsAfter(tick: number): void {
    for (const kept of this.snapshots.keys()) if (kept > tick) this.snapshots.delete(kept);
  }
}
