import { dogMesh, elephantMesh, grassMesh } from '../../topology/testing/paper-meshes.ts';
import { buildTopology, type TopologyKind, topologyKinds } from '../../topology/topology.ts';
import { timeFurStep } from './time-fur-step.ts';

/** The paper's models in size. */
export const paperModels = { elephant: elephantMesh, dog: dogMesh, grass: grassMesh } as const;

/** How long one update takes: figures 9 to 11 of the paper. */
export interface UpdateTime {
  readonly model: keyof typeof paperModels;
  readonly topology: TopologyKind;
  readonly solver: 'explicit' | 'implicit';
  readonly massCount: number;
  readonly springCount: number;
  /** ms a step of 1/120 s, the best of all rounds. */
  readonly ms: number;
}

/** Times every model with every topology and solver, in turn, `rounds` times: 24 figures, some seconds. */
export function measureUpdateTimes(
  rounds = 5,
  implementation: 'wasm' | 'twin' = 'wasm',
): readonly UpdateTime[] {
  const models = Object.keys(paperModels) as (keyof typeof paperModels)[];
  const cases = models.flatMap((model) => {
    const mesh = paperModels[model]();
    return topologyKinds.flatMap((kind) => {
      const { massCount, springCount } = buildTopology(kind, mesh);
      // About as many masses for each, so that the small ones are not lost in the clock.
      const steps = Math.ceil(100_000 / massCount);
      return (['explicit', 'implicit'] as const).map((solver) => ({
        time: { model, topology: kind, solver, massCount, springCount },
        measure: () => timeFurStep({ mesh, kind, solver, implementation }, steps),
      }));
    });
  });
  const best = cases.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    cases.forEach(({ measure }, k) => {
      best[k] = Math.min(best[k], measure());
    });
  }
  return cases.map(({ time }, k) => ({ ...time, ms: best[k] }));
}
