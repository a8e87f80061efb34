import { readGltf } from '../../files/gltf/read-gltf.ts';
import { type ActorOptions, createActor } from '../../motion/actor.ts';
import { planTravel } from '../../motion/travel/plan-travel.ts';
import type { MorphOutput } from '../../systems/outputs/morph.ts';
import type { SystemDefinition } from '../../systems/system.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { OutputKindName } from '../output-kinds.ts';
import { planActor, planBase } from './plan-base.ts';
import { createSwingTrack } from './swing-track.ts';

/**
 * Creates a test system for morphs with one pendulum for each mode. The pendulums change from step to step, so they must be part of the
 * saved state.
 */
export function createSwingSystem(output: Omit<MorphOutput, 'kind' | 'amplitudes'>, rate: number) {
  interface State {
    /** Positions and speeds of the pendulums, [2 · modeCount]. */
    readonly pendulums: Float64Array;
    readonly shown: Float64Array;
  }
  const { modeCount } = output;
  const show = ({ pendulums, shown }: State, ahead: number) => {
    for (let k = 0; k < modeCount; k++) shown[k] = pendulums[2 * k] + ahead * pendulums[2 * k + 1];
  };
  const create = (pendulums: Float64Array): State => {
    const state = { pendulums, shown: new Float64Array(modeCount) };
    show(state, 0);
    return state;
  };
  const definition: SystemDefinition<Record<string, never>, State> = {
    name: 'swing',
    params: {},
    reads: [],
    shows: 'morph',
    rate: () => rate,
    create: () => create(Float64Array.from({ length: 2 * modeCount }, (_, k) => (k % 2 ? 3 : 0.2))),
    step(state, _, __, dt) {
      for (let k = 0; k < modeCount; k++) {
        const omega = 2 * Math.PI * (1.5 + k);
        state.pendulums[2 * k + 1] -=
          dt * (omega ** 2 * state.pendulums[2 * k] + 0.8 * state.pendulums[2 * k + 1]);
        state.pendulums[2 * k] += dt * state.pendulums[2 * k + 1];
      }
      show(state, 0);
    },
    interpolate: (state, _, ahead) => show(state, ahead),
    save: ({ pendulums }) => new Uint8Array(Float64Array.from(pendulums).buffer),
    load: (_, bytes) => create(new Float64Array(new Uint8Array(bytes).buffer)),
    hash: ({ pendulums }) => [...pendulums].join(),
    outputs: ({ shown }) => [{ ...output, kind: 'morph', amplitudes: shown }],
    report: () => ({}),
  };
  return definition;
}

export interface SwingPlanOptions extends Omit<ActorOptions, 'name' | 'travel'> {
  readonly fps: number;
  readonly end: number;
  readonly outputs: readonly OutputKindName[];
  readonly frames?: readonly [number, number];
  readonly rate?: number;
  readonly morphTargets?: number;
  readonly modesInExtras?: boolean;
}

/** Returns a scene of one character with two swinging parts that can be baked. */
export async function planSwing(bytes: Uint8Array, options: SwingPlanOptions): Promise<BakePlan> {
  const { fps, end, outputs, frames, rate = 240, morphTargets, modesInExtras, ...placement } = options;
  const rig = await readGltf(bytes, { name: 'figure.glb' });
  const actor = createActor(rig, {
    ...placement,
    name: 'figure',
    travel: (_, clip) => planTravel(rig, clip),
  });
  const parts = [2, 1].map((modeCount) => createSwingTrack(actor, { size: 0.02, end: 0, modeCount }));
  return {
    ...planBase({ name: 'swinging', fps, end, frames, outputs }),
    actors: [planActor(actor, bytes)],
    systems: parts.map(({ modeCount, surfaces }, k) => ({
      name: `part ${k}`,
      definition: createSwingSystem({ name: 'shape', actor: 'figure', modeCount, surfaces }, rate),
      params: {},
      reads: [],
      actors: null,
      prepared: {
        files: [{ name: `part ${k}`, extension: 'swing', bytes: () => Uint8Array.of(1, 2, 3, 4, 5 + k) }],
      },
    })),
    morphTargets,
    modesInExtras,
  };
}
