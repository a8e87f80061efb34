import type { Collider } from '../../motion/collider.ts';
import { noFloors, planPasses } from '../../systems/ground/flow/flow.ts';
import { findGroups } from '../../systems/ground/flow/regroup.ts';
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
import { maxPasses, noSlot, passWords, resultStride, resultWords, statusWords } from './wgsl/common.ts';

/** Maximum number of rings of tiles around what moves that are on the card. */
const maxMargin = 8;
/** Tiles that are not awake leave the card if it holds more than this number. */
const maxIdleTiles = 4096;

/** Results of the passes that were made so far in a step. */
interface PassResults {
  readonly isFinished: boolean;
  readonly movingPasses: number;
}

/**
 * A ground whose columns are on a graphics card. The state in main memory keeps what decides about a step: which tiles exist and are awake,
 * their highest columns, and the totals. All columns are computed on the card, and give the same bits as on the CPU.
 *
 * The host waits for the card once a step: for two words of each tile, which say whether it moved and how high it is. While the object is
 * in use, nobody else may step, read or save the state: call `read` or `release` before.
 */
export class GpuGround {
  readonly pool: SlotPool;
  /** Measures the time on the card, if it is set. */
  timer: GpuTimer | null = null;
  /** Number of passes in which something moved in the last step. */
  private movingPasses = 0;
  private readonly dispatcher: GroundDispatcher;
  private readonly contact: ContactCommands;
  private readonly reader: GpuReader;
  private readonly awake = new Set<Tile>();
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
    this.reader = new GpuReader(gpu);
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
  async step(colliders: readonly Collider[]): Promise<void> {
    const { state, pool } = this;
    for (const tile of this.awake) tile.touched = tile.moved = false;
    const surfaces = findSurfaces(state, colliders);
    for (const surface of surfaces) for (const tile of surface.tiles) this.wakeRing(tile);
    const plan = planPasses(state);
    const total = plan.regular + plan.extra + plan.toppling;
    if (total >= maxPasses) throw new Error(`expected at most ${maxPasses} passes in a step, got ${total}`);
    this.margin = Math.min(maxMargin, Math.max(1, Math.ceil((plan.regular + plan.extra + 2) / 32)));
    const nearTiles = surfaces.flatMap(({ tiles }) => tiles);
    let work = this.findWork([...this.listActive(), ...nearTiles]);
    if (work.length > 0) {
      pool.add(work);
      this.writeWork(work);
      const calls: GroundCall[] = [{ shader: 'begin', groups: work.length }];
      const slotOf = (tile: Tile) => pool.slots.get(tile) ?? noSlot;
      for (const call of this.contact.list(surfaces, slotOf, (tile) => this.groupOf(tile))) calls.push(call);
      let done = 0;
      let before = calls;
      let moving = 0;
      for (;;) {
        const count = Math.min(
          total - done,
          32 * this.margin - 2,
          Math.max(plan.regular, 2 * this.movingPasses + 6),
        );
        const results = await this.run(work, before, done, count, total, plan.regular);
        done += count;
        moving += results.movingPasses;
        for (const tile of work) if (tile.moved) this.wakeRing(tile);
        if (results.isFinished) break;
        work = this.findWork(work.filter((tile) => tile.moved || tile.touched || tile.active));
        pool.add(work);
        this.writeWork(work);
        before = [];
      }
      this.movingPasses = moving;
      state.totals.passes += moving;
    }
    this.settle(plan.regular > 0);
    await this.evict();
  }

  /** Copies the columns that may have changed since the last call back into the tiles of the state. */
  async readChanged(): Promise<void> {
    const tiles = [...this.changed].filter((tile) => this.pool.slots.has(tile));
    this.changed.clear();
    await this.pool.read(tiles, this.reader);
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
    await this.pool.read([...this.pool.slots.keys()], this.reader);
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
    this.reader.dispose();
    this.dispatcher.dispose();
  }

  private listActive(): Tile[] {
    return [...this.awake].filter((tile) => tile.active);
  }

  private wakeTile(tileI: number, tileJ: number): Tile {
    const tile = this.state.wake(tileI, tileJ);
    if (!this.awake.has(tile)) {
      this.awake.add(tile);
      this.groups = null;
    }
    return tile;
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
        return found && this.awake.has(found) ? found : undefined;
      };
      for (const group of findGroups(this.awake, find)) for (const own of group) this.groups.set(own, group);
    }
    return this.groups.get(tile)!;
  }

  /** Returns the tiles that a pass may reach from those given, and creates those that do not exist. */
  private findWork(sources: readonly Tile[]): Tile[] {
    const { margin, state } = this;
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

  /** Runs dispatches, and then passes done + 1 … done + count. Notes in the tiles what they did. */
  private async run(
    work: readonly Tile[],
    before: readonly GroundCall[],
    done: number,
    count: number,
    total: number,
    regular: number,
  ): Promise<PassResults> {
    const { gpu, pool, dispatcher } = this;
    const last = done + count;
    const lastPass = last < total ? last : 0;
    const own = dispatcher.prepare([...before, { shader: 'finish', groups: work.length, lastPass }]);
    const commands = gpu.device.createCommandEncoder();
    if (before.length > 0) commands.clearBuffer(pool.status, 0, 4 * resultWords);
    const pass = commands.beginComputePass(this.timer?.descriptor);
    dispatcher.dispatch(pass, own, 0, before.length);
    dispatcher.dispatch(pass, this.listPasses(regular), 2 * done, 2 * last, work.length);
    dispatcher.dispatch(pass, own, before.length);
    pass.end();
    this.timer?.resolve(commands);
    const buffer = pool.status;
    const words = await this.reader.read(commands, [
      { buffer, offset: 0, bytes: 32 },
      { buffer, offset: 4 * (passWords + done + 1), bytes: 4 * count },
      { buffer, offset: 4 * resultWords, bytes: 4 * resultStride * work.length },
      ...(this.timer ? [{ buffer: this.timer.buffer, offset: 0, bytes: 16 }] : []),
    ]);
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
  private settle(flowed: boolean): void {
    const { state, awake } = this;
    const { steps, tiles } = state;
    for (const tile of awake) tile.active = tile.touched || tile.moved || (!flowed && tile.active);
    let needed = 0;
    for (const tile of awake) {
      if (!tile.active && tile.nearStep !== steps) continue;
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
    state.steps++;
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
