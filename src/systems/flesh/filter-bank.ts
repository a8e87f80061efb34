import { KernelAllocator } from '../kernel-memory.ts';
import type { RayleighDamping } from './damping.ts';
import type { FleshKernel } from './kernel.ts';
import { createFleshKernel } from './load-kernel.ts';
import type { FleshPart } from './part.ts';
import {
  FilterInputsRecord,
  FilterPartRecord,
  filterInputsBytes,
  filterPartBytes,
  inputCount,
} from './records.generated.ts';
import { filterRows, tabulateFilter } from './tabulate-filter.ts';

/** The data that several filters share if many characters have the same part. */
export interface FilterModel {
  readonly part: FleshPart;
  readonly damping: RayleighDamping;
}

/** One part in motion. The arrays are views of the kernel's memory, valid until the next filter is added to the bank. */
export interface Filter {
  readonly model: FilterModel;
  /** Inputs. start: at the start of a step. end: at its end. [12] `step` reads both. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Modal amplitudes, [modeCount]. With their velocities, they are the state. */
  readonly amplitudes: Float64Array;
  readonly velocities: Float64Array;
  /** Modal force at the end of the last step, divided by its maximum; 0 without a maximum. */
  readonly overload: number;
}

interface ModelTables {
  model: FilterModel;
  readonly row: number;
  readonly coefficients: number;
  readonly transfer: number;
  /** Duration of the step for which the coefficients were computed, seconds. */
  dt: number;
}

/** The filters of several parts, all in one kernel's memory, so that one call advances all of them. */
export class FilterBank {
  private readonly allocator: KernelAllocator;
  private readonly models: ModelTables[] = [];
  private readonly entries: {
    readonly tables: ModelTables;
    readonly inputs: number;
    readonly state: number;
  }[] = [];
  private table = 0;
  private capacity = 0;
  private scratch = 0;
  private scratchRow = 0;
  private cached: Filter[] = [];

  constructor(readonly kernel: FleshKernel = createFleshKernel()) {
    this.allocator = new KernelAllocator(kernel.memory);
  }

  /**
   * Adds a filter whose amplitudes and velocities are 0, and returns its index. maxForce: the norm of the vector of modal forces is limited
   * smoothly to this, m/s² · √kg; Infinity for no limit.
   */
  add(model: FilterModel, maxForce = Number.POSITIVE_INFINITY): number {
    const tables = this.tablesOf(model);
    const inputs = this.allocate(filterInputsBytes / 8);
    const state = this.allocate(2 * tables.row);
    if (tables.row > this.scratchRow) {
      this.scratch = this.allocate(2 * tables.row);
      this.scratchRow = tables.row;
    }
    new FilterInputsRecord(this.kernel.memory.buffer, inputs).inverseMaxForce = 1 / maxForce;
    this.entries.push({ tables, inputs, state });
    this.writeTable();
    return this.entries.length - 1;
  }

  /**
   * Replaces the model of a filter that has it alone, by one with other frequencies or another damping, and its maximum force. The shapes must be
   * the same.
   */
  change(index: number, model: FilterModel, maxForce: number): void {
    const { tables, inputs } = this.entries[index];
    tables.model = model;
    tables.dt = Number.NaN;
    new FilterInputsRecord(this.kernel.memory.buffer, inputs).inverseMaxForce = 1 / maxForce;
  }

  get count(): number {
    return this.entries.length;
  }

  /** The filters. Their order is the order of their indices. */
  get filters(): readonly Filter[] {
    if (this.cached.length === this.entries.length) return this.cached;
    const { buffer } = this.kernel.memory;
    this.cached = this.entries.map(({ tables, inputs, state }) => {
      const record = new FilterInputsRecord(buffer, inputs);
      const { modeCount } = tables.model.part;
      return {
        get model() {
          return tables.model;
        },
        start: record.start,
        end: record.end,
        amplitudes: new Float64Array(buffer, state, modeCount),
        velocities: new Float64Array(buffer, state + 8 * tables.row, modeCount),
        get overload() {
          return record.overload;
        },
      };
    });
    return this.cached;
  }

  /**
   * Advances `count` filters, beginning with the index `first` (default: all), by dt ≥ 0 seconds. The result is exact for inputs that
   * change linearly from `start` to `end`.
   */
  step(dt: number, first = 0, count = this.entries.length - first): void {
    for (let k = first; k < first + count; k++) this.tabulate(this.entries[k].tables, dt);
    this.kernel.filter(this.table + first * filterPartBytes, count);
  }

  private tabulate(tables: ModelTables, dt: number): void {
    if (tables.dt === dt) return;
    tables.dt = dt;
    const { row, coefficients, model } = tables;
    const out = new Float64Array(this.kernel.memory.buffer, coefficients, filterRows * row);
    tabulateFilter(out, row, model.part.omega2, model.damping, dt);
  }

  private tablesOf(model: FilterModel): ModelTables {
    const known = this.models.find((tables) => tables.model === model);
    if (known) return known;
    const { modeCount, transfer } = model.part;
    const row = modeCount + (modeCount % 2);
    const tables = {
      model,
      row,
      coefficients: this.allocate(filterRows * row),
      transfer: this.allocate(inputCount * row),
      dt: Number.NaN,
    };
    const rows = this.doubles().subarray(tables.transfer / 8);
    for (let mode = 0; mode < modeCount; mode++) {
      for (let k = 0; k < inputCount; k++) rows[k * row + mode] = -transfer[inputCount * mode + k];
    }
    this.models.push(tables);
    return tables;
  }

  private writeTable(): void {
    const { entries } = this;
    if (entries.length > this.capacity) {
      this.capacity = Math.max(8, 2 * this.capacity);
      this.table = this.allocate(this.capacity * (filterPartBytes / 8));
    }
    entries.forEach(({ tables, inputs, state }, index) => {
      const record = new FilterPartRecord(this.kernel.memory.buffer, this.table + filterPartBytes * index);
      record.rowLength = tables.row;
      record.coefficients = tables.coefficients;
      record.transfer = tables.transfer;
      record.inputs = inputs;
      record.state = state;
      record.forces = this.scratch;
    });
    this.cached = [];
  }

  /** Allocates `length` float64 zeros and returns the pointer. */
  private allocate(length: number): number {
    const pointer = this.allocator.allocate(8 * length);
    new Float64Array(this.kernel.memory.buffer, pointer, length).fill(0);
    this.cached = [];
    return pointer;
  }

  private doubles(): Float64Array {
    return new Float64Array(this.kernel.memory.buffer);
  }
}
