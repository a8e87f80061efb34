import { minOf } from '../../math/lists.ts';
import type { Collider } from '../../motion/collider.ts';
import { chooseDivisions } from '../../systems/ground/contact/collide.ts';
import type { NearSurface } from '../../systems/ground/contact/near-surface.ts';
import { planPasses } from '../../systems/ground/flow/flow.ts';
import { tileSize } from '../../systems/ground/flow/sheet.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import { findSurfaces } from '../../systems/ground/step.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import { type Gpu, GpuReader } from '../gpu.ts';
import type { GpuTimer } from '../gpu-timer.ts';
import { AwakeTiles } from './awake-tiles.ts';
import type { CardDrawer } from './card-drawer.ts';
import { ContactCommands } from './contact-commands.ts';
import { drawTiles } from './draw-tiles.ts';
import { GroundDispatcher } from './ground-dispatcher.ts';
import { compileGround, type GroundShaders } from './ground-shaders.ts';
import { type TilePosition, visitNine } from './nine-tiles.ts';
import { SlotPool, slotBytes } from './slot-pool.ts';
import { StepCommands, type StepResults, topTolerance } from './step-commands.ts';
import { maxPasses, noSlot } from './wgsl/common.ts';

/** Maximum number of rings of tiles around what moves that are on the card. */
const maxMargin = 8;
/** Half of the tiles that are not awake leave the card if it holds more of them than this, or if more than this fraction of it is full. */
const maxIdleTiles = 4096;
const maxFullFraction = 3 / 4;
/** Maximum number of steps whose commands are given before the results of the first one are known. */
const maxPlanned = 4;

/** A step whose commands are on their way to the card. */
interface PlannedStep {
  /** `GroundState.steps` when it began. */
  readonly number: number;
  /** The tiles under colliders, and the tiles in which something may move. */
  readonly near: ReadonlySet<Tile>;
  readonly work: readonly Tile[];
  /** Number of passes that come in any case, of all passes, and of those that the commands contain. */
  readonly regular: number;
  readonly total: number;
  readonly passes: number;
  readonly coarseSweeps: number;
  /** Null if the step has nothing to do. */
  readonly results: Promise<StepResults> | null;
}

/**
 * A ground whose columns are on a graphics card. The state in main memory keeps what decides about a step: which tiles exist and are awake,
 * their highest columns, and the totals. All columns are computed on the card, and give the same bits as on the CPU.
 *
 * The host waits for the card once a frame: for three words of each tile and step, which say whether it moved and how high it is. Steps after the first one of a frame
 * are planned before. If the results are not as assumed, the card does nothing for such a step, and it is planned again. While the object is in use, nobody else may step, read or save the state: call `read` or `release` before.
 */
export class GpuGround {
  readonly pool: SlotPool;
  /** Number of steps that were halted on the card, and that the host planned again with the results. */
  halts = 0;
  /** Number of times that the displacement of a group took longer than the rounds that were made for it. */
  unfinished = 0;
  /** Number of passes in which something moved in the last step. */
  private movingPasses = 0;
  private readonly dispatcher: GroundDispatcher;
  private readonly commands: StepCommands;
  private readonly contact: ContactCommands;
  private readonly reader: GpuReader;
  private readonly awake: AwakeTiles;
  /** See `readChanged` and `draw`. */
  private readonly changed = new Set<Tile>();
  private readonly undrawn = new Set<Tile>();
  /** The lowest column of each tile that was simulated on the card. */
  private readonly bottoms = new Map<Tile, number>();
  private margin = 1;

  /** Moves a ground to the card. Rejects if a shader is refused. maxSlots: maximum number of tiles on the card, by default as many as its buffers can hold. */
  static async create(gpu: Gpu, state: GroundState, maxSlots = countSlots(gpu)): Promise<GpuGround> {
    return new GpuGround(gpu, state, await compileGround(gpu), maxSlots);
  }

