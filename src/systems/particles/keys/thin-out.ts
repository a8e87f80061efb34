import type { AnchoredSource, Births } from '../birth.ts';
import type { ParticlesPrepared } from '../prepare.ts';
import { pickPoints, pickRows } from '../sample-positions.ts';
import { lowerBound } from '../schedule.ts';
import type { Goals } from './goals.ts';
import type { PreparedKey } from './prepared-key.ts';

/**
 * Keeps every n-th particle. For each key, keeps as many goals as there are kept particles that the key controls. The result
 * approximates the full run.
 */
export function thinOut(prepared: ParticlesPrepared, stride: number): ParticlesPrepared {
  const { births } = prepared;
  const kept = Uint32Array.from({ length: Math.ceil(births.count / stride) }, (_, k) => k * stride);
  const keys = prepared.keys.flatMap((key) => thinKey(key, stride) ?? []);
  return { ...prepared, births: thinBirths(births, kept), keys };
}

function thinBirths(births: Births, kept: Uint32Array): Births {
  const pick = (from: Float64Array) => pickRows(Float64Array, from, kept, 1);
  return {
    count: kept.length,
    times: pick(births.times),
    deaths: pick(births.deaths),
    mortals: births.mortals
      .filter((particle) => kept[lowerBound(kept, particle)] === particle)
      .map((particle) => lowerBound(kept, particle)),
    sources: Uint16Array.from(kept, (particle) => births.sources[particle]),
    positions: pickRows(Float64Array, births.positions, kept, 3),
    velocities: pickRows(Float64Array, births.velocities, kept, 3),
    sizes: pick(births.sizes),
    colors: pickRows(Float32Array, births.colors, kept, 4),
    spins: births.spins && pickRows(Float64Array, births.spins, kept, 3),
    grounded: births.grounded,
    fades: births.fades,
    pools: births.pools,
    poolCount: births.poolCount,
    anchored: births.anchored.map(
      (anchored): AnchoredSource | null =>
        anchored && { ...anchored, anchorOf: kept.map((particle) => anchored.anchorOf[particle]) },
    ),
  };
}

/** Returns the key for the remaining particles; null if none of its particles are left. */
function thinKey(key: PreparedKey, stride: number): PreparedKey | null {
  const pick = (list: Uint32Array | null) =>
    list?.filter((particle) => particle % stride === 0).map((particle) => particle / stride) ?? null;
  const members = pick(key.members);
  const candidates = pick(key.candidates);
  const memberCount = members
    ? members.length
    : Math.round((key.memberCount * candidates!.length) / key.candidates!.length);
  if (memberCount === 0) return null;
  return { ...key, members, candidates, memberCount, goals: key.goals && thinGoals(key.goals, memberCount) };
}

function thinGoals(goals: Goals, count: number): Goals {
  const kept = Uint32Array.from({ length: count }, (_, k) => Math.floor((k * goals.count) / count));
  const positions = new Float64Array(3 * count);
  kept.forEach((goal, k) => {
    positions.set(goals.positions.subarray(3 * goal, 3 * goal + 3), 3 * k);
  });
  const blocks = goals.blocks.flatMap((block) => {
    const first = lowerBound(kept, block.first);
    const end = lowerBound(kept, block.first + block.count);
    if (first === end) return [];
    const indices = kept.slice(first, end).map((goal) => goal - block.first);
    return [{ ...block, first, count: end - first, points: pickPoints(block.points, indices) }];
  });
  return { count, positions, blocks };
}
