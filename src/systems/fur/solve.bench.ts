import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { timeFurStep, timeMasses } from './testing/time-fur-step.ts';
import { dogMesh, elephantMesh } from './topology/testing/paper-meshes.ts';

const elephant = elephantMesh();
const dog = dogMesh();

export const furSolveBenchmarks: readonly Benchmark[] = [
  {
    name: 'fur.prismsExplicit.millionMassesPerSecond',
    unit: '1e6/s',
    larger: true,
    runs: 20,
    run: () => timeMasses({ mesh: dog, kind: 'prisms', solver: 'explicit', implementation: 'wasm' }, 60),
  },
  {
    name: 'fur.prismsExplicitPlain.millionMassesPerSecond',
    unit: '1e6/s',
    larger: true,
    run: () => timeMasses({ mesh: dog, kind: 'prisms', solver: 'explicit', implementation: 'reference' }, 20),
  },
  {
    name: 'fur.sticksClosedForm.millionMassesPerSecond',
    unit: '1e6/s',
    larger: true,
    runs: 20,
    run: () => timeMasses({ mesh: dog, kind: 'sticks', solver: 'implicit', implementation: 'wasm' }, 100),
  },
  {
    name: 'fur.dogImplicit.ms',
    unit: 'ms',
    runs: 20,
    run: () =>
      timeFurStep({ mesh: dog, kind: 'separablePrisms', solver: 'implicit', implementation: 'wasm' }, 5),
  },
  {
    name: 'fur.elephantPrismsImplicit.ms',
    unit: 'ms',
    run: () => timeFurStep({ mesh: elephant, kind: 'prisms', solver: 'implicit', implementation: 'wasm' }, 5),
  },
  {
    name: 'fur.dogPrismsImplicit.ms',
    unit: 'ms',
    run: () => timeFurStep({ mesh: dog, kind: 'prisms', solver: 'implicit', implementation: 'wasm' }, 5),
  },
  {
    name: 'fur.dogPrismsImplicitPlain.ms',
    unit: 'ms',
    run: () => timeFurStep({ mesh: dog, kind: 'prisms', solver: 'implicit', implementation: 'reference' }, 2),
  },
];
