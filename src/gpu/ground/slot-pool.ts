import { markOutside } from '../../systems/ground/flow/mark-outside.ts';
import { pressedBit } from '../../systems/ground/flow/sheet.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import { tileColumns } from '../../systems/ground/tiles/packed-tile.ts';
import { shrinkDisplaced, type Tile } from '../../systems/ground/tiles/tile.ts';
import { bufferUsage, type Gpu, type GpuReader } from '../gpu.ts';
import type { WordList } from '../word-list.ts';
import { visitNine } from './nine-tiles.ts';
import { contactShift, noSlot, planeCount, resultStride, resultWords, slotStride } from './wgsl/common.ts';

const columnBytes = 4 * tileColumns;
const { storage, copySource, copyTarget } = bufferUsage;

/** Bytes of the largest buffer for each slot: the scratch memory. */
export const slotBytes = planeCount * columnBytes;

/**
 * The tiles whose columns are on the card. Each has a slot in buffers that grow on demand. A tile keeps its slot while it is in the pool, and
 * the arrays of its object in main memory are out of date during that time.
 */
export class SlotPool {
  readonly slots = new Map<Tile, number>();
  heights!: GPUBuffer;
  marks!: GPUBuffer;
  lowest!: GPUBuffer;
  scratch!: GPUBuffer;
  around!: GPUBuffer;
  status!: GPUBuffer;
  capacity = 0;
  /** Bytes of columns that were copied to the card, and back. */
  uploadedBytes = 0;
  readBytes = 0;
  /** Grows whenever the buffers were replaced. */
  generation = 0;
  private readonly free: number[] = [];
  /** [9 · capacity] the slots around each slot: a copy of `around`. */
  private neighbours = new Uint32Array(0);
  private readonly changedNeighbours = new Set<number>();
  private readonly words = new Int32Array(tileColumns);
  private readonly outside = new Uint8Array(tileColumns);

  constructor(
    private readonly gpu: Gpu,
    private readonly state: GroundState,
    private readonly maxSlots: number,
  ) {
    this.grow(64);
  }

  /** First word of the slots in the status buffer. */
  get slotWords(): number {
    return resultWords + this.capacity * resultStride;
  }

  /** Copies the tiles to the card that are not there yet. Throws an Error if there is no room for them. */
  add(tiles: Iterable<Tile>): void {
    const added: Tile[] = [];
    for (const tile of tiles) {
      if (this.slots.has(tile)) continue;
      if (this.free.length === 0) this.grow(2 * this.capacity);
      this.slots.set(tile, this.free.pop()!);
      added.push(tile);
    }
    if (added.length === 0) return;
    const commands = this.gpu.device.createCommandEncoder();
    for (const tile of added) this.upload(tile, commands);
    this.gpu.submit(commands);
    this.writeNeighbours();
  }

  /** Writes the slots of tiles of the pool into a list that holds nothing else. */
  listSlots(tiles: readonly Tile[], lists: WordList): void {
    lists.clear();
    for (const tile of tiles) lists.push(this.slots.get(tile)!);
  }

  /** The slots around a tile of the pool, row by row; `noSlot` if there is none. */
  slotsAround(tile: Tile): Uint32Array {
    const slot = this.slots.get(tile)!;
    return this.neighbours.subarray(9 * slot, 9 * slot + 9);
  }

  /** Copies columns of tiles back into their arrays. They keep their slots. */
  async read(tiles: readonly Tile[], reader: GpuReader): Promise<void> {
    if (tiles.length === 0) return;
    const buffers = [this.heights, this.marks, this.lowest];
    const parts = tiles.flatMap((tile) =>
      buffers.map((buffer) => ({ buffer, offset: this.slots.get(tile)! * columnBytes, bytes: columnBytes })),
    );
    const words = await reader.read(this.gpu.device.createCommandEncoder(), parts);
    this.readBytes += words.byteLength;
    tiles.forEach((tile, n) => {
      const part = (k: number) => words.subarray((3 * n + k) * tileColumns, (3 * n + k + 1) * tileColumns);
      this.writeTile(tile, part(0), part(1), part(2));
    });
  }

  /** Frees the slots of tiles. */
  remove(tiles: Iterable<Tile>): void {
    for (const tile of tiles) {
      const slot = this.slots.get(tile);
      if (slot === undefined) continue;
      this.slots.delete(tile);
      this.free.push(slot);
      this.visitNeighbours(tile, (other, k) => this.setNeighbour(other, 8 - k, noSlot));
    }
    this.writeNeighbours();
  }

  dispose(): void {
    for (const buffer of this.buffers()) buffer.destroy();
    this.slots.clear();
  }

  private buffers(): GPUBuffer[] {
    return [this.heights, this.marks, this.lowest, this.scratch, this.around, this.status];
  }

