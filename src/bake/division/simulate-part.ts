import { type WorkTurns, workInTurns, workThrough } from '../../long-work.ts';
import { equalBytes } from '../../math/equal-bytes.ts';
import { type ColliderSet, type ColliderSource, Simulation } from '../../simulation/simulation.ts';
import {
  LeavesRegion,
  type RegionalState,
  type RegionalSystem,
  type RegionalTile,
  type TilePosition,
  tileKey,
} from '../../systems/regional-system.ts';
import type { BakePlan } from '../bake-plan.ts';
import { createMemoryStore, frameKey } from '../frame-store.ts';
import { createRecorders, loadWriters } from '../write-outputs.ts';
import { outlineColliders } from './outline-actors.ts';
import { RectangleRegion, type TileRectangle } from './tile-rectangles.ts';

/** What is common to all parts of a unit. */
interface PartInput {
  /** Names of the systems that are simulated. */
  readonly systems: readonly string[];
  /** The frame at which the part begins. Frame −1 stands for the start of the simulation. */
  readonly from: number;
  /** The frame at which it ends. */
  readonly to: number;
}

/** A part of a unit that is simulated as a whole: some frames. */
export interface WholePartInput extends PartInput {
  /** The state at the frame `from`, as `Simulation.save` returns it. Null at the start. */
  readonly snapshot: Uint8Array | null;
  /** The first kept frame of each output, by its key. Later frames may contain only the differences from it. */
  readonly firstFrames: ReadonlyMap<string, Uint8Array>;
}

/** A part of a regional system: some frames, with some actors, in a region. */
export interface RegionPartInput extends PartInput {
  readonly actors: readonly string[];
  /** The tiles that the part may use. Null: all. */
  readonly region: readonly TileRectangle[] | null;
  readonly state: RegionalState;
}

/** A simulated part. */
export interface PartResult {
  /** The kept frames, by their keys. */
  readonly frames: ReadonlyMap<string, Uint8Array>;
  /** Wall-clock time of the steps of each system, s. */
  readonly stepSeconds: readonly number[];
}

export interface WholePartResult extends PartResult {
  readonly snapshot: Uint8Array;
}

export interface RegionPartResult extends PartResult {
  /** The tiles that differ from those of the input. */
  readonly tiles: readonly RegionalTile[];
  readonly active: readonly TilePosition[];
  readonly record: unknown;
  readonly hints: unknown;
}

/** The part needs a tile outside its region. */
export interface RegionLeft {
  readonly leaves: TilePosition;
}

/** For each plan: the colliders of its actors, by the names of the system and of the actor. */
const knownColliders = new WeakMap<BakePlan, Map<string, ColliderSet>>();

/**
 * Returns an actor whose colliders are created only once for each system, because this takes time. Their poses depend only on the last step for
 * which they were posed. So parts that run one after the other can share them.
 */
function shareColliders(plan: BakePlan, unit: string, source: ColliderSource): ColliderSource {
  let sets = knownColliders.get(plan);
  if (!sets) {
    sets = new Map();
    knownColliders.set(plan, sets);
  }
  const known = sets;
  return {
    ...source,
    createColliders() {
      const key = `${unit}\n${source.name}`;
      const set = known.get(key) ?? source.createColliders();
      known.set(key, set);
      return set;
    },
  };
}

/** Creates a simulation of a regional system of a plan, with some actors. */
function createRegionPart(plan: BakePlan, name: string, actors: readonly string[]): Simulation {
  return new Simulation({
    systems: plan.systems.filter((system) => system.name === name),
    actors: plan.actors
      .filter((actor) => actors.includes(actor.name))
      .map(({ colliders }) => shareColliders(plan, name, colliders)),
    seed: plan.seed,
    start: plan.times.start,
  });
}

/** Simulates the frames of a part, and returns those that are kept. */
async function keepFrames(
  plan: BakePlan,
  simulation: Simulation,
  { systems, from, to, firstFrames }: PartInput & Partial<Pick<WholePartInput, 'firstFrames'>>,
  turns?: WorkTurns,
): Promise<Map<string, Uint8Array>> {
  const frames = createMemoryStore();
  for (const [key, bytes] of firstFrames ?? []) frames.put(key, bytes);
  const bake = {
    plan: { ...plan, systems: plan.systems.filter(({ name }) => systems.includes(name)) },
    simulation,
    frames,
  };
  const recorders = createRecorders(bake, await loadWriters(bake));
  for (const { recorder } of recorders) recorder.skip?.();
  const kept = new Map<string, Uint8Array>();
  for (let frame = from + 1; frame <= to; frame++) {
    const progress = (seconds: number) => {
      for (const { recorder } of recorders) recorder.noteStep?.(seconds);
    };
    const work = simulation.advancing(plan.times.time(frame), { progress });
    if (turns) await workInTurns(work, turns);
    else workThrough(work);
    if (frame <= plan.firstFrame) for (const { recorder } of recorders) recorder.forget?.();
    if (frame < plan.firstFrame) continue;
    for (const { shown, recorder } of recorders) {
      const key = frameKey(shown.system, shown.index, frame);
      const bytes = recorder.take(frame);
      frames.put(key, bytes);
      kept.set(key, bytes);
    }
  }
  return kept;
}

