import { InputError } from '../input-error.ts';
import { type LongWork, workThrough } from '../long-work.ts';
import { append } from '../math/lists.ts';
import { type CarriedColliders, carryColliders } from '../motion/carried-colliders.ts';
import type { Collider } from '../motion/collider.ts';
import type { Drive, DriveSet } from '../motion/drive.ts';
import type { MotionReference } from '../motion/motion-reference.ts';
import type { SkinSet, SkinSurface } from '../motion/skin-surface.ts';
import type { SoftMotion } from '../motion/soft-motion.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import type { Output } from '../systems/outputs/output.ts';
import { readTimedParams } from '../systems/read-timed-params.ts';
import type { SystemDefinition, SystemInputs } from '../systems/system.ts';
import type { TimedParams } from '../systems/timed-params.ts';
import { addDrives } from './add-drives.ts';
import { Clock } from './clock.ts';
import { findReadSystems } from './find-read-systems.ts';
import { addFractions, compareFractions, type Fraction, fractionToNumber } from './fraction.ts';
import { nameOutputs } from './name-outputs.ts';
import { orderSystems } from './order-systems.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';
import { SoftFollower, softensSkins } from './soft-follower.ts';

/** One system of a scene: its definition with the values that the scene gives it. */
export interface SimulationSystem {
  /** Name of the system, unique in the scene. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a scene holds systems of any kind; each keeps its own types together.
  readonly definition: SystemDefinition<any, any>;
  /** Values for the parameter table of the definition, as in a scene. Missing values get their defaults. */
  readonly params: unknown;
  /** The parameters over time, if any has keys. `params` are then those at the start. Default: what `params` contain. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly timed?: TimedParams<any> | null;
  /** Names of other systems whose heightfields this system reads. Null or absent: those of every ground that it can touch. */
  readonly reads?: readonly string[] | null;
  /** Names of the actors with which it collides. Null: all. */
  readonly actors: readonly string[] | null;
  /** The result of the definition's `prepare`, if it has one. */
  readonly prepared?: unknown;
  /** The body that carries the actors, if only a part of its motion is felt. */
  readonly reference?: MotionReference | null;
}

/** An actor or another moving object that can be posed for any interval of time. */
export interface ColliderSource {
  readonly name: string;
  /** Creates a separate set of colliders, for one step rate. */
  createColliders(): ColliderSet;
  /** Creates a set of drives of the object's bones. Absent if it has none. */
  createDrives?(): DriveSet;
  /** Creates a set of the object's skins, displaced by its soft parts if it has any. Absent if it has no skin. */
  createSkins?(soft?: SoftMotion): SkinSet;
}

/** The colliders of one actor, which are posed together. */
export interface ColliderSet {
  /** The objects never change; `advance` overwrites their contents. */
  readonly colliders: readonly Collider[];
  /** The colliders that mark a ground. Absent: all. */
  readonly pressing?: readonly Collider[];
  /** Poses the colliders for the motion from t0 to t1, seconds. The result depends only on these times. */
  advance(t0: number, t1: number): void;
}

/** Options of a simulation. The same options give the same results on every machine. */
export interface SimulationOptions {
  readonly systems: readonly SimulationSystem[];
  readonly actors: readonly ColliderSource[];
  readonly seed: number;
  /** Start time. */
  readonly start: Fraction;
}

/** Options of `Simulation.advance`. `progress` receives the simulated time in seconds. */
export interface AdvanceOptions {
  /** Checked before every step. If it aborts, the state is still valid: it can be saved, or the simulation can be continued. */
  readonly signal?: AbortSignal;
  /** Called after every step with the simulated time, seconds. */
  progress?(seconds: number): void;
}

/**
 * Makes steps of a system elsewhere, for example on a graphics card. Returns whether it has made them; otherwise they are made here, from the same
 * state.
 *
 * pose: moves the colliders over one of the steps. It may be called more than once for a step.
 */
export type StepElsewhere = (
  colliders: readonly Collider[],
  steps: number,
  pose: (step: number) => void,
) => Promise<boolean>;

