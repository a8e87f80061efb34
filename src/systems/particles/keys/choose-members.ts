import type { InputFault } from '../../../input-error.ts';
import type { Births } from '../birth.ts';
import { sourceName } from '../check-names.ts';
import type { KeyParams, SourceParams } from '../params.ts';
import { shuffledOrder } from '../sample-positions.ts';
import { randomUses } from '../settings.ts';

/** The data of a key that is needed to choose its members. */
export interface KeyPlan {
  readonly params: KeyParams;
  readonly index: number;
  readonly name: string;
  /** Times on the clock, ticks. */
  readonly start: number;
  readonly end: number;
  readonly release: number;
  /** Time by which a particle must exist to be controlled. */
  readonly latestBirth: number;
  readonly channels: readonly string[];
}

export interface Choice {
  readonly memberCount: number;
  /** See `PreparedKey`. */
  readonly members: Uint32Array | null;
  readonly candidates: Uint32Array | null;
}

/**
 * Determines which particles each key controls, exactly as many as it requires, so that no two keys control the same property of
 * a particle at the same time. The particles nearest to a shape are only known when the key takes effect, so all others are
 * excluded for them. Keys that require more particles than exist are faults.
 */
export function chooseMembers(
  plans: readonly KeyPlan[],
  sources: readonly SourceParams[],
  births: Births,
  rate: number,
  seed: number,
  path: string,
): { readonly choices: Map<KeyPlan, Choice>; readonly faults: InputFault[] } {
  const choices = new Map<KeyPlan, Choice>();
  const faults: InputFault[] = [];
  const isNearest = ({ params }: KeyPlan) => params.selection === 'nearest';
  const byStart = [...plans].sort((a, b) => a.start - b.start || a.index - b.index);
  const order = [...byStart.filter((plan) => !isNearest(plan)), ...byStart.filter(isNearest)];
  const taken = new Uint8Array(births.count);
  for (const plan of order) {
    const { params, index, name } = plan;
    const location = path === '' ? `keys[${index}]` : `${path}.keys[${index}]`;
    const eligible = listEligible(plan, sources, births, rate);
    const wanted = params.counts
      ? params.counts.reduce((sum, count) => sum + count, 0)
      : Math.round(params.fraction * eligible.length);
    if (wanted === 0 || wanted > eligible.length) {
      faults.push(tooFew(plan, location, wanted, eligible.length));
      continue;
    }
    const rivals = order.filter((other) => choices.has(other) && overlap(plan, other));
    taken.fill(0);
    let reserved = 0;
    for (const rival of rivals) {
      const { members, memberCount } = choices.get(rival)!;
      if (members) for (const particle of members) taken[particle] = 1;
      else reserved += memberCount;
    }
    const free = rivals.length === 0 ? eligible : eligible.filter((particle) => taken[particle] === 0);
    if (wanted > free.length - reserved) {
      const names = rivals.map((rival) => `"${rival.name}"`).join(', ');
      faults.push({
        path: location,
        message:
          `expected ${wanted} particles for "${name}" that no other key controls at the same time, got ` +
          `${Math.max(0, free.length - reserved)}; the others belong to ${names}: separate the keys in time, or reduce ` +
          'their fractions or counts',
      });
      continue;
    }
    choices.set(
      plan,
      isNearest(plan) && wanted < free.length
        ? { memberCount: wanted, members: null, candidates: free }
        : { memberCount: wanted, members: pick(free, wanted, params, seed, index), candidates: null },
    );
  }
  return { choices, faults };
}

/**
 * Returns the particles of its sources that are born early enough and live to the end, ascending. If only the state changes: all
 * that exist at any time of the key.
 */
function listEligible(
  { params, latestBirth, start, end }: KeyPlan,
  sources: readonly SourceParams[],
  births: Births,
  rate: number,
): Uint32Array {
  const isAsked = sources.map((source) => params.sources?.includes(sourceName(source)) ?? true);
  const found = new Uint32Array(births.count);
  let count = 0;
  for (let particle = 0; particle < births.count; particle++) {
    if (!isAsked[births.sources[particle]]) continue;
    if (Math.ceil(births.times[particle] * rate - 1e-6) > latestBirth) continue;
    if (births.deaths[particle] * rate <= (params.to ? end : start)) continue;
    found[count++] = particle;
  }
  return found.slice(0, count);
}

function pick(
  from: Uint32Array,
  count: number,
  { selection }: KeyParams,
  seed: number,
  index: number,
): Uint32Array {
  if (count === from.length) return from;
  if (selection === 'first') return from.slice(0, count);
  const order = shuffledOrder(from.length, seed, randomUses.choice, index);
  return order
    .subarray(0, count)
    .map((k) => from[k])
    .sort();
}

function overlap(a: KeyPlan, b: KeyPlan): boolean {
  if (Math.min(a.release, b.release) <= Math.max(a.start, b.start)) return false;
  return a.channels.some((channel) => b.channels.includes(channel));
}

function tooFew({ params, name }: KeyPlan, location: string, wanted: number, held: number): InputFault {
  const path = params.counts ? `${location}.counts` : location;
  if (held === 0) {
    return {
      path,
      message: `expected particles that appear before "${name}" arrives and exist until then, got none: check start and life of the sources`,
    };
  }
  if (wanted === 0) {
    return {
      path: `${location}.fraction`,
      message: `expected a fraction that gives at least one of ${held} particles, got ${params.fraction}`,
    };
  }
  return {
    path,
    message: `expected at most ${held}, the number of particles in its sources that exist from its start to its end, got ${wanted}`,
  };
}