/** Simulates some frames of a unit as a whole. */
export async function simulateWholePart(
  plan: BakePlan,
  input: WholePartInput,
  turns?: WorkTurns,
): Promise<WholePartResult> {
  const simulation = takeUnit(plan, input);
  if (input.snapshot) simulation.load(input.snapshot);
  const readSeconds = () =>
    input.systems.map((name) => simulation.records.find(({ system }) => system.name === name)!.stepSeconds);
  const before = readSeconds();
  const frames = await keepFrames(plan, simulation, input, turns);
  const stepSeconds = readSeconds().map((seconds, k) => seconds - before[k]);
  if (input.to < plan.lastFrame)
    knownUnits.set(plan, { ...knownUnits.get(plan), [keyOf(input)]: simulation });
  return { frames, stepSeconds, snapshot: simulation.save('') };
}

/** For each plan: the simulations of units whose parts this thread has simulated, by the names of their systems. */
const knownUnits = new WeakMap<BakePlan, Readonly<Record<string, Simulation>>>();

const keyOf = ({ systems }: PartInput) => JSON.stringify(systems);

/**
 * Returns a simulation of a unit. Creating it takes time, so parts that run one after the other share it: each loads the whole state. While a part
 * uses it, no other part does.
 */
function takeUnit(plan: BakePlan, input: WholePartInput): Simulation {
  const { [keyOf(input)]: known, ...others } = knownUnits.get(plan) ?? {};
  knownUnits.set(plan, others);
  if (known && input.snapshot) return known;
  return new Simulation({
    systems: plan.systems.filter(({ name }) => input.systems.includes(name)),
    actors: plan.actors.map(({ colliders }) => colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
}

/** Simulates some frames of a regional system, with some of the actors and in a part of space. */
export async function simulateRegionPart(
  plan: BakePlan,
  input: RegionPartInput,
  turns?: WorkTurns,
): Promise<RegionPartResult | RegionLeft> {
  const [name] = input.systems;
  const simulation = createRegionPart(plan, name, input.actors);
  const { system } = simulation.records[0];
  const regional = system.definition.regional!;
  const state = simulation.stateOf(name);
  if (input.from >= 0) simulation.setTick(name, simulation.lastTickUntil(name, plan.times.time(input.from)));
  if (input.region) regional.confine(state, new RectangleRegion(input.region));
  try {
    regional.restore(state, input.state);
    regional.record(state);
    const frames = await keepFrames(plan, simulation, input, turns);
    return {
      frames,
      stepSeconds: [simulation.records[0].stepSeconds],
      tiles: listChangedTiles(regional, state, input.state.tiles),
      active: regional.listActive(state),
      record: regional.readRecord(state),
      hints: regional.readHints(state),
    };
  } catch (error) {
    if (error instanceof LeavesRegion) return { leaves: error.tile };
    throw error;
  }
}

/** Returns the tiles whose bytes differ from those that the part started with. */
function listChangedTiles(
  regional: RegionalSystem<unknown, unknown>,
  state: unknown,
  given: readonly RegionalTile[],
): RegionalTile[] {
  const before = new Map(given.map((tile) => [tileKey(tile.i, tile.j), tile]));
  const changed: RegionalTile[] = [];
  for (const { i, j } of regional.listTiles(state)) {
    const bytes = regional.readTile(state, i, j);
    const known = before.get(tileKey(i, j));
    before.delete(tileKey(i, j));
    if (bytes === null && known === undefined) continue;
    const isSame = bytes !== null && known?.bytes != null && equalBytes(bytes, known.bytes);
    if (!isSame) changed.push({ i, j, bytes: bytes?.slice() ?? null });
  }
  for (const { i, j } of before.values()) changed.push({ i, j, bytes: null });
  return changed;
}

/** Returns the tiles that an actor may reach in each interval of a regional system: see `outlineColliders`. */
export function outlineActor(
  plan: BakePlan,
  { system, actor, boundaries }: { system: string; actor: string; boundaries: readonly number[] },
): (TileRectangle | null)[] {
  const simulation = createRegionPart(plan, system, [actor]);
  const { definition, params } = simulation.records[0].system;
  return outlineColliders(simulation, system, boundaries, definition.regional!.tileSide(params));
}
