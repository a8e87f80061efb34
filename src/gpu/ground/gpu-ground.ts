import { append } from '../../math/lists.ts';
import type { Collider } from '../../motion/collider.ts';
import { chooseDivisions } from '../../systems/ground/contact/collide.ts';
import type { NearSurface } from '../../systems/ground/contact/near-surface.ts';
import { noFloors, planPasses } from '../../systems/ground/flow/flow.ts';
import { findGroups } from '../../systems/ground/flow/regroup.ts';
import { tileSize } from '../../systems/ground/flow/sheet.ts';
import { unitsPerMetre } from '../../systems/ground/rules/units.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import { findSurfaces, lingerSteps } from '../../systems/ground/step.ts';
import { tileColumns } from '../../systems/ground/tiles/packed-tile.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import { type Gpu, GpuReader } from '../gpu.ts';
import type { GpuTimer } from '../gpu-timer.ts';
import type { CardDrawer, CardTile } from './card-drawer.ts';
import { ContactCommands } from './contact-commands.ts';
import { copyLayers } from './copy-layers.ts';
import { type GroundCall, GroundDispatcher, type PreparedCalls } from './ground-dispatcher.ts';
import { compileGround, type GroundShaders } from './ground-shaders.ts';
import { SlotPool, slotBytes } from './slot-pool.ts';
import {
  maxPasses,
  noSlot,
  passWords,
  resultStride,
  resultWords,
  statusWords,
  threads,
} from './wgsl/common.ts';

/** Maximum number of rings of tiles around what moves that are on the card. */
const maxMargin = 8;
/** Tiles that are not awake leave the card if it holds more than this number. */
const maxIdleTiles = 4096;

/** The highest columns of tiles are assumed to rise or fall by at most this much in a step, height units. */
const topTolerance = Math.round(0.01 * unitsPerMetre);
/** Maximum number of steps whose commands are given before the results of the first one are known. */
const maxPlanned = 4;

/** A step whose commands are on their way to the card. */
interface PlannedStep {
  /** `GroundState.steps` when it began. */
  readonly number: number;
  /** The tiles under colliders, and the tiles in which something may move. */
  readonly near: ReadonlySet<Tile>;
  readonly work: readonly Tile[];
  readonly regular: number;
  readonly total: number;
  /** Number of passes that the commands contain. */
  readonly passes: number;
  readonly coarseSweeps: number;
  /** The results. Null if the step has nothing to do. */
  readonly words: Promise<Uint32Array> | null;
}

/** Results of the passes that were made so far in a step. */
interface PassResults {
  readonly isFinished: boolean;
  readonly movingPasses: number;
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
  /** Measures the time on the card, if it is set. */
  timer: GpuTimer | null = null;
  /** Number of passes in which something moved in the last step. */
  private movingPasses = 0;
  private readonly dispatcher: GroundDispatcher;
  private readonly contact: ContactCommands;
  /** One for each step that is on its way. */
  private readonly readers: GpuReader[] = [];
  private readonly awake = new Set<Tile>();
  /** Tiles that planned steps wake. */
  private readonly pending = new Set<Tile>();
  /** Number of steps that were planned twice. */
  halts = 0;
  /** See `readChanged` and `draw`. */
  private readonly changed = new Set<Tile>();
  private readonly undrawn = new Set<Tile>();
  /** The lowest column of each tile that was simulated on the card. */
  private readonly bottoms = new Map<Tile, number>();
  /** The group of connected awake tiles of each tile. Null if it must be computed again. */
  private groups: Map<Tile, object> | null = null;
  private margin = 1;

  /** Moves a ground to the card. Rejects if a shader is refused. */
  static async create(gpu: Gpu, state: GroundState): Promise<GpuGround> {
    return new GpuGround(gpu, state, await compileGround(gpu));
  }