/** Statistics of a system for the report. */
export interface SystemRecord {
  readonly system: SimulationSystem;
  readonly steps: number;
  /** Wall-clock time of the system's steps, without the time for posing. */
  readonly stepSeconds: number;
}

interface Slot {
  readonly system: SimulationSystem;
  /** Names of the systems whose heightfields this system reads. */
  readonly reads: readonly string[];
  readonly clock: Clock;
  readonly inputs: {
    colliders: readonly Collider[];
    heightfields: HeightfieldOutput[];
    drives: Drive[];
    surfaces: SkinSurface[];
    startTime: number;
    reference: MotionReference | null;
  };
  readonly group: RateGroup;
  state: unknown;
  outputs: readonly Output[];
  steps: number;
  stepSeconds: number;
}

/** Systems with the same rate share colliders and drives, so that each collider and bone is posed once per step. */
interface RateGroup {
  readonly rate: number;
  readonly sets: Map<string, ColliderSet>;
  readonly driveSets: Map<string, DriveSet>;
  readonly skinSets: Map<string, SkinSet>;
  /** The soft parts that displace the skins, by the names of their actors. */
  readonly followers: Map<string, SoftFollower>;
  /** The colliders of the sets, as systems with a reference see them. */
  readonly carried: CarriedColliders[];
  /** The tick at which the colliders' current motion ends; null before the first step. */
  posedTick: number | null;
}

/** Steps all systems of a scene on their fixed clocks. A system steps after those that it reads. */
export class Simulation {
  private readonly slots: Slot[];
  private readonly firstTicks = new Map<Slot, number>();

  constructor(options: SimulationOptions) {
    const reads = findReadSystems(options.systems);
    const order = orderSystems(options.systems.map(({ name }, index) => ({ name, reads: reads[index] })));
    const groups: RateGroup[] = [];
    this.slots = order.map((index) => {
      const given = options.systems[index];
      const read = readTimedParams(given.definition, given.params, `systems[${index}]`);
      const system = { ...given, timed: read.timed, ...given, params: read.params as unknown };
      const rate = system.definition.rate(system.params, system.prepared);
      let group = groups.find((candidate) => candidate.rate === rate);
      if (!group) {
        const [sets, driveSets, skinSets, followers] = [new Map(), new Map(), new Map(), new Map()];
        group = { rate, sets, driveSets, skinSets, followers, carried: [], posedTick: null };
        groups.push(group);
      }
      const isGround = system.definition.shows === 'heightfield';
      let colliders: readonly Collider[] = [];
      const pressing: Collider[] = [];
      if (system.definition.reads.includes('colliders')) {
        for (const actor of options.actors) {
          if (system.actors && !system.actors.includes(actor.name)) continue;
          if (!group.sets.has(actor.name)) group.sets.set(actor.name, actor.createColliders());
          const set = group.sets.get(actor.name)!;
          colliders = [...colliders, ...((isGround && set.pressing) || set.colliders)];
          append(pressing, set.pressing ?? set.colliders);
        }
      }
      const clock = new Clock(rate, options.start);
      const startTime = clock.secondsOf(clock.tick);
      if (system.timed) system.params = system.timed.valuesAt(startTime);
      const { reference } = system;
      if (reference && reference.factor < 1) {
        // A ground is where the reference is at 0 s, whatever the start of the run. A system that is attached to an actor moves with the
        // reference.
        const base = isGround ? 0 : null;
        const carried = carryColliders(colliders, reference, base);
        group.carried.push(carried);
        colliders = carried.colliders;
      }
      const inputs = {
        colliders,
        pressing,
        heightfields: [],
        drives: addDrives(system, group.driveSets, options.actors),
        surfaces: [],
        startTime,
        reference: system.reference ?? null,
      };
      return {
        system,
        reads: reads[index],
        clock,
        inputs,
        group,
        state: null,
        outputs: [],
        steps: 0,
        stepSeconds: 0,
      };
    });
    // Skins are displaced by soft parts, so these are created first.
    const isSoft = (slot: Slot) => softensSkins(slot.system);
    for (const slot of [...this.slots.filter(isSoft), ...this.slots.filter((slot) => !isSoft(slot))]) {
      const { definition, params, prepared, timed } = slot.system;
      append(slot.inputs.surfaces, this.addSkins(slot, options.actors));
      poseDrives(slot);
      slot.state = definition.create(params, slot.inputs as SystemInputs, options.seed, prepared, timed);
      tryKeys(slot);
      this.firstTicks.set(slot, slot.clock.tick);
      this.refreshOutputs(slot);
      this.wire();
    }
  }