  private constructor(
    private readonly gpu: Gpu,
    private readonly state: GroundState,
    shaders: GroundShaders,
    private readonly maxSlots: number,
  ) {
    this.pool = new SlotPool(gpu, state, maxSlots);
    this.dispatcher = new GroundDispatcher(gpu, shaders, this.pool, state.settings);
    const { lists, triangles } = this.dispatcher;
    this.contact = new ContactCommands(state, lists, triangles);
    this.commands = new StepCommands(gpu, state, this.pool, this.dispatcher);
    this.reader = new GpuReader(gpu);
    state.flush();
    for (const patch of state.patches) patch.sheet.free();
    state.patches = [];
    state.patchesAreStale = true;
    this.awake = new AwakeTiles(state);
  }

  /** Measures the time on the card, if it is set. */
  get timer(): GpuTimer | null {
    return this.commands.timer;
  }

  set timer(timer: GpuTimer | null) {
    this.commands.timer = timer;
  }

  /** Runs one step under colliders that hold the motion over it: see `stepGround`. Rejects if the device is lost. */
  step(colliders: readonly Collider[]): Promise<void> {
    return this.run(colliders, 1, () => {});
  }

  /**
   * Runs the steps of a frame. Rejects if the device is lost.
   *
   * advance: moves the colliders over step k. It may be called more than once for a step.
   */
  async run(colliders: readonly Collider[], steps: number, advance: (k: number) => void): Promise<void> {
    let done = 0;
    while (done < steps) {
      const planned: PlannedStep[] = [];
      try {
        while (done + planned.length < steps && planned.length < maxPlanned) {
          advance(done + planned.length);
          const next = this.plan(colliders, planned);
          if (!next) break;
          planned.push(next);
          // Nothing happens in it, so its results are known.
          if (!next.results) break;
        }
      } catch (error) {
        for (const { results } of planned) results?.catch(() => {});
        throw error;
      }
      done += await this.finish(planned);
    }
    await this.evict();
  }

  /** Waits for the results of planned steps. Returns the number of those that were carried out. */
  private async finish(planned: readonly PlannedStep[]): Promise<number> {
    const { state } = this;
    const first = planned[0].number;
    const all = await Promise.all(planned.map(({ results }) => results));
    let done = 0;
    let isComplete = true;
    while (done < planned.length && isComplete) {
      const results = all[done];
      if (results?.isHalted) break;
      const step = planned[done++];
      isComplete = await this.complete(step, results);
    }
    this.halts += planned.length - done;
    state.steps = first + done;
    this.awake.forgetExpected();
    return done;
  }

  /** Notes the results of a step, and makes the passes that are missing. Returns whether none was missing. */
  private async complete(step: PlannedStep, first: StepResults | null): Promise<boolean> {
    const { state, awake } = this;
    const { near, regular, number } = step;
    state.steps = number;
    state.totals.coarseSweeps += step.coarseSweeps;
    awake.beginStep();
    for (const tile of near) awake.wakeRing(tile);
    const isComplete = !first || first.isFinished;
    if (first) await this.notePasses(step, first);
    for (const tile of awake.settle(number, near, regular > 0)) {
      this.changed.add(tile);
      this.undrawn.add(tile);
    }
    return isComplete;
  }

  /** Notes the results of the passes of a step, and makes those that are missing. */
  private async notePasses(step: PlannedStep, first: StepResults): Promise<void> {
    const { pool, commands } = this;
    const { totals } = this.state;
    const { regular, total } = step;
    let { work, passes: done } = step;
    let results = first;
    let moving = 0;
    for (;;) {
      moving += results.movingPasses;
      this.noteTiles(work, results);
      if (results.isFinished) break;
      const sources = work.filter((tile) => tile.moved || tile.touched || tile.active);
      work = this.findWork(sources, this.margin);
      pool.add(work);
      commands.begin(work);
      const count = this.choosePasses(total - done, regular);
      results = await commands.submit(0, work, [], null, { first: done, count, total, regular });
      done += count;
    }
    this.movingPasses = moving;
    totals.passes += moving;
    totals.outside += results.outside;
    totals.compacted += results.removed - results.deposited - results.outside;
    this.unfinished += results.unfinished;
  }

