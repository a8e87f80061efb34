import { contourSteps } from '../../systems/ground/kernel.ts';
import type { GroundSettings } from '../../systems/ground/rules/settings.ts';
import { scalePressed } from '../../systems/ground/rules/thresholds.ts';
import { bufferUsage, type Gpu } from '../gpu.ts';
import { WordList } from '../word-list.ts';
import type { GroundShader, GroundShaders } from './ground-shaders.ts';
import type { SlotPool } from './slot-pool.ts';

/** Bytes from one set of arguments to the next: the maximum of `minUniformBufferOffsetAlignment`. */
const callStride = 256;
/** Maximum number of workgroups along one dimension. Beyond it, a dispatch has rows of this length. */
const rowGroups = 32768;
const ruleBytes = 112;
/** `Call` in `wgsl/common.ts`, in words. */
const callWords = 11;
const { uniform, storage, copyTarget } = bufferUsage;

/** One dispatch of a shader: the number of workgroups, and its arguments (`Call` in `wgsl/common.ts`). */
export interface GroundCall {
  readonly shader: GroundShader;
  readonly groups: number;
  readonly list?: number;
  readonly count?: number;
  readonly pass?: number;
  readonly axisFloor?: number;
  readonly diagonalFloor?: number;
  readonly division?: number;
  readonly plane?: number;
  readonly lastPass?: number;
  readonly isFirst?: boolean;
  readonly labelRound?: number;
  readonly passRound?: number;
}

/** Dispatches whose arguments are on the card. */
export interface PreparedCalls {
  readonly buffer: GPUBuffer;
  readonly calls: readonly GroundCall[];
}

/** Runs the shaders of a ground on the columns of a pool. What they read is written into `lists` and `triangles` before. */
export class GroundDispatcher {
  readonly lists = new WordList();
  readonly triangles = new WordList();
  private readonly rules: GPUBuffer;
  private listBuffer: GPUBuffer;
  private triangleBuffer: GPUBuffer;
  private callBuffer: GPUBuffer;
  private readonly kept = new Map<string, PreparedCalls>();
  private readonly groups = new Map<GPUBuffer, GPUBindGroup>();
  private generation = -1;

  constructor(
    private readonly gpu: Gpu,
    private readonly shaders: GroundShaders,
    private readonly pool: SlotPool,
    private readonly settings: GroundSettings,
  ) {
    this.rules = gpu.createBuffer('rules', ruleBytes, uniform | copyTarget);
    this.listBuffer = gpu.createBuffer('lists', 4096, storage | copyTarget);
    this.triangleBuffer = gpu.createBuffer('triangles', 4096, storage | copyTarget);
    this.callBuffer = gpu.createBuffer('calls', 64 * callStride, uniform | copyTarget);
  }

  /** Writes lists, triangles and the arguments of dispatches to the card. Valid until the next call. */
  prepare(calls: readonly GroundCall[]): PreparedCalls {
    this.listBuffer = this.fill(this.listBuffer, this.lists);
    this.triangleBuffer = this.fill(this.triangleBuffer, this.triangles);
    this.callBuffer = this.fill(this.callBuffer, packCalls(calls));
    return { buffer: this.callBuffer, calls };
  }

  /** Returns dispatches that are the same in many steps. Their arguments are written once. */
  keep(key: string, list: () => readonly GroundCall[]): PreparedCalls {
    const known = this.kept.get(key);
    if (known) return known;
    const calls = list();
    const { view } = packCalls(calls);
    const buffer = this.gpu.createBuffer('kept calls', view.byteLength, uniform | copyTarget);
    this.gpu.write(buffer, 0, view);
    const prepared = { buffer, calls };
    this.kept.set(key, prepared);
    return prepared;
  }

  /** Adds dispatches first … end − 1. groups: the number of workgroups, by default that of each. */
  dispatch(
    pass: GPUComputePassEncoder,
    { buffer, calls }: PreparedCalls,
    first = 0,
    end = calls.length,
    groups?: number,
  ): void {
    const group = this.bind(buffer);
    for (let k = first; k < end; k++) {
      const { shader, groups: own } = calls[k];
      const count = groups ?? own;
      if (count === 0) continue;
      pass.setPipeline(this.shaders.pipelines[shader]);
      pass.setBindGroup(0, group, [k * callStride]);
      pass.dispatchWorkgroups(Math.min(count, rowGroups), Math.ceil(count / rowGroups));
      this.gpu.counts.dispatches++;
    }
  }

  dispose(): void {
    for (const buffer of [this.rules, this.listBuffer, this.triangleBuffer, this.callBuffer])
      buffer.destroy();
    for (const { buffer } of this.kept.values()) buffer.destroy();
  }

  /** Writes words into a buffer, or into a larger one that replaces it. */
  private fill(buffer: GPUBuffer, { view }: WordList): GPUBuffer {
    let target = buffer;
    if (buffer.size < view.byteLength) {
      target = this.gpu.createBuffer(buffer.label, 2 * view.byteLength, buffer.usage);
      buffer.destroy();
      this.groups.clear();
    }
    this.gpu.write(target, 0, view);
    return target;
  }

  private bind(calls: GPUBuffer): GPUBindGroup {
    const { pool, gpu } = this;
    if (this.generation !== pool.generation) {
      this.generation = pool.generation;
      this.groups.clear();
      this.writeRules();
    }
    const known = this.groups.get(calls);
    if (known) return known;
    const { heights, marks, lowest, scratch, around, status } = pool;
    const { listBuffer, triangleBuffer, rules } = this;
    const buffers = [heights, marks, lowest, scratch, around, status, listBuffer, triangleBuffer, rules];
    const group = gpu.device.createBindGroup({
      layout: this.shaders.layout,
      entries: [
        ...buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
        { binding: buffers.length, resource: { buffer: calls, size: 4 * callWords } },
      ],
    });
    this.groups.set(calls, group);
    return group;
  }

  /** `Rules` in `wgsl/common.ts`. */
  private writeRules(): void {
    const { erosion, alpha16, tolerance, rules, cell } = this.settings;
    const { shift, buriedLimit } = scalePressed(cell);
    const words = new WordList();
    words.push(shift, buriedLimit);
    words.push(erosion.axisInside, erosion.diagonalInside, erosion.axisOutside, erosion.diagonalOutside);
    words.push(erosion.diagonalRatio, alpha16, tolerance, Math.max(0, tolerance));
    const [axisStep, diagonalStep] = contourSteps[rules.contourRule];
    words.push(axisStep, diagonalStep, rules.pushesDisplaced ? 1 : 0, this.pool.slotWords, 0, 0);
    for (const fraction of erosion.fraction) words.push(fraction);
    words.push(0, 0, 0);
    this.gpu.write(this.rules, 0, words.view);
  }
}

function packCalls(calls: readonly GroundCall[]): WordList {
  const words = new WordList();
  for (const call of calls) {
    const { list = 0, count = 0, pass = 0, axisFloor = 0, diagonalFloor = 0 } = call;
    const { division = 0, plane = 0, lastPass = 0, isFirst = false, labelRound = 0, passRound = 0 } = call;
    words.push(list, count, pass, axisFloor, diagonalFloor, division, plane, lastPass);
    words.push(isFirst ? 1 : 0, labelRound, passRound);
    for (let k = callWords; k < callStride / 4; k++) words.push(0);
  }
  return words;
}
