import { InputError } from '../input-error.ts';
import { type LongWork, workThrough } from '../long-work.ts';
import { append } from '../math/lists.ts';
import { type CarriedColliders, carryColliders } from '../motion/carried-colliders.ts';
import type { Collider } from '../motion/collider.ts';
import type { Drive, DriveSet } from '../motion/drive.ts';
import type { MotionReference } from '../motion/motion-reference.ts';
import type { SkinSet, SkinSurface } from '../motion/skin-surface.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import type { Output } from '../systems/outputs/output.ts';
import { readParams } from '../systems/read-params.ts';
import type { SystemDefinition, SystemInputs } from '../systems/system.ts';
import { Clock } from './clock.ts';
import { findReadSystems } from './find-read-systems.ts';
import { addFractions, compareFractions, type Fraction, fractionToNumber } from './fraction.ts';
import { orderSystems } from './order-systems.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts';

/** One system of a scene: its definition with the values that the scene gives it. */
export interface SimulationSystem {
  /** Unique in the scene. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a scene holds systems of any kind; each keeps its own types together.
  readonly definition: SystemDefinition<any, any>;
  /** By the definition's own table, as a scene gives them: what is left out has its default. */
  readonly params: unknown;
  /** Names of other systems whose heightfields it reads; null or absent: every ground that it can touch. */
  readonly reads?: readonly string[] | null;
  /** Names of the actors it collides with; null means all. */
  readonly actors: readonly string[] | null;
  /** What its definition's `prepare` made, if it prepares anything. */
  readonly prepared?: unknown;
  /** What carries the actors, where only a part of that motion is felt. */
  readonly reference?: MotionReference | null;
}

/** Something that moves through the scene, able to pose itself for any interval. */
export interface ColliderSource {
  readonly name: string;
  /** A set of colliders of its own, for one rate of steps. */
  createColliders(): ColliderSet;
  /** The same for its bones; absent where it has none. */
  createDrives?(): DriveSet;
  /** The same for its skin; absent where it has none. */
  createSkins?(): SkinSet;
}

/** The colliders of one actor, which move together from one time to the next. */
export interface ColliderSet {
  /** The same objects for ever; `advance` changes what they hold. */
  readonly colliders: readonly Collider[];
  /** What of them marks a ground; absent: all. */
  readonly pressing?: readonly Collider[];
  /** Makes the colliders hold the motion from t0 to t1, seconds: the same for equal times, whatever came before. */
  advance(t0: number, t1: number): void;
}

/** What a simulation is made of. The same options give the same results on every machine. */
export interface SimulationOptions {
  readonly systems: readonly SimulationSystem[];
  readonly actors: readonly ColliderSource[];
  readonly seed: number;
  /** Where time begins. */
  readonly start: Fraction;
}

/** Options of `Simulation.advance`. `progress` receives the simulated time in seconds. */
export interface AdvanceOptions {
  /** Looked at before every step. The state stays whole: it can be saved, or advanced further. */
  readonly signal?: AbortSignal;
  /** Called after every step with the time reached, seconds. */
  progress?(seconds: number): void;
}

/** What a system has done so far, for the report. */
export interface SystemRecord {
  readonly system: SimulationSystem;
  readonly steps: number;
  /** Wall time spent in its steps, without posing. */
  readonly stepSeconds: number;
}

interface Slot {
  readonly system: SimulationSystem;
  /** Names of the systems whose heightfields it reads. */
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

/** Systems of one rate share colliders and drives: everything is posed once a step for all of them. */
interface RateGroup {
  readonly rate: number;
  readonly sets: Map<string, ColliderSet>;
  readonly driveSets: Map<string, DriveSet>;
  readonly skinSets: Map<string, SkinSet>;
  /** Colliders of the sets as systems with a reference see them. */
  readonly carried: CarriedColliders[];
  /** The tick that the colliders' motion ends at, null before the first. */
  posedTick: number | null;
}

/** Steps all systems of a scene on their fixed clocks, in an order where what is read comes first. */
export class Simulation {
  private readonly slots: Slot[];
  private readonly firstTicks = new Map<Slot, number>();