  private noteTiles(work: readonly Tile[], { tiles }: StepResults): void {
    work.forEach((tile, k) => {
      const { moved, touched, top, bottom } = tiles[k];
      if (moved) tile.moved = true;
      if (touched) tile.touched = true;
      tile.top = top;
      this.bottoms.set(tile, bottom);
    });
    for (const tile of work) if (tile.moved) this.awake.wakeRing(tile);
  }

  /**
   * Gives the commands of the next step to the card. Returns null if the step cannot be planned before the results of those before it are known.
   *
   * before: the planned steps whose results have not been read back yet.
   */
  private plan(colliders: readonly Collider[], before: readonly PlannedStep[]): PlannedStep | null {
    const { state, pool, commands, awake } = this;
    const previous = before.at(-1);
    // Without a regular pass, tiles stay active that `check` does not know.
    if (before.length > 1 && previous!.regular === 0) return null;
    if (previous) state.steps = previous.number + 1;
    const unknown = new Set(before.flatMap(({ work }) => work));
    const { coarseSweeps } = state.totals;
    const surfaces = this.findSurfaces(colliders, unknown);
    if (!surfaces) return null;
    const near = new Set(surfaces.flatMap(({ tiles }) => tiles));
    for (const tile of near) awake.expectRing(tile);
    const { regular, extra, toppling } = planPasses(state);
    const total = regular + extra + toppling;
    if (total >= maxPasses) throw new Error(`expected at most ${maxPasses} passes in a step, got ${total}`);
    this.margin = Math.min(maxMargin, Math.max(1, Math.ceil((regular + extra + 2) / tileSize)));
    const sources = [...awake.listActive(), ...before.flatMap((step) => [...step.near]), ...near];
    // What moves in a step that is not complete may reach the next tile.
    const work = this.findWork(sources, this.margin + (previous ? 1 : 0));
    // `check` knows only one ring around what moved.
    const passes = this.choosePasses(total, regular, previous ? 1 : this.margin);
    let results: Promise<StepResults> | null = null;
    if (work.length > 0) {
      pool.add(work);
      commands.begin(work);
      const checks = previous ? commands.listChecks(previous.work, work, state.steps) : [];
      const slotOf = (tile: Tile) => pool.slots.get(tile) ?? noSlot;
      const contact = this.contact.list(surfaces, slotOf, (tile) => awake.groupOf(tile));
      const span = { first: 0, count: passes, total, regular };
      results = commands.submit(before.length, work, checks, contact, span);
    }
    const step = { number: state.steps, near, work, regular, total, passes, results };
    const planned = { ...step, coarseSweeps: state.totals.coarseSweeps - coarseSweeps };
    state.totals.coarseSweeps = coarseSweeps;
    return planned;
  }

  /**
   * Finds the surfaces that may reach the ground. unknown: tiles whose highest columns are not known yet. What is certainly too high is the
   * same for any bound above them; but the number of poses depends on them. Returns null if it may be another one.
   */
  private findSurfaces(colliders: readonly Collider[], unknown: ReadonlySet<Tile>): NearSurface[] | null {
    const { state } = this;
    if (unknown.size === 0) return findSurfaces(state, colliders);
    const { coarseSweeps } = state.totals;
    const raise = (amount: number) => {
      for (const tile of unknown) tile.top += amount;
    };
    const countPoses = (surfaces: readonly NearSurface[]) => {
      chooseDivisions(state, surfaces);
      return surfaces.map(({ poseCount }) => poseCount);
    };
    raise(topTolerance);
    const surfaces = findSurfaces(state, colliders);
    const most = countPoses(surfaces);
    raise(-2 * topTolerance);
    const least = countPoses(surfaces);
    raise(topTolerance);
    state.totals.coarseSweeps = coarseSweeps;
    return most.every((count, k) => count === least[k]) ? surfaces : null;
  }