  /** Statistics of every system, in stepping order. */
  get records(): readonly SystemRecord[] {
    return this.slots;
  }

  /**
   * Advances every system to its last tick that is not after `time`. After this, the outputs of a system show that tick, or exactly `time`
   * if the system can interpolate between ticks.
   */
  advanceTo(time: Fraction, options: AdvanceOptions = {}): void {
    workThrough(this.advancing(time, options));
  }

  /** Does the same as `advanceTo` as long work: it can pause before every step. */
  *advancing(time: Fraction, { signal, progress }: AdvanceOptions = {}): LongWork<void> {
    for (;;) {
      const slot = this.nextSlot(time);
      if (!slot) break;
      yield;
      signal?.throwIfAborted();
      this.stepSlot(slot);
      progress?.(slot.clock.secondsOf(slot.clock.tick));
    }
    for (const slot of this.slots) this.showSlot(slot, time);
  }

  /**
   * Does the same as `advanceTo`, but lets others make the steps of some systems, by their names. Nothing else may use the simulation before the promise is
   * settled.
   */
  async advanceElsewhere(
    time: Fraction,
    elsewhere: Pick<ReadonlyMap<string, StepElsewhere>, 'get'>,
  ): Promise<void> {
    for (;;) {
      const slot = this.nextSlot(time);
      if (!slot) break;
      const run = elsewhere.get(slot.system.name);
      if (!run || !(await this.stepsElsewhere(slot, time, run))) this.stepSlot(slot);
    }
    for (const slot of this.slots) this.showSlot(slot, time);
  }

  /** Lets `run` make all steps up to the next one of another system. */
  private async stepsElsewhere(slot: Slot, time: Fraction, run: StepElsewhere): Promise<boolean> {
    const { clock } = slot;
    const first = clock.tick;
    do clock.tick++;
    while (this.nextSlot(time) === slot);
    const steps = clock.tick - first;
    clock.tick = first;
    const pose = (step: number) => {
      clock.tick = first + step;
      poseGroup(slot, clock.secondsOf(clock.tick), clock.secondsOf(clock.tick + 1));
    };
    const isDone = await run(slot.inputs.colliders, steps, pose);
    clock.tick = isDone ? first + steps : first;
    if (isDone) slot.steps += steps;
    return isDone;
  }

  /**
   * Moves every system to its last tick that is not after `time` without simulating: the steps in between are left out. Only for
   * a live display that is too slow; a bake never does this.
   */
  skipTo(time: Fraction): void {
    for (const { clock, group } of this.slots) {
      const tick = clock.lastTickUntil(time);
      if (tick <= clock.tick) continue;
      clock.tick = tick;
      group.posedTick = null;
    }
    for (const { follower } of this.listFollowers()) follower.restart();
  }

  /** Returns the state of a system, for code that divides its work. */
  stateOf(name: string): unknown {
    return this.slotNamed(name).state;
  }

  /**
   * Moves the clock of a system to a tick at which other code has set its state. `stepSeconds`: wall-clock time of the steps, for the report.
   */
  setTick(name: string, tick: number, stepSeconds = 0): void {
    const slot = this.slotNamed(name);
    slot.steps += tick - slot.clock.tick;
    slot.stepSeconds += stepSeconds;
    slot.clock.tick = tick;
    slot.group.posedTick = null;
  }

  tickOf(name: string): number {
    return this.slotNamed(name).clock.tick;
  }

  /** Returns the last tick of a system that is not after `time`. */
  lastTickUntil(name: string, time: Fraction): number {
    return this.slotNamed(name).clock.lastTickUntil(time);
  }

