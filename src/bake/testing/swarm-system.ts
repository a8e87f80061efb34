import { hashUnit } from '../../math/random.ts';
import type { PointsLook, PointsOutput } from '../../systems/outputs/points.ts';
import type { SystemDefinition } from '../../systems/system.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { OutputKindName } from '../output-kinds.ts';
import { planBase } from './plan-base.ts';

export interface SwarmOptions {
  readonly count: number;
  /** Particles are born at a uniform rate over this time, s. Each exists for `life` seconds. */
  readonly duration?: number;
  readonly life?: number;
  readonly look?: PointsLook;
  readonly isTurning?: boolean;
  readonly attributes?: readonly string[];
  readonly size?: number;
}

/**
 * Creates a system without physics that shows points: each moves uniformly from a ball to its position on a ring. Each step replaces and
 * overwrites the contents of the output.
 */
export function createSwarmSystem(
  options: SwarmOptions,
): SystemDefinition<Record<string, never>, SwarmState> {
  return {
    name: 'swarm',
    params: {},
    reads: [],
    shows: 'points',
    rate: () => 120,
    create: () => new SwarmState(options, 0),
    step(state) {
      state.ticks++;
      state.show();
    },
    save: ({ ticks }) => new Uint8Array(Uint32Array.of(ticks).buffer),
    load: (_, bytes) =>
      new SwarmState(options, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)),
    hash: ({ ticks }) => ticks.toString(16).padStart(16, '0'),
    outputs: (state) => [state],
    report: () => ({}),
  };
}

class SwarmState implements PointsOutput {
  readonly kind = 'points';
  readonly name = 'particles';
  readonly capacity: number;
  readonly look: PointsLook;
  count = 0;
  ids = new Uint32Array(0);
  positions = new Float32Array(0);
  velocities = new Float32Array(0);
  orientations: Float32Array | null;
  colors = new Float32Array(0);
  sizes = new Float32Array(0);
  birthTimes = new Float32Array(0);
  attributes: Map<string, Float32Array>;

  constructor(
    private readonly options: SwarmOptions,
    public ticks: number,
  ) {
    this.capacity = options.count;
    this.look = options.look ?? 'sphere';
    this.orientations = options.isTurning ? new Float32Array(0) : null;
    this.attributes = new Map((options.attributes ?? []).map((name) => [name, new Float32Array(0)]));
    this.show();
  }

  show(): void {
    const { count: all, duration = 0, life = Infinity, size = 0.02 } = this.options;
    const t = this.ticks / 120;
    const alive: number[] = [];
    for (let k = 0; k < all; k++) {
      const birth = (k / all) * duration;
      if (birth <= t && t < birth + life) alive.push(k);
    }
    this.count = alive.length;
    const room = Math.max(this.count + 7, this.ids.length);
    // The arrays are longer than their content, since the arrays of an output may be.
    const floats = (width: number) => new Float32Array(width * room);
    this.ids = new Uint32Array(room);
    this.positions = floats(3);
    this.velocities = floats(3);
    this.colors = floats(4);
    this.sizes = floats(1);
    this.birthTimes = floats(1);
    if (this.orientations) this.orientations = floats(4);
    for (const name of this.attributes.keys()) this.attributes.set(name, floats(1));
    alive.forEach((k, o) => {
      const fraction = Math.min(1, t / 2);
      const turn = (2 * Math.PI * k) / all;
      for (let axis = 0; axis < 3; axis++) {
        const from = 0.6 * (hashUnit(1, k, axis) + hashUnit(2, k, axis) - 1);
        const wide = 0.06 * (hashUnit(3, k, axis) - 0.5);
        const to = (axis === 0 ? Math.cos(turn) : axis === 1 ? Math.sin(turn) : 0) + wide;
        this.positions[3 * o + axis] = from + fraction * (to - from) + (axis === 1 ? 1 : 0);
        this.velocities[3 * o + axis] = fraction < 1 ? (to - from) / 2 : 0;
      }
      this.ids[o] = k;
      this.colors.set([0.5 + 0.5 * Math.cos(turn), 0.35, 0.5 - 0.5 * Math.cos(turn), 0.9], 4 * o);
      this.sizes[o] = size * (0.7 + 0.6 * hashUnit(4, k));
      this.birthTimes[o] = (k / all) * duration;
      this.orientations?.set([0, 0, Math.sin(turn / 2), Math.cos(turn / 2)], 4 * o);
      let n = 1;
      for (const values of this.attributes.values()) values[o] = k * n++;
    });
  }
}

/** Returns a scene of one swarm that can be baked. */
export function planSwarm(
  options: SwarmOptions & {
    readonly fps: number;
    readonly end: number;
    readonly frames?: readonly [number, number];
    readonly outputs: readonly OutputKindName[];
    readonly name?: string;
  },
): BakePlan {
  return {
    ...planBase({ ...options, name: 'swarming' }),
    actors: [],
    systems: [
      {
        name: options.name ?? 'swarm',
        definition: createSwarmSystem(options),
        params: {},
        reads: [],
        actors: null,
      },
    ],
  };
}
