import { InputError } from '../../input-error.ts';
import { toFraction } from '../../simulation/fraction.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { systemEntries } from '../../systems/index.ts';
import { createMemoryCache } from '../../systems/memory-cache.ts';
import type { ParamSpec, ParamTable } from '../../systems/params.ts';
import { openScene } from '../open-scene.ts';
import { parseScene } from '../parse-scene.ts';
import { simulatePlan } from './simulate-plan.ts';

type Values = Readonly<Record<string, unknown>>;

/** A scene in which every parameter of a system can show its effect, and a value for each parameter. */
export interface PairWalk {
  /** The registered name of the system, which is also its name in the scene. */
  readonly system: string;
  /** The parameters that are walked, such as the fields of one entry of a list. Absent: all parameters of the system. */
  readonly table?: ParamTable;
  /** Returns the scene with these values added to the base values. */
  scene(values: Values): unknown;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Times at which the result is observed, ascending, in seconds. */
  readonly times: readonly number[];
  /** For each parameter of the table, one value or several that differ from those of the base scene. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** The parameters that a short walk combines with every other parameter, because they select rules. Absent: all flags and choices. */
  readonly switches?: readonly string[];
  /** Parameters without which another parameter has no meaning. They are set together with it. */
  readonly needs?: Readonly<Record<string, Values>>;
  /**
   * Parameters that may have no effect beside another one, with the reason: `'bone with joints'`. An entry that is not needed is a fault.
   */
  readonly allowed?: Readonly<Record<string, string>>;
  /** Returns everything that a parameter may change. Default: the hash of the state. */
  observe?(simulation: Simulation, system: string): string;
}

/** One value of one parameter. */
interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly isSwitch: boolean;
}

/**
 * Simulates the scene with every parameter alone and with pairs of parameters. Returns a sentence for each parameter that is ignored in
 * silence: the scene is accepted, but the parameter changes nothing that `observe` returns. Alone, every parameter must be accepted.
 * everyPair: whether all pairs are simulated. Otherwise only one third of the pairs with a switch: switches select the rules, so they are
 * the ones that leave other parameters without effect.
 */
export async function findIgnoredParams(walk: PairWalk, everyPair: boolean): Promise<string[]> {
  const table = walk.table ?? systemEntries.find(({ name }) => name === walk.system)!.params;
  const settings = Object.entries(table).flatMap(([name, spec]) =>
    (walk.values[name] ?? []).map(
      (value): Setting => ({ name, value, isSwitch: walk.switches?.includes(name) ?? isSwitch(spec) }),
    ),
  );
  const run = createRunner(walk);
  const faults = Object.keys(table)
    .filter((name) => !walk.values[name]?.length)
    .map((name) => `${name}: the walk has no value for it`);
  const known = new Set<string>();
  /** Returns whether a parameter is ignored beside another one. null: alone. */
  const isIgnored = async (own: Setting, beside: Setting | null) => {
    const others = { ...walk.needs?.[own.name], ...(beside && valuesOf(walk, beside)) };
    const outcome = await run({ ...others, ...valuesOf(walk, own) });
    return outcome !== null && outcome === (await run(others));
  };
  for (const [i, own] of settings.entries()) {
    const alone = { ...walk.needs?.[own.name], ...valuesOf(walk, own) };
    if ((await run(alone)) === null) faults.push(`${describe(own)} is refused`);
    else if (await isIgnored(own, null)) faults.push(`${describe(own)} is ignored`);
    for (const [j, beside] of settings.entries()) {
      if (beside.name === own.name) continue;
      if (!everyPair && ((i + j) % 3 !== 0 || !(own.isSwitch || beside.isSwitch))) continue;
      // What the other one needs anyway is not ignored beside it.
      if (isSame(walk.needs?.[beside.name]?.[own.name], own.value)) continue;
      const pair = `${own.name} with ${beside.name}`;
      const isAllowed = walk.allowed?.[pair] !== undefined;
      const ignored = await isIgnored(own, beside);
      if (ignored && isAllowed) known.add(pair);
      if (ignored && !isAllowed) faults.push(`${describe(own)} with ${describe(beside)} is ignored`);
    }
  }
  if (!everyPair) return faults;
  const stale = Object.keys(walk.allowed ?? {}).filter((pair) => !known.has(pair));
  return [...faults, ...stale.map((pair) => `${pair}: allowed, but it has an effect or is refused`)];
}

/** Returns a sentence for each parameter that is accepted without what it `needs`, although it changes nothing. */
export async function findNeedlessParams(walk: PairWalk): Promise<string[]> {
  const run = createRunner(walk);
  const faults: string[] = [];
  for (const [name, needs] of Object.entries(walk.needs ?? {})) {
    for (const value of walk.values[name]) {
      if ((await run({ [name]: value })) !== (await run({}))) continue;
      faults.push(`${name}: ${JSON.stringify(value)} is ignored without ${Object.keys(needs)}`);
    }
  }
  return faults;
}

const isSwitch = ({ type }: ParamSpec) => type === 'choice' || type === 'flag';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const describe = ({ name, value }: Setting) => `${name}: ${JSON.stringify(value)}`;

const valuesOf = (walk: PairWalk, { name, value }: Setting): Values => ({
  ...walk.needs?.[name],
  [name]: value,
});

/** Returns a function that simulates the scene with values, and returns what `observe` returns; null if the scene is refused. */
function createRunner(walk: PairWalk): (values: Values) => Promise<string | null> {
  const cache = createMemoryCache();
  const known = new Map<string, Promise<string | null>>();
  const files = { read: (name: string) => walk.files.get(name) };
  const simulate = async (values: Values): Promise<string | null> => {
    try {
      const simulation = simulatePlan(await openScene(parseScene(walk.scene(values)), files, { cache }));
      const observed = walk.times.map((time) => {
        simulation.advanceTo(toFraction(time));
        return walk.observe?.(simulation, walk.system) ?? simulation.hash(walk.system);
      });
      return observed.join();
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  };
  return (values) => {
    const key = JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (!known.has(key)) known.set(key, simulate(values));
    return known.get(key)!;
  };
}