  /** Returns the colliders of a system, posed for the step that ends at `tick`. They are overwritten by the next call and by steps. */
  poseColliders(name: string, tick: number): readonly Collider[] {
    const slot = this.slotNamed(name);
    const { clock, group } = slot;
    const kept = clock.tick;
    clock.tick = tick - 1;
    poseGroup(slot, clock.secondsOf(tick - 1), clock.secondsOf(tick));
    clock.tick = kept;
    group.posedTick = null;
    return slot.inputs.colliders;
  }

  /** Returns the names of the systems that read the heightfields of a system. */
  readersOf(name: string): string[] {
    return this.slots.filter(({ reads }) => reads.includes(name)).map(({ system }) => system.name);
  }

  outputs(name: string): readonly Output[] {
    return this.slotNamed(name).outputs;
  }

  hash(name: string): string {
    const slot = this.slotNamed(name);
    return slot.system.definition.hash(slot.state);
  }

  /** Returns the system's own results for the report. */
  report(name: string): Record<string, unknown> {
    const slot = this.slotNamed(name);
    return slot.system.definition.report(slot.state);
  }

  /** Returns the size of the system's saved state. */
  stateBytes(name: string): number {
    const slot = this.slotNamed(name);
    return slot.system.definition.save(slot.state).length;
  }

  /**
   * Returns everything that is needed to continue later. `key` is any text; `decodeSnapshot` returns it, so that a caller can check to
   * which scene the bytes belong.
   */
  save(key: string): Uint8Array {
    const systems = this.slots.map((slot) => ({
      name: slot.system.name,
      tick: slot.clock.tick,
      bytes: slot.system.definition.save(slot.state),
    }));
    const soft = this.listFollowers().map(({ actor, rate, follower }) => ({
      actor,
      rate,
      known: follower.save(),
    }));
    return encodeSnapshot({ key, systems, soft });
  }

  /**
   * Restores a snapshot of the same scene. Throws an InputError if it belongs to another scene. names: only these systems. Default: all.
   */
  load(bytes: Uint8Array, names?: readonly string[]): void {
    const snapshot = decodeSnapshot(bytes);
    for (const slot of this.slots) {
      if (names && !names.includes(slot.system.name)) continue;
      const saved = snapshot.systems.find((candidate) => candidate.name === slot.system.name);
      if (!saved) throw InputError.at('', `the snapshot has no state of the system "${slot.system.name}"`);
      const { definition, params, prepared, timed } = slot.system;
      slot.state = definition.load(params, saved.bytes, prepared, timed);
      slot.clock.tick = saved.tick;
      setTime(slot);
      slot.steps = saved.tick - this.firstTicks.get(slot)!;
      slot.group.posedTick = null;
      this.refreshOutputs(slot);
    }
    for (const { actor, rate, follower } of this.listFollowers()) {
      const saved = snapshot.soft?.find((candidate) => candidate.actor === actor && candidate.rate === rate);
      follower.restart(saved?.known);
    }
    this.wire();
  }

  /** Returns the skins that a system requests, from the actors' sets for its rate. */
  private addSkins(
    { system: { definition, params, prepared, name }, group }: Slot,
    actors: readonly ColliderSource[],
  ): SkinSurface[] {
    const requests = definition.surfaces?.(params, prepared) ?? [];
    return requests.map((request) => {
      let set = group.skinSets.get(request.actor);
      if (!set) {
        const actor = actors.find((candidate) => candidate.name === request.actor);
        if (!actor?.createSkins)
          throw new RangeError(`"${name}" follows "${request.actor}", which has no skin`);
        const originals = this.slots.filter(
          (slot) =>
            softensSkins(slot.system) &&
            slot.outputs.some((output) => output.kind === 'morph' && output.actor === actor.name),
        );
        const follower = originals.length > 0 ? new SoftFollower(originals, actors) : undefined;
        if (follower) group.followers.set(actor.name, follower);
        set = actor.createSkins(follower);
        group.skinSets.set(actor.name, set);
      }
      return set.add(request);
    });
  }

  private listFollowers(): { actor: string; rate: number; follower: SoftFollower }[] {
    const groups = [...new Set(this.slots.map(({ group }) => group))];
    return groups.flatMap(({ rate, followers }) =>
      [...followers].map(([actor, follower]) => ({ actor, rate, follower })),
    );
  }