  /** The number of passes that are made before the host looks at results. margin: rings of tiles around what moves that are on the card. */
  private choosePasses(left: number, regular: number, margin = this.margin): number {
    return Math.min(left, tileSize * margin - 2, Math.max(regular, 2 * this.movingPasses + 6));
  }

  /** Copies the columns that may have changed since the last call back into the tiles of the state. */
  async readChanged(): Promise<void> {
    const tiles = [...this.changed].filter((tile) => this.pool.slots.has(tile));
    this.changed.clear();
    await this.pool.read(tiles, this.reader);
  }

  /** Draws the tiles that may have changed since the last call. Their heights stay on the card. */
  draw(drawer: CardDrawer): void {
    const tiles = [...this.undrawn].filter((tile) => this.pool.slots.has(tile));
    this.undrawn.clear();
    const { gpu, state, pool, dispatcher, bottoms } = this;
    drawTiles({ gpu, state, pool, dispatcher, bottoms }, tiles, drawer);
  }

  /** Moves tiles that were restored in main memory to the card, with those around them, which are drawn beside them. */
  addRestored(positions: readonly TilePosition[]): void {
    const added = new Set<Tile>();
    for (const position of positions)
      visitNine(position, (tileI, tileJ) => added.add(this.state.wake(tileI, tileJ)));
    this.pool.add(added);
    for (const tile of added) {
      if (!this.bottoms.has(tile)) this.bottoms.set(tile, minOf(tile.heights));
      this.undrawn.add(tile);
    }
  }

  /** Packs all tiles that are not awake, which leave the card. */
  async sleepIdle(): Promise<void> {
    await this.sleep(this.awake.listIdle());
  }

  /** Copies all columns back into the tiles of the state, which can then be read and saved. They also stay on the card. */
  async read(): Promise<void> {
    await this.pool.read([...this.pool.slots.keys()], this.reader);
  }

  /** Moves the ground back to the CPU, and frees the memory on the card. After this, `stepGround` continues. */
  async release(): Promise<void> {
    await this.read();
    this.abandon();
  }

  /** Does the same with the columns that were copied back last, without the card. */
  abandon(): void {
    for (const tile of this.awake.listIdle()) this.putToSleep(tile);
    this.dispose();
  }

  /** Frees the memory on the card. What was computed there is lost. */
  dispose(): void {
    this.pool.dispose();
    this.contact.dispose();
    this.commands.dispose();
    this.reader.dispose();
    this.dispatcher.dispose();
  }

  /** Returns the tiles that passes may reach from those given, and creates those that do not exist. */
  private findWork(sources: readonly Tile[], margin: number): Tile[] {
    const { state } = this;
    const work = new Set<Tile>();
    for (const { tileI, tileJ } of sources) {
      for (let j = tileJ - margin; j <= tileJ + margin; j++)
        for (let i = tileI - margin; i <= tileI + margin; i++) work.add(state.wake(i, j));
    }
    return [...work];
  }

  /** Packs tiles that are not awake, the oldest first, if there are too many on the card. */
  private async evict(): Promise<void> {
    const { tiles } = this.state;
    const isFull = this.pool.slots.size > maxFullFraction * this.maxSlots;
    if (!isFull && tiles.awake.size <= maxIdleTiles + this.awake.size) return;
    const idle = this.awake.listIdle().sort((a, b) => a.keptStep - b.keptStep);
    await this.sleep(idle.slice(0, Math.ceil(idle.length / 2)));
  }

  private async sleep(tiles: readonly Tile[]): Promise<void> {
    await this.pool.read(
      tiles.filter((tile) => this.pool.slots.has(tile)),
      this.reader,
    );
    this.pool.remove(tiles);
    for (const tile of tiles) this.putToSleep(tile);
  }

  private putToSleep(tile: Tile): void {
    const { state } = this;
    this.bottoms.delete(tile);
    state.noteTop(tile.tileI, tile.tileJ, tile.top);
    state.tiles.sleep(tile);
  }
}

/** Returns the number of tiles whose scratch memory fits into one buffer. */
function countSlots({ device }: Gpu): number {
  const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
  return Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / slotBytes);
}
