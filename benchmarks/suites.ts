import type { Benchmark } from './benchmark.ts';

/** For each name of a suite, a function that loads its benchmarks when they are needed. */
export const suites: Record<string, () => Promise<readonly Benchmark[]>> = {
  async start() {
    return (await import('./start.bench.ts')).startBenchmarks;
  },
  async ground() {
    const [kernels, system, fall, bake] = await Promise.all([
      import('../src/systems/ground/erosion.bench.ts'),
      import('../src/systems/ground/ground.bench.ts'),
      import('./ground-fall.bench.ts'),
      import('./bake.bench.ts'),
    ]);
    return [
      ...kernels.groundKernelBenchmarks,
      ...system.groundBenchmarks,
      ...fall.groundFallBenchmarks,
      ...bake.bakeBenchmarks,
    ];
  },
  async flesh() {
    const [modes, prepare, run] = await Promise.all([
      import('./flesh-modes.bench.ts'),
      import('../src/systems/flesh/prepare.bench.ts'),
      import('../src/systems/flesh/run.bench.ts'),
    ]);
    return [...modes.fleshModesBenchmarks, ...prepare.fleshPrepareBenchmarks, ...run.fleshRunBenchmarks];
  },
  async particles() {
    const [step, match, howdy] = await Promise.all([
      import('../src/systems/particles/step.bench.ts'),
      import('../src/systems/particles/match/match.bench.ts'),
      import('./howdy.bench.ts'),
    ]);
    return [...step.particlesStepBenchmarks, ...match.matchBenchmarks, ...howdy.howdyBenchmarks];
  },
  async fur() {
    const [solve, meadow] = await Promise.all([
      import('../src/systems/fur/solve.bench.ts'),
      import('../src/systems/fur/meadow.bench.ts'),
    ]);
    return [...solve.furSolveBenchmarks, ...meadow.furMeadowBenchmarks];
  },
  async 'fur-screen'() {
    return (await import('./fur-screen/fur-screen.bench.ts')).furScreenBenchmarks;
  },
  async gpu() {
    const [ground, particles, fur, flesh] = await Promise.all([
      import('../src/gpu/ground/gpu-ground.bench.ts'),
      import('../src/gpu/particles/gpu-particles.bench.ts'),
      import('../src/gpu/fur/gpu-fur.bench.ts'),
      import('../src/gpu/flesh/gpu-flesh.bench.ts'),
    ]);
    return [
      ...ground.gpuGroundBenchmarks,
      ...particles.gpuParticlesBenchmarks,
      ...fur.gpuFurBenchmarks,
      ...flesh.gpuFleshBenchmarks,
    ];
  },
  async many() {
    return (await import('./many.bench.ts')).manyBenchmarks;
  },
  async contact() {
    return (await import('./contact.bench.ts')).contactBenchmarks;
  },
  async screen() {
    return (await import('./screen.bench.ts')).screenBenchmarks;
  },
};