  /**
   * Returns the slot whose next tick is earliest. If several have the same time, returns the first in order. Null if all have reached
   * `time`.
   */
  private nextSlot(time: Fraction): Slot | null {
    let best: Slot | null = null;
    let bestTime: Fraction | null = null;
    for (const slot of this.slots) {
      const next = slot.clock.timeOf(slot.clock.tick + 1);
      if (compareFractions(next, time) > 0) continue;
      if (bestTime && compareFractions(next, bestTime) >= 0) continue;
      best = slot;
      bestTime = next;
    }
    return best;
  }

  private stepSlot(slot: Slot): void {
    const { clock, system } = slot;
    const t0 = clock.secondsOf(clock.tick);
    const t1 = clock.secondsOf(clock.tick + 1);
    poseGroup(slot, t0, t1);
    const before = performance.now();
    system.definition.step(slot.state, slot.inputs as SystemInputs, t0, clock.dt);
    slot.stepSeconds += (performance.now() - before) / 1000;
    slot.steps++;
    clock.tick++;
  }

  /** Updates the outputs of a system to a time at or after the system's tick. */
  private showSlot(slot: Slot, time: Fraction): void {
    const { clock, system } = slot;
    setTime(slot);
    if (!system.definition.interpolate) return;
    const t0 = clock.timeOf(clock.tick);
    // After a skip backward, only the state itself can be shown.
    const ahead = Math.max(0, fractionToNumber(addFractions(time, { ...t0, numerator: -t0.numerator })));
    if (ahead > 0) poseGroup(slot, clock.secondsOf(clock.tick), clock.secondsOf(clock.tick + 1));
    system.definition.interpolate(
      slot.state,
      slot.inputs as SystemInputs,
      Math.min(ahead, clock.dt),
      clock.dt,
    );
  }

  /**
   * Names the outputs of a system. The first output has the system's name in the scene. For the others, their own name is appended to it.
   */
  private refreshOutputs(slot: Slot): void {
    slot.outputs = nameOutputs(slot.system.name, slot.system.definition.outputs(slot.state));
  }

  /** Gives each system the heightfields that it reads, sorted by name, so that the order of systems in a scene does not matter. */
  private wire(): void {
    for (const slot of this.slots) {
      const fields = this.slots
        .filter((other) => other !== slot && slot.reads.includes(other.system.name))
        .flatMap((other) => other.outputs.filter((output) => output.kind === 'heightfield'))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      slot.inputs.heightfields.length = 0;
      append(slot.inputs.heightfields, fields);
    }
  }

  private slotNamed(name: string): Slot {
    const slot = this.slots.find((candidate) => candidate.system.name === name);
    if (!slot) throw new RangeError(`no system "${name}"`);
    return slot;
  }
}

/** Poses everything that the systems of one rate read, for the motion from t0 to t1. t0 is the time of the slot's tick. */
function poseGroup(slot: Slot, t0: number, t1: number): void {
  const { clock, group } = slot;
  if (group.posedTick === clock.tick + 1) return;
  for (const set of group.sets.values()) set.advance(t0, t1);
  for (const set of group.skinSets.values()) set.advance(t0, t1);
  for (const carried of group.carried) carried.advance(t0, t1);
  poseDrives(slot);
  group.posedTick = clock.tick + 1;
}

/** Sets parameters with keys to their values at the time of the state. */
function setTime({ system: { definition, timed }, state, clock }: Slot): void {
  if (timed) definition.setTime?.(state, clock.secondsOf(clock.tick), clock.dt);
}

/** Sets the parameters to their values at every key, so that values with which no step is possible are found before work begins. */
function tryKeys(slot: Slot): void {
  const { system, state, clock } = slot;
  for (const time of system.timed?.times ?? []) system.definition.setTime?.(state, time, clock.dt);
  setTime(slot);
}

function poseDrives({ clock, group }: Slot): void {
  const [before, t0, t1, after] = [-1, 0, 1, 2].map((k) => clock.secondsOf(clock.tick + k));
  for (const set of group.driveSets.values()) set.advance(before, t0, t1, after);
}
