import type { Gpu } from '../gpu.ts';
import { castShader, displaceShader, pressShader } from './wgsl/contact.ts';
import { drawShader } from './wgsl/draw.ts';
import { erodeShader, frameShader } from './wgsl/erode.ts';

const sources = {
  reset: frameShader,
  enlist: frameShader,
  check: frameShader,
  begin: frameShader,
  finish: frameShader,
  clear: castShader,
  castTriangle: castShader,
  press: pressShader,
  markWalls: pressShader,
  labelWindows: displaceShader,
  passWindows: displaceShader,
  spread: displaceShader,
  deposit: displaceShader,
  decide: erodeShader,
  apply: erodeShader,
  draw: drawShader,
} as const;

/** Names of the shaders of the ground: see `wgsl/`. */
export type GroundShader = keyof typeof sources;

export interface GroundShaders {
  readonly layout: GPUBindGroupLayout;
  readonly pipelines: Readonly<Record<GroundShader, GPUComputePipeline>>;
}

const compute = 0x4;

/** Compiles the shaders of the ground. */
export async function compileGround(gpu: Gpu): Promise<GroundShaders> {
  const types: GPUBufferBindingType[] = [
    'storage',
    'storage',
    'storage',
    'storage',
    'read-only-storage',
    'storage',
    'read-only-storage',
    'read-only-storage',
    'uniform',
    'uniform',
  ];
  const layout = gpu.device.createBindGroupLayout({
    label: 'ground',
    entries: types.map((type, binding) => ({
      binding,
      visibility: compute,
      buffer: { type, hasDynamicOffset: binding === types.length - 1 },
    })),
  });
  const whole = gpu.device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const names = Object.keys(sources) as GroundShader[];
  const compiled = await Promise.all(names.map((name) => gpu.createPipeline(sources[name], name, whole)));
  const pipelines = Object.fromEntries(names.map((name, k) => [name, compiled[k]]));
  return { layout, pipelines: pipelines as GroundShaders['pipelines'] };
}
