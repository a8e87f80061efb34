import type { Gpu } from '../gpu.ts';
import { pressShader } from './wgsl/press.ts';
import { skinShader } from './wgsl/skin.ts';
import { carryShader, explicitShader, sticksShader, trianglesShader } from './wgsl/strands.ts';

const sources = {
  pose: skinShader,
  orient: skinShader,
  carry: carryShader,
  turn: skinShader,
  show: skinShader,
  press: pressShader,
  stepSticks: sticksShader,
  stepExplicit: explicitShader,
  stepTriangles: trianglesShader,
} as const;

/** Names of the shaders of fur: see `wgsl/`. */
export type FurShader = keyof typeof sources;
export type Solver = Extract<FurShader, `step${string}`>;

export interface FurShaders {
  readonly layout: GPUBindGroupLayout;
  readonly pipelines: Partial<Record<FurShader, GPUComputePipeline>>;
  /** Compiles another shader. */
  compile(name: FurShader): Promise<GPUComputePipeline>;
}

const compute = 0x4;

/** Compiles the shaders that a fur needs: those of its skin, and its solver. */
export async function compileFur(gpu: Gpu, solver: Solver): Promise<FurShaders> {
  const types: GPUBufferBindingType[] = [
    'uniform',
    'uniform',
    'read-only-storage',
    'read-only-storage',
    'read-only-storage',
    'read-only-storage',
    'storage',
    'storage',
    'storage',
    'read-only-storage',
  ];
  const layout = gpu.device.createBindGroupLayout({
    label: 'fur',
    entries: types.map((type, binding) => ({
      binding,
      visibility: compute,
      buffer: { type, hasDynamicOffset: binding === 1 },
    })),
  });
  const whole = gpu.device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const names: FurShader[] = ['pose', 'orient', 'carry', 'turn', 'show', solver];
  const compiled = await Promise.all(names.map((name) => gpu.createPipeline(sources[name], name, whole)));
  return {
    layout,
    pipelines: Object.fromEntries(names.map((name, k) => [name, compiled[k]])),
    compile: (name) => gpu.createPipeline(sources[name], name, whole),
  };
}