  private constructor(
    private readonly gpu: Gpu,
    private readonly state: GroundState,
    shaders: GroundShaders,
  ) {
    const { maxBufferSize, maxStorageBufferBindingSize } = gpu.device.limits;
    const maxSlots = Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / slotBytes);
    this.pool = new SlotPool(gpu, state, maxSlots);
    this.dispatcher = new GroundDispatcher(gpu, shaders, this.pool, state.settings);
    const { lists, triangles } = this.dispatcher;
    this.contact = new ContactCommands(state, lists, triangles);
    this.readers.push(new GpuReader(gpu));
    state.flush();
    for (const patch of state.patches) patch.sheet.free();
    state.patches = [];
    state.patchesAreStale = true;
    for (const tile of state.tiles.awake) {
      tile.patch = null;
      this.awake.add(tile);
    }
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
          if (!next.words) break;
        }
      } catch (error) {
        for (const { words } of planned) words?.catch(() => {});
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
    const all = await Promise.all(planned.map(({ words }) => words));
    let done = 0;
    let isComplete = true;
    while (done < planned.length && isComplete) {
      const words = all[done];
      if (words && words[statusWords.halted] === 1) break;
      const step = planned[done++];
      isComplete = await this.complete(step, words);
    }
    this.halts += planned.length - done;
    state.steps = first + done;
    for (const tile of this.pending) if (!this.awake.has(tile)) this.groups = null;
    this.pending.clear();
    return done;
  }

  /** Notes the results of a step, and makes the passes that are missing. Returns whether none was missing. */
  private async complete(step: PlannedStep, words: Uint32Array | null): Promise<boolean> {
    const { state, pool } = this;
    const { regular, total, number } = step;
    state.steps = number;
    state.totals.coarseSweeps += step.coarseSweeps;
    for (const tile of this.awake) tile.touched = tile.moved = false;
    for (const tile of step.near) this.wakeRing(tile);
    let isComplete = true;
    if (words) {
      let { work, passes: done } = step;
      let results = this.note(work, words, done);
      let moving = results.movingPasses;
      for (;;) {
        for (const tile of work) if (tile.moved) this.wakeRing(tile);
        if (results.isFinished) break;
        isComplete = false;
        work = this.findWork(
          work.filter((tile) => tile.moved || tile.touched || tile.active),
          this.margin,
        );
        pool.add(work);
        this.writeWork(work);
        const passes = this.choosePasses(total - done, regular);
        results = this.note(work, await this.submit(0, work, [], null, done, passes, total, regular), passes);
        done += passes;
        moving += results.movingPasses;
      }
      this.movingPasses = moving;
      state.totals.passes += moving;
    }
    this.settle(step, regular > 0);
    return isComplete;
  }

  /**
   * Gives the commands of the next step to the card. Returns null if the step cannot be planned before the results of those before it are known.
   *
   * before: the planned steps whose results have not been read back yet.
   */
  private plan(colliders: readonly Collider[], before: readonly PlannedStep[]): PlannedStep | null {
    const { state, pool } = this;
    const previous = before.at(-1);
    // Without a regular pass, tiles stay active that `check` does not know.
    if (before.length > 1 && previous!.regular === 0) return null;
    if (previous) state.steps = previous.number + 1;
    const unknown = new Set(before.flatMap(({ work }) => work));
    const { coarseSweeps } = state.totals;
    const surfaces = this.findSurfaces(colliders, unknown);
    if (!surfaces) return null;
    const near = new Set(surfaces.flatMap(({ tiles }) => tiles));
    for (const { tileI, tileJ } of near) {
      for (let k = 0; k < 9; k++) this.expect(state.wake(tileI + (k % 3) - 1, tileJ + Math.floor(k / 3) - 1));
    }
    const plan = planPasses(state);
    const { regular } = plan;
    const total = regular + plan.extra + plan.toppling;
    if (total >= maxPasses) throw new Error(`expected at most ${maxPasses} passes in a step, got ${total}`);
    this.margin = Math.min(maxMargin, Math.max(1, Math.ceil((regular + plan.extra + 2) / tileSize)));
    const sources = [...this.listActive(), ...before.flatMap((step) => [...step.near]), ...near];
    // What moves in a step that is not complete may reach the next tile.
    const work = this.findWork(sources, this.margin + (previous ? 1 : 0));
    // `check` knows only one ring around what moved.
    const passes = this.choosePasses(total, regular, previous ? 1 : this.margin);
    let words: Promise<Uint32Array> | null = null;
    if (work.length > 0) {
      pool.add(work);
      this.writeWork(work);
      const checks = previous ? this.listChecks(previous.work, work.length, state.steps) : [];
      const slotOf = (tile: Tile) => pool.slots.get(tile) ?? noSlot;
      const contact = this.contact.list(surfaces, slotOf, (tile) => this.groupOf(tile));
      words = this.submit(before.length, work, checks, contact, 0, passes, total, regular);
    }
    const step = { number: state.steps, near, work, regular, total, passes, words };
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

  /** The dispatches that halt a step if the results of the step before are not as assumed. */
  private listChecks(work: readonly Tile[], count: number, number: number): GroundCall[] {
    const { pool } = this;
    const { lists } = this.dispatcher;
    const list = lists.length;
    for (const tile of work)
      lists.push(pool.slots.get(tile)!, tile.top - topTolerance, tile.top + topTolerance);
    const pass = number + 1;
    return [
      { shader: 'enlist', groups: Math.ceil(count / threads), count, pass },
      { shader: 'check', groups: Math.ceil(work.length / threads), list, count: work.length, pass },
    ];
  }

  /** The number of passes that are made before the host looks at results. margin: rings of tiles around what moves that are on the card. */
  private choosePasses(left: number, regular: number, margin = this.margin): number {
    return Math.min(left, tileSize * margin - 2, Math.max(regular, 2 * this.movingPasses + 6));
  }

  /** Copies the columns that may have changed since the last call back into the tiles of the state. */
  async readChanged(): Promise<void> {
    const tiles = [...this.changed].filter((tile) => this.pool.slots.has(tile));
    this.changed.clear();
    await this.pool.read(tiles, this.readers[0]);
  }

  /** Draws the tiles that may have changed since the last call. Their heights stay on the card. */
  draw(drawer: CardDrawer): void {
    const { gpu, pool, dispatcher, undrawn } = this;
    const tiles = [...undrawn].filter((tile) => pool.slots.has(tile));
    undrawn.clear();
    if (tiles.length === 0) return;
    const layers = drawer.place(tiles.map((tile) => this.describe(tile)));
    this.writeWork(tiles);
    const { border } = drawer;
    const call = dispatcher.prepare([{ shader: 'draw', groups: tiles.length, count: border }]);
    const commands = gpu.device.createCommandEncoder();
    const pass = commands.beginComputePass();
    dispatcher.dispatch(pass, call);
    pass.end();
    copyLayers(commands, pool, tiles, layers, border);
    gpu.submit(commands);
  }

  private describe({ tileI, tileJ }: Tile): CardTile {
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0; k < 9; k++) {
      const tile = this.state.tiles.find(tileI + (k % 3) - 1, tileJ + Math.floor(k / 3) - 1);
      const bottom = tile && this.bottoms.get(tile);
      if (bottom === undefined) continue;
      low = Math.min(low, bottom);
      high = Math.max(high, tile!.top);
    }
    return { tileI, tileJ, low, high };
  }

  /** Packs all tiles that are not awake, which leave the card. */
  async sleepIdle(): Promise<void> {
    await this.sleep([...this.state.tiles.awake].filter((tile) => !this.awake.has(tile)));
  }

  /** Copies all columns back into the tiles of the state, which can then be read and saved. They also stay on the card. */
  async read(): Promise<void> {
    await this.pool.read([...this.pool.slots.keys()], this.readers[0]);
  }

  /** Moves the ground back to the CPU, and frees the memory on the card. After this, `stepGround` continues. */
  async release(): Promise<void> {
    await this.read();
    this.abandon();
  }

  /** Does the same with the columns that were copied back last, without the card. */
  abandon(): void {
    const asleep = [...this.state.tiles.awake].filter((tile) => !this.awake.has(tile));
    for (const tile of asleep) this.putToSleep(tile);
    this.dispose();
  }

  /** Frees the memory on the card. What was computed there is lost. */
  dispose(): void {
    this.pool.dispose();
    this.contact.dispose();
    for (const reader of this.readers) reader.dispose();
    this.dispatcher.dispose();
  }

  private listActive(): Tile[] {
    return [...this.awake].filter((tile) => tile.active);
  }

  private wakeTile(tileI: number, tileJ: number): void {
    const tile = this.state.wake(tileI, tileJ);
    if (this.awake.has(tile)) return;
    this.awake.add(tile);
    if (!this.pending.has(tile)) this.groups = null;
  }

  /** Notes a tile that is awake from a planned step on. */
  private expect(tile: Tile): void {
    if (this.pending.has(tile)) return;
    this.pending.add(tile);
    if (!this.awake.has(tile)) this.groups = null;
  }

  private wakeRing({ tileI, tileJ }: Tile): void {
    for (let k = 0; k < 9; k++) this.wakeTile(tileI + (k % 3) - 1, tileJ + Math.floor(k / 3) - 1);
  }

  private groupOf(tile: Tile): object {
    if (!this.groups) {
      this.groups = new Map();
      const { tiles } = this.state;
      const find = (i: number, j: number) => {
        const found = tiles.find(i, j);
        return found && (this.awake.has(found) || this.pending.has(found)) ? found : undefined;
      };
      const both = new Set([...this.awake, ...this.pending]);
      for (const group of findGroups(both, find)) for (const own of group) this.groups.set(own, group);
    }
    return this.groups.get(tile)!;
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

  private writeWork(work: readonly Tile[]): void {
    const { pool } = this;
    const { lists } = this.dispatcher;
    lists.clear();
    for (const tile of work) lists.push(pool.slots.get(tile)!);
  }

  /**
   * Gives the commands of a step to the card, with passes done + 1 … done + count. Resolves with the results.
   *
   * index: number of steps before whose results are not read yet. contact: null if passes continue a step.
   */
  private submit(
    index: number,
    work: readonly Tile[],
    checks: readonly GroundCall[],
    contact: readonly GroundCall[] | null,
    done: number,
    count: number,
    total: number,
    regular: number,
  ): Promise<Uint32Array> {
    const { gpu, pool, dispatcher } = this;
    const last = done + count;
    const before: GroundCall[] = [...checks];
    if (contact) {
      before.push({ shader: 'reset', groups: Math.ceil(resultWords / threads) });
      before.push({ shader: 'begin', groups: work.length });
      append(before, contact);
    }
    const lastPass = last < total ? last : 0;
    const own = dispatcher.prepare([...before, { shader: 'finish', groups: work.length, lastPass }]);
    const commands = gpu.device.createCommandEncoder();
    if (checks.length === 0) commands.clearBuffer(pool.status, 4 * statusWords.halted, 4);
    const pass = commands.beginComputePass(this.timer?.descriptor);
    dispatcher.dispatch(pass, own, 0, before.length);
    dispatcher.dispatch(pass, this.listPasses(regular), 2 * done, 2 * last, work.length);
    dispatcher.dispatch(pass, own, before.length);
    pass.end();
    this.timer?.resolve(commands);
    const buffer = pool.status;
    this.readers[index] ??= new GpuReader(gpu);
    return this.readers[index].read(commands, [
      { buffer, offset: 0, bytes: 32 },
      { buffer, offset: 4 * (passWords + done + 1), bytes: 4 * count },
      { buffer, offset: 4 * resultWords, bytes: 4 * resultStride * work.length },
      ...(this.timer ? [{ buffer: this.timer.buffer, offset: 0, bytes: 16 }] : []),
    ]);
  }

  /** Notes the results of `count` passes in the tiles and the totals. */
  private note(work: readonly Tile[], words: Uint32Array, count: number): PassResults {
    const head = 8 + count;
    this.timer?.add(words.subarray(words.length - 4));
    work.forEach((tile, k) => {
      const flags = words[head + resultStride * k];
      if (flags & 1) tile.moved = true;
      if (flags & 2) tile.touched = true;
      tile.top = words[head + resultStride * k + 1] | 0;
      this.bottoms.set(tile, words[head + resultStride * k + 2] | 0);
    });
    const isFinished = words[statusWords.finished] === 1;
    if (isFinished) this.count(words);
    let movingPasses = 0;
    while (movingPasses < count && words[8 + movingPasses] === 1) movingPasses++;
    return { isFinished, movingPasses };
  }

  private count(words: Uint32Array): void {
    const { totals } = this.state;
    const sumAt = (word: number) => (BigInt(words[word + 1]) << 32n) | BigInt(words[word]);
    const outside = sumAt(statusWords.outside);
    totals.outside += outside;
    totals.compacted += sumAt(statusWords.removed) - sumAt(statusWords.deposited) - outside;
  }

  /** The passes of a step with a number of regular passes: two dispatches each. */
  private listPasses(regular: number): PreparedCalls {
    const { erosion } = this.state.settings;
    const { extra, toppling } = planPasses(this.state);
    return this.dispatcher.keep(`passes ${regular}`, () => {
      const calls: GroundCall[] = [];
      for (let pass = 1; pass <= regular + extra + toppling; pass++) {
        const floors =
          pass <= regular ? noFloors : pass <= regular + extra ? erosion.stopFloors : erosion.topplingFloors;
        const call = { groups: 0, pass, axisFloor: floors.axis, diagonalFloor: floors.diagonal };
        calls.push({ shader: 'decide', ...call }, { shader: 'apply', ...call });
      }
      return calls;
    });
  }

  /** Decides which tiles are active, and which fall asleep: see `stepGround`. */
  private settle({ number: steps, near }: PlannedStep, flowed: boolean): void {
    const { state, awake } = this;
    const { tiles } = state;
    for (const tile of awake) tile.active = tile.touched || tile.moved || (!flowed && tile.active);
    let needed = 0;
    for (const tile of awake) {
      if (!tile.active && !near.has(tile)) continue;
      for (let k = 0; k < 9; k++) {
        const other = tiles.find(tile.tileI + (k % 3) - 1, tile.tileJ + Math.floor(k / 3) - 1);
        if (!other || !awake.has(other)) continue;
        other.keptStep = steps;
        if (!tile.active || other.neededStep === steps) continue;
        other.neededStep = steps;
        tiles.stir(other);
        this.changed.add(other);
        this.undrawn.add(other);
        needed++;
      }
    }
    for (const tile of awake) {
      if (steps - tile.keptStep < lingerSteps) continue;
      awake.delete(tile);
      this.groups = null;
    }
    state.totals.columnsAwakePeak = Math.max(state.totals.columnsAwakePeak, needed * tileColumns);
  }

  /** Packs tiles that are not awake, the oldest first, if there are too many on the card. */
  private async evict(): Promise<void> {
    const { tiles } = this.state;
    if (tiles.awake.size <= maxIdleTiles + this.awake.size) return;
    const idle = [...tiles.awake]
      .filter((tile) => !this.awake.has(tile))
      .sort((a, b) => a.keptStep - b.keptStep);
    const old = idle.slice(0, idle.length - maxIdleTiles / 2);
    await this.sleep(old);
  }

  private async sleep(tiles: readonly Tile[]): Promise<void> {
    await this.pool.read(
      tiles.filter((tile) => this.pool.slots.has(tile)),
      this.readers[0],
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