  constructor(options: SimulationOptions) {
    const reads = findReadSystems(options.systems);
    const order = orderSystems(options.systems.map(({ name }, index) => ({ name, reads: reads[index] })));
    const groups: RateGroup[] = [];
    this.slots = order.map((index) => {
      const given = options.systems[index];
      const params = readParams(given.definition, given.params, `systems[${index}]`);
      const system: SimulationSystem = { ...given, params };
      const rate = system.definition.rate(system.params, system.prepared);
      let group = groups.find((candidate) => candidate.rate === rate);
      if (!group) {
        const [sets, driveSets, skinSets] = [new Map(), new Map(), new Map()];
        group = { rate, sets, driveSets, skinSets, carried: [], posedTick: null };
        groups.push(group);
      }
      const isGround = system.definition.shows === 'heightfield';
      let colliders: readonly Collider[] = [];
      if (system.definition.reads.includes('colliders')) {
        for (const actor of options.actors) {
          if (system.actors && !system.actors.includes(actor.name)) continue;
          if (!group.sets.has(actor.name)) group.sets.set(actor.name, actor.createColliders());
          const set = group.sets.get(actor.name)!;
          colliders = [...colliders, ...((isGround && set.pressing) || set.colliders)];
        }
      }
      const clock = new Clock(rate, options.start);
      const { reference } = system;
      if (reference && reference.factor < 1) {
        // A ground stays where the reference is at 0 s, whenever a run starts; what rides on an actor goes along.
        const base = isGround ? 0 : null;
        const carried = carryColliders(colliders, reference, base);
        group.carried.push(carried);
        colliders = carried.colliders;
      }
      const inputs = {
        colliders,
        heightfields: [],
        drives: addDrives(system, group, options.actors),
        surfaces: addSkins(system, group, options.actors),
        startTime: clock.secondsOf(clock.tick),
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
    for (const slot of this.slots) {
      const { definition, params, prepared } = slot.system;
      poseDrives(slot);
      slot.state = definition.create(params, slot.inputs as SystemInputs, options.seed, prepared);
      this.firstTicks.set(slot, slot.clock.tick);
      this.refreshOutputs(slot);
      this.wire();
    }
  }

  /** What every system has done, in stepping order. */
  get records(): readonly SystemRecord[] {
    return this.slots;
  }

  /**
   * Advances every system to its last tick that is not after `time`. Outputs then show that tick, or exactly `time`
   * where their system can tell what is between ticks.
   */
  advanceTo(time: Fraction, options: AdvanceOptions = {}): void {
    workThrough(this.advancing(time, options));
  }

  /** `advanceTo` as long work: it may rest before every step. */
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
   * Moves every system to its last tick that is not after `time` without a step: what would have happened until then is
   * left out. For a screen that cannot wait; a bake never does this.
   */
  skipTo(time: Fraction): void {
    for (const { clock, group } of this.slots) {
      const tick = clock.lastTickUntil(time);
      if (tick <= clock.tick) continue;
      clock.tick = tick;
      group.posedTick = null;
    }
  }

  outputs(name: string): readonly Output[] {
    return this.slotNamed(name).outputs;
  }

  hash(name: string): string {
    const slot = this.slotNamed(name);
    return slot.system.definition.hash(slot.state);
  }

  /** The system's own figures for the report. */
  report(name: string): Record<string, unknown> {
    const slot = this.slotNamed(name);
    return slot.system.definition.report(slot.state);
  }

  /** Size of the system's saved state. */
  stateBytes(name: string): number {
    const slot = this.slotNamed(name);
    return slot.system.definition.save(slot.state).length;
  }

  /** Everything needed to go on later; `key` comes back from `load`'s bytes so that a caller can tell whose they are. */
  save(key: string): Uint8Array {
    const systems = this.slots.map((slot) => ({
      name: slot.system.name,
      tick: slot.clock.tick,
      bytes: slot.system.definition.save(slot.state),
    }));
    return encodeSnapshot({ key, systems });
  }

  /** Goes to where a snapshot of the same scene stood. Throws InputError when it belongs to another. */
  load(bytes: Uint8Array): void {
    const snapshot = decodeSnapshot(bytes);
    for (const slot of this.slots) {
      const saved = snapshot.systems.find((candidate) => candidate.name === slot.system.name);
      if (!saved) throw InputError.at('', `the snapshot holds nothing of the system "${slot.system.name}"`);
      const { definition, params, prepared } = slot.system;
      slot.state = definition.load(params, saved.bytes, prepared);
      slot.clock.tick = saved.tick;
      slot.steps = saved.tick - this.firstTicks.get(slot)!;
      slot.group.posedTick = null;
      this.refreshOutputs(slot);
    }
    this.wire();
  }

  /** The slot whose next tick comes first; among equal times, the first in order. Null when all stand at `time`. */
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

  /** Brings what a system shows to a time at or after its tick. */
  private showSlot(slot: Slot, time: Fraction): void {
    const { clock, system } = slot;
    if (!system.definition.show) return;
    const t0 = clock.timeOf(clock.tick);
    // After a skip backwards there is nothing to show but the state.
    const ahead = Math.max(0, fractionToNumber(addFractions(time, { ...t0, numerator: -t0.numerator })));
    if (ahead > 0) poseGroup(slot, clock.secondsOf(clock.tick), clock.secondsOf(clock.tick + 1));
    system.definition.show(slot.state, slot.inputs as SystemInputs, Math.min(ahead, clock.dt), clock.dt);
  }

  /** Outputs bear the system's name in the scene: the first alone, any others before their own. */
  private refreshOutputs(slot: Slot): void {
    const { name, definition } = slot.system;
    const outputs = definition.outputs(slot.state);
    slot.outputs = outputs.map((output, index) =>
      renameOutput(output, index === 0 ? name : `${name}-${output.name}`),
    );
  }

  /** Hands each system the heightfields that it reads, by their names: the order of systems in a scene makes no difference. */
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

/**
 * The output under another name. An instance of a class replaces its own properties as it changes, so the result inherits from it; a
 * plain object is copied, its arrays and functions are shared.
 */
function renameOutput(output: Output, name: string): Output {
  if (Object.getPrototypeOf(output) === Object.prototype) return { ...output, name };
  return Object.create(output, { name: { value: name, enumerable: true } }) as Output;
}

/** The drives that a system asks for, of the actors' sets for its rate. */
function addDrives(
  { definition, params, prepared, name, reference }: SimulationSystem,
  { driveSets }: RateGroup,
  actors: readonly ColliderSource[],
): Drive[] {
  const requests = definition.drives?.(params, prepared) ?? [];
  return requests.map((request) => {
    let set = driveSets.get(request.actor);
    if (!set) {
      set = actors.find((actor) => actor.name === request.actor)?.createDrives?.();
      if (!set) throw new RangeError(`"${name}" follows "${request.actor}", which has no bones`);
      driveSets.set(request.actor, set);
    }
    return set.add(reference ? { ...request, reference } : request);
  });
}

/** The skins that a system asks for, likewise. */
function addSkins(
  { definition, params, prepared, name }: SimulationSystem,
  { skinSets }: RateGroup,
  actors: readonly ColliderSource[],
): SkinSurface[] {
  const requests = definition.surfaces?.(params, prepared) ?? [];
  return requests.map((request) => {
    let set = skinSets.get(request.actor);
    if (!set) {
      set = actors.find((actor) => actor.name === request.actor)?.createSkins?.();
      if (!set) throw new RangeError(`"${name}" follows "${request.actor}", which has no skin`);
      skinSets.set(request.actor, set);
    }
    return set.add(request);
  });
}

/** Makes everything that systems of a rate read hold the motion from t0 to t1, which begins at the slot's tick. */
function poseGroup(slot: Slot, t0: number, t1: number): void {
  const { clock, group } = slot;
  if (group.posedTick === clock.tick + 1) return;
  for (const set of group.sets.values()) set.advance(t0, t1);
  for (const set of group.skinSets.values()) set.advance(t0, t1);
  for (const carried of group.carried) carried.advance(t0, t1);
  poseDrives(slot);
  group.posedTick = clock.tick + 1;
}

function poseDrives({ clock, group }: Slot): void {
  const [before, t0, t1, after] = [-1, 0, 1, 2].map((k) => clock.secondsOf(clock.tick + k));
  for (const set of group.driveSets.values()) set.advance(before, t0, t1, after);
}
