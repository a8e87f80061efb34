import type { FleshGroup } from '../../systems/flesh/flesh-group.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import { inputCount } from '../../systems/flesh/records.generated.ts';
import { filterRows, tabulateFilter } from '../../systems/flesh/tabulate-filter.ts';
import { bufferUsage, type Gpu } from '../gpu.ts';
import { packFrame } from './pack-frame.ts';
import { frameStride, groupThreads, writeFleshShader } from './wgsl/flesh.ts';

/** Maximum number of workgroups along one dimension. Beyond it, a dispatch has rows of this length. */
const rowGroups = 32768;
const setupFloats = 12;
const { uniform, storage, copySource, copyTarget } = bufferUsage;
const compute = 0x4;

/** Where the displayed amplitudes of a part are: floats of a character's row, and the first column. */
export interface ShownColumns {
  readonly buffer: GPUBuffer;
  readonly rowLength: number;
  readonly firstColumn: number;
}

/** Bytes of the largest buffer of a group. */
export function measureLargestBuffer({ part, count }: FleshGroup): number {
  return (
    4 * Math.max(frameStride * count, stateStride(part) * count, 3 * part.modeCount * countVertices(part))
  );
}

/** The compiled shader of a part. */
export interface FleshShader {
  readonly layout: GPUBindGroupLayout;
  readonly pipeline: GPUComputePipeline;
}

export async function compileFlesh(gpu: Gpu, { modeCount }: FleshPart): Promise<FleshShader> {
  const types: GPUBufferBindingType[] = [
    'uniform',
    'read-only-storage',
    'read-only-storage',
    'read-only-storage',
    'storage',
    'storage',
  ];
  const layout = gpu.device.createBindGroupLayout({
    label: 'flesh',
    entries: types.map((type, binding) => ({ binding, visibility: compute, buffer: { type } })),
  });
  const whole = gpu.device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const pipeline = await gpu.createPipeline(writeFleshShader(modeCount), 'advance', whole);
  return { layout, pipeline };
}

/** The flesh of one part on many characters, on a graphics card. The group in main memory reads the motion of the bones, and decides into how many steps a frame is divided. */
export class GpuFlesh {
  /** See `stateStride`. */
  readonly state: GPUBuffer;
  private readonly buffers: readonly GPUBuffer[];
  private readonly bindings: GPUBindGroup;
  private readonly frames: Float32Array<ArrayBuffer>;
  private readonly coefficients: Float32Array<ArrayBuffer>;
  private readonly tabulated: Float64Array;
  private readonly setup: ArrayBuffer;
  /** Duration of the steps for which the coefficients were computed, seconds. */
  private tabulatedStep = Number.NaN;

