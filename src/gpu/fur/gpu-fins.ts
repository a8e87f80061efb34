import { bufferUsage, type Gpu } from '../gpu.ts';
import { WordList } from '../word-list.ts';
import { groupSize } from './wgsl/common.ts';
import { finConstants, finShader, finVectors } from './wgsl/fins.ts';

/** The edges of a skin on which fins may be drawn. */
export interface FinData {
  /** The drawn vertices at both ends, [2 · count]. */
  readonly ends: Uint32Array;
  /** [finConstants · count] */
  readonly constants: Float32Array;
  /** Cosines of the angle between view direction and skin, below which a fin begins to appear and is opaque. */
  readonly cosines: readonly [number, number];
}

const { storage, uniform, copySource, copyTarget } = bufferUsage;

/** Finds fins at the silhouette on a graphics card, from the strands that it draws. */
export class GpuFins {
  private readonly count: number;
  private readonly view: GPUBuffer;
  private readonly buffers: GPUBuffer[];
  private readonly fins: GPUBuffer;
  private readonly group: GPUBindGroup;

  /** drawn: root, normal and offset of each vertex. */
  static async create(gpu: Gpu, data: FinData, drawn: GPUBuffer): Promise<GpuFins> {
    const types: GPUBufferBindingType[] = [
      'uniform',
      'read-only-storage',
      'read-only-storage',
      'read-only-storage',
      'storage',
    ];
    const layout = gpu.device.createBindGroupLayout({
      label: 'fins',
      entries: types.map((type, binding) => ({ binding, visibility: 0x4, buffer: { type } })),
    });
    const whole = gpu.device.createPipelineLayout({ bindGroupLayouts: [layout] });
    const pipeline = await gpu.createPipeline(finShader(data.cosines), 'collectFins', whole);
    return new GpuFins(gpu, data, drawn, layout, pipeline);
  }

  private constructor(
    private readonly gpu: Gpu,
    { ends, constants }: FinData,
    drawn: GPUBuffer,
    layout: GPUBindGroupLayout,
    private readonly pipeline: GPUComputePipeline,
  ) {
    this.count = constants.length / finConstants;
    const fill = (label: string, words: Uint32Array<ArrayBuffer>) => {
      const buffer = gpu.createBuffer(label, words.byteLength, storage | copyTarget);
      gpu.write(buffer, 0, words);
      return buffer;
    };
    this.view = gpu.createBuffer('view of fins', 32, uniform | copyTarget);
    this.fins = gpu.createBuffer('fins', this.bytes, storage | copySource);
    this.buffers = [
      fill('ends of fins', ends.slice()),
      fill('constants of fins', new Uint32Array(constants.slice().buffer)),
    ];
    this.group = gpu.device.createBindGroup({
      layout,
      entries: [this.view, ...this.buffers, drawn, this.fins].map((buffer, binding) => ({
        binding,
        resource: { buffer },
      })),
    });
  }

  /** Finds the fins that are seen from `eye` [4], and copies them to `target`. eye: a position; if w is 0, a direction. */
  collect(eye: ArrayLike<number>, target: GPUBuffer | null): void {
    const { gpu } = this;
    const words = new WordList();
    words.pushFloats(eye);
    words.push(this.count);
    gpu.write(this.view, 0, words.view);
    const commands = gpu.device.createCommandEncoder();
    const pass = commands.beginComputePass();
    pass.setPipeline(this.pipeline);
    pass.setBindGroup(0, this.group);
    pass.dispatchWorkgroups(Math.ceil(this.count / groupSize));
    gpu.counts.dispatches++;
    pass.end();
    if (target) commands.copyBufferToBuffer(this.fins, 0, target, 0, this.bytes);
    gpu.submit(commands);
  }

  /** Copies what was found last to another buffer of the card. */
  copyTo(target: GPUBuffer): void {
    const commands = this.gpu.device.createCommandEncoder();
    commands.copyBufferToBuffer(this.fins, 0, target, 0, this.bytes);
    this.gpu.submit(commands);
  }

  dispose(): void {
    for (const buffer of [this.view, this.fins, ...this.buffers]) buffer.destroy();
  }

  private get bytes(): number {
    return 16 * finVectors * this.count;
  }
}
