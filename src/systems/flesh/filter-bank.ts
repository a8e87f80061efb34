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

/** What filters of one kind share: many figures may bear the same part. */
export interface FilterModel {
  readonly part: FleshPart;
  readonly damping: RayleighDamping;
}

/** One part in motion: views into the kernel's memory, good until the next filter is added to the bank. */
export interface Filter {
  readonly model: FilterModel;
  /** [12] at the start and the end of a step; read by `step`. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** [modeCount] amplitudes and their velocities: the state. */
  readonly amplitudes: Float64Array;
  readonly velocities: Float64Array;
  /** Of the last step, at its end: the modal force over the largest one that was allowed; 0 without a limit. */
  readonly overload: number;
}

interface SharedModel {
  readonly model: FilterModel;
  readonly row: number;
  readonly coefficients: number;
  readonly transfer: number;
  /** The step that the coefficients are for, seconds. */
  dt: number;
}

/** The filters of any number of parts in one kernel's memory, stepped by one call. */
export class FilterBank {
  private readonly allocator: KernelAllocator;
  private readonly models: SharedModel[] = [];
  private readonly entries: {
    readonly shared: SharedModel;
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
   * Adds a filter at rest and returns its index. `largestForce`, m/s² times √kg: the length of all modal forces together
   * is kept below it, smoothly; Infinity for no limit.
   */
  add(model: FilterModel, largestForce = Number.POSITIVE_INFINITY): number {
    const shared = this.share(model);
    const inputs = this.allocate(filterInputsBytes / 8);
    const state = this.allocate(2 * shared.row);
    if (shared.row > this.scratchRow) {
      this.scratch = this.allocate(2 * shared.row);
      this.scratchRow = shared.row;
    }
    new FilterInputsRecord(this.kernel.memory.buffer, inputs).inverseMaxForce = 1 / largestForce;
    this.entries.push({ shared, inputs, state });
    this.writeTable();
    return this.entries.length - 1;
  }

  get count(): number {
    return this.entries.length;
  }

  /** The filters, by index. */
  get filters(): readonly Filter[] {
    if (this.cached.length === this.entries.length) return this.cached;
    const { buffer } = this.kernel.memory;
    this.cached = this.entries.map(({ shared, inputs, state }) => {
      const record = new FilterInputsRecord(buffer, inputs);
      const { modeCount } = shared.model.part;
      return {
        model: shared.model,
        start: record.start,
        end: record.end,
        amplitudes: new Float64Array(buffer, state, modeCount),
        velocities: new Float64Array(buffer, state + 8 * shared.row, modeCount),
        get overload() {
          return record.overload;
        },
      };
    });
    return this.cached;
  }

  /**
   * Advances filters by dt ≥ 0 seconds, exactly, under inputs that go linearly from `start` to `end`: `count` of them
   * from `first` on, all when absent.
   */
  step(dt: number, first = 0, count = this.entries.length - first): void {
    for (let k = first; k < first + count; k++) this.tabulate(this.entries[k].shared, dt);
    this.kernel.filter(this.table + first * filterPartBytes, count);
  }

  private tabulate(shared: SharedModel, dt: number): void {
    if (shared.dt === dt) return;
    shared.dt = dt;
    const { row, coefficients, model } = shared;
    const out = new Float64Array(this.kernel.memory.buffer, coefficients, filterRows * row);
    tabulateFilter(out, row, model.part.omega2, model.damping, dt);
  }

  private share(model: FilterModel): SharedModel {
    const known = this.models.find((shared) => shared.model === model);
    if (known) return known;
    const { modeCount, transfer } = model.part;
    const row = modeCount + (modeCount % 2);
    const shared = {
      model,
      row,
      coefficients: this.allocate(filterRows * row),
      transfer: this.allocate(inputCount * row),
      dt: Number.NaN,
    };
    const rows = this.doubles().subarray(shared.transfer / 8);
    for (let mode = 0; mode < modeCount; mode++) {
      for (let k = 0; k < inputCount; k++) rows[k * row + mode] = -transfer[inputCount * mode + k];
    }
    this.models.push(shared);
    return shared;
  }

  private writeTable(): void {
    const { entries } = this;
    if (entries.length > this.capacity) {
      this.capacity = Math.max(8, 2 * this.capacity);
      this.table = this.allocate(this.capacity * (filterPartBytes / 8));
    }
    entries.forEach(({ shared, inputs, state }, index) => {
      const record = new FilterPartRecord(this.kernel.memory.buffer, this.table + filterPartBytes * index);
      record.rowLength = shared.row;
      record.coefficients = shared.coefficients;
      record.transfer = shared.transfer;
      record.inputs = inputs;
      record.state = state;
      record.forces = this.scratch;
    });
    this.cached = [];
  }

  /** A pointer to so many zeros. */
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
