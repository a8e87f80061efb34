import { append } from '../math/lists.ts';
import type { DriveSet } from '../motion/drive.ts';
import type { SoftMotion, SoftPart } from '../motion/soft-motion.ts';
import type { MorphOutput } from '../systems/outputs/morph.ts';
import type { SystemInputs } from '../systems/system.ts';
import { addDrives } from './add-drives.ts';
import type { Clock } from './clock.ts';
import { fractionToNumber } from './fraction.ts';
import type { ColliderSource, SimulationSystem } from './simulation.ts';

/** A system in its current state, at a tick of its clock. */
export interface SteppedSystem {
  readonly system: SimulationSystem;
  readonly clock: Clock;
  readonly state: unknown;
}

/** Weights that were computed for a time, seconds. */
export interface KnownWeights {
  readonly time: number;
  readonly weights: readonly number[];
}

/** A time this close to a tick is the tick, in ticks: times are rounded to double precision. */
const tickTolerance = 1e-6;

/**
 * Returns whether the shapes of a system displace skins. A skin is posed at the end of a step, before the system has reached that time. So
 * the system must be a function of the actors' motion alone, which can be evaluated at any time.
 */
export function softensSkins({ definition }: SimulationSystem): boolean {
  return definition.shows === 'morph' && definition.reads.every((kind) => kind === 'drives');
}

/**
 * The soft parts of one actor as its skins see them: copies of the systems that simulate them, which run ahead to the end of each step of
 * the systems that read the skins. A copy makes exactly the steps of its original, so both have the same bits at the same time.
 */
export class SoftFollower implements SoftMotion {
  readonly parts: readonly SoftPart[];
  /** The last two results. */
  private known: { readonly time: number; readonly weights: Float64Array }[] = [];
  private copies: SoftCopy[];

  /** originals: the systems that simulate soft parts of the actor. actors: those of the scene, whose bones the systems follow. */
  constructor(
    private readonly originals: readonly SteppedSystem[],
    private readonly actors: readonly ColliderSource[],
  ) {
    this.copies = originals.map((original) => new SoftCopy(original, actors));
    this.parts = this.copies.flatMap(({ outputs }) => outputs);
  }

  /** Continues from the current states of the originals, after these were replaced. known: from `save`. */
  restart(known: readonly KnownWeights[] = []): void {
    this.copies = this.originals.map((original) => new SoftCopy(original, this.actors));
    this.known = known.map(({ time, weights }) => ({ time, weights: Float64Array.from(weights) }));
  }

  weightsAt(t: number): Float64Array {
    const same = this.known.find(({ time }) => time === t);
    if (same) return same.weights;
    const weights: number[] = [];
    for (const copy of this.copies) {
      copy.showAt(t);
      for (const { amplitudes } of copy.outputs) append(weights, amplitudes);
    }
    const found = { time: t, weights: Float64Array.from(weights) };
    this.known = [...this.known.slice(-1), found];
    return found.weights;
  }

  fork(): SoftFollower {
    const other = new SoftFollower(this.copies, this.actors);
    other.known = [...this.known];
    return other;
  }

  /** Returns the results that a step needs again after the simulation is restored: the systems are then already beyond their times. */
  save(): KnownWeights[] {
    return this.known.map(({ time, weights }) => ({ time, weights: [...weights] }));
  }
}

/** A copy of a system that reads only drives, with drives of its own. */
class SoftCopy implements SteppedSystem {
  readonly system: SimulationSystem;
  readonly clock: Clock;
  readonly state: unknown;
  readonly outputs: readonly MorphOutput[];
  private readonly inputs: SystemInputs;
  private readonly driveSets = new Map<string, DriveSet>();
  private posedTick: number | null = null;

  constructor({ system, clock, state }: SteppedSystem, actors: readonly ColliderSource[]) {
    this.system = system;
    const { definition, params, prepared, timed } = system;
    this.clock = clock.copy();
    this.state = definition.load(params, definition.save(state), prepared, timed);
    this.outputs = definition.outputs(this.state).filter((output) => output.kind === 'morph');
    this.inputs = {
      colliders: [],
      heightfields: [],
      drives: addDrives(system, this.driveSets, actors),
      surfaces: [],
      startTime: clock.secondsOf(clock.tick),
      reference: system.reference ?? null,
    };
  }

  /** Shows the outputs at a time. A time before the current tick shows the tick. */
  showAt(t: number): void {
    const { clock, state, inputs } = this;
    const { definition, timed } = this.system;
    const position = t * fractionToNumber(clock.rate) + tickTolerance;
    while (clock.tick + 1 <= position) {
      this.pose();
      definition.step(state, inputs, clock.secondsOf(clock.tick), clock.dt);
      clock.tick++;
    }
    const now = clock.secondsOf(clock.tick);
    if (timed) definition.setTime?.(state, now, clock.dt);
    const ahead = t - now;
    if (!definition.interpolate) return;
    if (!(ahead > 2 * tickTolerance * clock.dt)) {
      definition.interpolate(state, inputs, 0, clock.dt);
      return;
    }
    this.pose();
    definition.interpolate(state, inputs, ahead, clock.dt);
  }

  private pose(): void {
    const { clock } = this;
    if (this.posedTick === clock.tick) return;
    const [before, t0, t1, after] = [-1, 0, 1, 2].map((k) => clock.secondsOf(clock.tick + k));
    for (const set of this.driveSets.values()) set.advance(before, t0, t1, after);
    this.posedTick = clock.tick;
  }
}