  /** Writes a tile into its slot. What follows from other columns is computed on the card. */
  private upload(tile: Tile, commands: GPUCommandEncoder): void {
    const { words, outside, state } = this;
    const { heights, pressed, displaced } = tile;
    const slot = this.slots.get(tile)!;
    const offset = slot * columnBytes;
    this.writeColumns(this.heights, offset, heights as Int32Array<ArrayBuffer>, commands);
    markOutside(outside, tile.tileI, tile.tileJ, state.settings);
    for (let k = 0; k < tileColumns; k++) {
      words[k] = (outside[k] << contactShift) | (pressed ? pressed[k] : 0);
    }
    this.writeColumns(this.marks, offset, words, commands);
    if (displaced) {
      for (let k = 0; k < tileColumns; k++) words[k] = heights[k] - displaced[k];
      this.writeColumns(this.lowest, offset, words, commands);
    } else commands.copyBufferToBuffer(this.heights, offset, this.lowest, offset, columnBytes);
    commands.clearBuffer(this.status, 4 * (this.slotWords + slot * slotStride), 4 * slotStride);
    for (let k = 0; k < 9; k++) this.setNeighbour(slot, k, noSlot);
    this.setNeighbour(slot, 4, slot);
    this.visitNeighbours(tile, (other, k) => {
      this.setNeighbour(slot, k, other);
      this.setNeighbour(other, 8 - k, slot);
    });
  }

  /** Writes the columns of a tile. Zeros need not be copied to the card. */
  private writeColumns(
    buffer: GPUBuffer,
    offset: number,
    words: Int32Array<ArrayBuffer>,
    commands: GPUCommandEncoder,
  ): void {
    if (words.every((word) => word === 0)) {
      commands.clearBuffer(buffer, offset, columnBytes);
      return;
    }
    this.gpu.write(buffer, offset, words);
    this.uploadedBytes += columnBytes;
  }

  private writeTile(tile: Tile, heights: Uint32Array, marks: Uint32Array, lowest: Uint32Array): void {
    tile.heights.set(heights);
    let anyPressed = false;
    for (let k = 0; k < tileColumns && !anyPressed; k++) anyPressed = (marks[k] & pressedBit) !== 0;
    if (anyPressed) {
      tile.pressed ??= this.state.tiles.takePressed();
      for (let k = 0; k < tileColumns; k++) tile.pressed[k] = marks[k] & 0xffff;
    } else this.state.tiles.givePressed(tile);
    if (!this.state.settings.rules.pushesDisplaced) return;
    const { words } = this;
    for (let k = 0; k < tileColumns; k++) words[k] = heights[k] - lowest[k];
    tile.displaced = shrinkDisplaced(words);
  }

  /** Calls `visit` with the slot of each neighbour in the pool and its index, row by row from 0 to 8. */
  private visitNeighbours(tile: Tile, visit: (slot: number, k: number) => void): void {
    visitNine(tile, (tileI, tileJ, k) => {
      const other = k === 4 ? undefined : this.state.tiles.find(tileI, tileJ);
      const slot = other && this.slots.get(other);
      if (slot !== undefined) visit(slot, k);
    });
  }

  private setNeighbour(slot: number, k: number, other: number): void {
    this.neighbours[9 * slot + k] = other;
    this.changedNeighbours.add(slot);
  }

  private writeNeighbours(): void {
    for (const slot of this.changedNeighbours) {
      this.gpu.write(this.around, 36 * slot, this.neighbours.slice(9 * slot, 9 * slot + 9));
    }
    this.changedNeighbours.clear();
  }

  private grow(wanted: number): void {
    const { gpu, capacity: before } = this;
    const capacity = Math.min(wanted, this.maxSlots);
    if (capacity <= before) {
      throw new Error(
        `the card has room for ${before} tiles of the ground, and more are awake at the same time`,
      );
    }
    const old = before > 0 ? this.buffers() : [];
    const oldSlotWords = this.slotWords;
    for (let slot = capacity - 1; slot >= before; slot--) this.free.push(slot);
    this.capacity = capacity;
    this.generation++;
    const usage = storage | copySource | copyTarget;
    const create = (label: string, words: number) => gpu.createBuffer(label, 4 * words, usage);
    this.heights = create('heights', capacity * tileColumns);
    this.marks = create('marks', capacity * tileColumns);
    this.lowest = create('lowest heights', capacity * tileColumns);
    this.scratch = create('scratch', capacity * tileColumns * planeCount);
    this.around = create('neighbours', capacity * 9);
    this.status = create('status', this.slotWords + capacity * slotStride);
    const neighbours = new Uint32Array(capacity * 9).fill(noSlot);
    neighbours.set(this.neighbours);
    this.neighbours = neighbours;
    if (before === 0) return;
    const commands = gpu.device.createCommandEncoder();
    this.buffers().forEach((buffer, k) => {
      if (k < 5) commands.copyBufferToBuffer(old[k], 0, buffer, 0, old[k].size);
    });
    commands.copyBufferToBuffer(
      old[5],
      4 * oldSlotWords,
      this.status,
      4 * this.slotWords,
      4 * before * slotStride,
    );
    // The results of the last step are still read.
    commands.copyBufferToBuffer(old[5], 0, this.status, 0, 4 * oldSlotWords);
    gpu.submit(commands);
    for (const buffer of old) buffer.destroy();
  }
}
