import type { Gpu } from '../gpu.ts';
import { showShader } from './wgsl/show.ts';
import { dressShader, restoreShader, stepAmongShader, stepShader } from './wgsl/step.ts';

const read = 'read-only-storage';
const write = 'storage';

/** Each shader with the types of its buffers. The last one is that of its arguments. */
const sources = {
  step: { code: stepShader, types: [write, write, read, read, read, read] },
  stepAmong: { code: stepAmongShader, types: [write, write, read, read, read, read] },
  restore: { code: restoreShader, types: [write, write, read, read, read] },
  show: { code: showShader, types: [read, read, read, read, read, write, write] },
  dress: { code: dressShader, types: [read, write, write, read, read, read] },
} as const;

/** Names of the shaders of particles: see `wgsl/`. */
export type ParticleShader = keyof typeof sources;

export interface CompiledShader {
  readonly layout: GPUBindGroupLayout;
  readonly pipeline: GPUComputePipeline;
}

export type ParticleShaders = Readonly<Record<ParticleShader, CompiledShader>>;

const compute = 0x4;

/** Compiles the shaders of particles. */
export async function compileParticles(gpu: Gpu): Promise<ParticleShaders> {
  const names = Object.keys(sources) as ParticleShader[];
  const compiled = await Promise.all(
    names.map(async (name): Promise<readonly [ParticleShader, CompiledShader]> => {
      const { code, types } = sources[name];
      const all: GPUBufferBindingType[] = [...types, 'uniform'];
      const layout = gpu.device.createBindGroupLayout({
        label: `particles: ${name}`,
        entries: all.map((type, binding) => ({
          binding,
          visibility: compute,
          buffer: { type, hasDynamicOffset: type === 'uniform' },
        })),
      });
      const whole = gpu.device.createPipelineLayout({ bindGroupLayouts: [layout] });
      return [name, { layout, pipeline: await gpu.createPipeline(code, name, whole) }];
    }),
  );
  return Object.fromEntries(compiled) as ParticleShaders;
}