  /** Moves the amplitudes of the group to the card. */
  constructor(
    private readonly gpu: Gpu,
    private readonly shader: FleshShader,
    readonly group: FleshGroup,
    shown: ShownColumns,
  ) {
    const { part, count, settings } = group;
    const { modeCount } = part;
    this.frames = new Float32Array(frameStride * count);
    this.tabulated = new Float64Array(filterRows * modeCount);
    this.coefficients = new Float32Array(filterRows * modeCount);
    this.setup = new ArrayBuffer(4 * setupFloats);
    const floats = new Float32Array(this.setup);
    const words = new Uint32Array(this.setup);
    const { restDown, gravity, strength, maxForce, maxDisplacement } = settings;
    if (restDown) floats.set(restDown);
    floats[3] = strength * gravity;
    floats.set([strength, 1 / maxForce, 0.5 * maxDisplacement], 4);
    words.set([countVertices(part), shown.rowLength, shown.firstColumn, count], 7);

    const create = (label: string, length: number, usage: number) =>
      gpu.createBuffer(`flesh: ${label}`, 4 * length, usage | copyTarget);
    const fill = (label: string, data: Float32Array<ArrayBuffer>, usage: number) => {
      const buffer = create(label, data.length, usage);
      gpu.write(buffer, 0, data);
      return buffer;
    };
    this.state = fill('state', this.packState(), storage | copySource);
    this.buffers = [
      create('setup', setupFloats, uniform),
      create('frames', this.frames.length, storage),
      fill('tables', packTables(part), storage),
      fill('shapes', packShapes(part), storage),
      this.state,
    ];
    this.bindings = gpu.device.createBindGroup({
      layout: shader.layout,
      entries: [...this.buffers, shown.buffer].map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  /** Copies what the frame of dt seconds needs to the card. Call `dispatch` after that. */
  beginFrame(dt: number): void {
    const { gpu, group, frames } = this;
    const { seconds, steps } = group.beginFrame(dt);
    const { drives, isMoved, isSettling } = group;
    for (let k = 0; k < drives.length; k++) {
      packFrame(frames, k, drives[k], isMoved[k] === 1, isSettling[k] === 1);
    }
    new Uint32Array(this.setup)[setupFloats - 1] = steps;
    const [setup, framesBuffer, tables] = this.buffers;
    gpu.write(setup, 0, new Uint32Array(this.setup));
    gpu.write(framesBuffer, 0, frames);
    const step = seconds / steps;
    if (steps === 0 || step === this.tabulatedStep) return;
    this.tabulatedStep = step;
    const { part, settings } = group;
    tabulateFilter(this.tabulated, part.modeCount, part.omega2, settings.damping, step);
    this.coefficients.set(this.tabulated);
    gpu.write(tables, 0, this.coefficients);
  }

  /** Prepares a dispatch that only computes the displayed amplitudes, before the first frame. */
  beginWithoutSteps(): void {
    this.gpu.write(this.buffers[0], 0, new Uint32Array(this.setup));
  }

  dispatch(pass: GPUComputePassEncoder): void {
    const { count } = this.group;
    pass.setPipeline(this.shader.pipeline);
    pass.setBindGroup(0, this.bindings);
    pass.dispatchWorkgroups(Math.min(count, rowGroups), Math.ceil(count / rowGroups));
    this.gpu.counts.dispatches++;
  }

  get stateBytes(): number {
    return 4 * stateStride(this.group.part) * this.group.count;
  }

  /** Copies the displayed amplitudes from the words of `state` to the group. */
  showState(words: Float32Array): void {
    const { part, count, amplitudes } = this.group;
    const { modeCount } = part;
    const stride = stateStride(part);
    for (let k = 0; k < count; k++) {
      const factor = words[stride * k + 2 * modeCount];
      for (let mode = 0; mode < modeCount; mode++) {
        amplitudes[modeCount * k + mode] = factor * words[stride * k + mode];
      }
    }
  }

  /** Lets the group continue on the CPU from the words of `state`. */
  leave(words: Float32Array): void {
    const { part, count } = this.group;
    const length = 2 * part.modeCount;
    const state = new Float32Array(length * count);
    for (let k = 0; k < count; k++) {
      state.set(words.subarray((length + 1) * k, (length + 1) * k + length), length * k);
    }
    this.group.writeState(state);
  }

  dispose(): void {
    for (const buffer of this.buffers) buffer.destroy();
  }

  private packState(): Float32Array<ArrayBuffer> {
    const { group } = this;
    const length = 2 * group.part.modeCount;
    const state = new Float32Array(length * group.count);
    group.readState(state);
    const words = new Float32Array((length + 1) * group.count);
    for (let k = 0; k < group.count; k++) {
      words.set(state.subarray(length * k, length * (k + 1)), (length + 1) * k);
      words[(length + 1) * (k + 1) - 1] = 1;
    }
    return words;
  }
}

/** Amplitudes, velocities, and the factor of the limit. */
function stateStride({ modeCount }: FleshPart): number {
  return 2 * modeCount + 1;
}

function countVertices({ surfaces }: FleshPart): number {
  return surfaces.reduce((sum, { vertices }) => sum + vertices.length, 0);
}

/** `tables` in `wgsl/flesh.ts`, without the coefficients of the filter. */
function packTables({ modeCount, transfer, omega2, reach }: FleshPart): Float32Array<ArrayBuffer> {
  const tables = new Float32Array((filterRows + inputCount + 2) * modeCount);
  let at = filterRows * modeCount;
  for (let k = 0; k < inputCount; k++) {
    for (let mode = 0; mode < modeCount; mode++) tables[at++] = -transfer[inputCount * mode + k];
  }
  for (let mode = 0; mode < modeCount; mode++) tables[at++] = omega2[mode] > 0 ? 1 / omega2[mode] : 0;
  for (let mode = 0; mode < modeCount; mode++) tables[at++] = reach[mode];
  return tables;
}

/** `shapes` in `wgsl/flesh.ts`. */
function packShapes(part: FleshPart): Float32Array<ArrayBuffer> {
  const { modeCount, surfaces, scale } = part;
  const vertexCount = countVertices(part);
  const out = new Float32Array(3 * modeCount * vertexCount);
  let first = 0;
  for (const { vertices, shapes } of surfaces) {
    for (let mode = 0; mode < modeCount; mode++) {
      for (let vertex = 0; vertex < vertices.length; vertex++) {
        for (let axis = 0; axis < 3; axis++) {
          out[(3 * mode + axis) * vertexCount + first + vertex] =
            scale * shapes[3 * (mode * vertices.length + vertex) + axis];
        }
      }
    }
    first += vertices.length;
  }
  return out;
}

/** Maximum number of modes of a part: each has a thread of its own. */
export const maxModes = groupThreads;
