import { cos, sin } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { Collider } from '../../../motion/collider.ts';
import { deathOf } from '../birth.ts';
import { randomUses } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import { type BurstRun, isOfBurst } from './burst-run.ts';
import { type ContactPatch, findPatch } from './contact-patch.ts';

/** Removes thrown particles whose life is over, and throws new ones where actors press on grounds, at the end of a tick. */
export function throwBursts(state: ParticlesState, colliders: readonly Collider[]): void {
  const { bursts, obstacles, params, tick, store } = state;
  if (bursts.length === 0) return;
  const now = tick / params.rate;
  const grounds = obstacles.listGrounds();
  for (const burst of bursts) {
    for (let k = 0; k < burst.thrown; k++) {
      if (burst.deaths[k] <= now + 1e-6 / params.rate) store.cohort[burst.pool.first + k] = -1;
    }
    for (const collider of colliders) {
      if (!isOfBurst(burst.params, collider.name)) continue;
      const body = obstacles.surfaceOf(collider);
      if (!body) continue;
      for (const ground of grounds) {
        const patch = findPatch(body, ground, burst.params.minSpeed);
        if (patch) throwFrom(state, burst, patch, now);
      }
    }
  }
  while (state.firstAlive < state.bornCount && store.cohort[state.firstAlive] < 0) state.firstAlive++;
}

function throwFrom(state: ParticlesState, burst: BurstRun, patch: ContactPatch, now: number): void {
  const { params, pool } = burst;
  burst.volume += patch.volume;
  burst.owed += params.perLitre * 1000 * patch.volume;
  const due = Math.floor(burst.owed);
  burst.owed -= due;
  const count = Math.min(due, pool.count - burst.thrown);
  burst.missing += due - count;
  for (let k = 0; k < count; k++) {
    const particle = pool.first + burst.thrown;
    throwOne(state, burst, patch, particle);
    state.store.birthTime[particle] = now;
    burst.deaths[burst.thrown] = deathOf(params, now, state.prepared.seed, particle);
    burst.thrown++;
    state.firstAlive = Math.min(state.firstAlive, particle);
  }
}

/** Places a particle just outside the outline of the contact, and throws it outward. */
function throwOne(
  { store, prepared }: ParticlesState,
  { params }: BurstRun,
  patch: ContactPatch,
  particle: number,
): void {
  const random = (k: number) => hashUnit(prepared.seed, randomUses.burst, particle, k);
  const { center, velocity, corners, volumes, ground } = patch;
  const chosen = findSum(volumes, random(0) * patch.volume);
  // Outward from the middle of the contact, through a random point of the chosen triangle.
  const root = Math.sqrt(random(5));
  const weights = [1 - root, root * (1 - random(6)), root * random(6)];
  let dx = -center[0];
  let dz = -center[2];
  for (let corner = 0; corner < 3; corner++) {
    dx += weights[corner] * corners[6 * chosen + 2 * corner];
    dz += weights[corner] * corners[6 * chosen + 2 * corner + 1];
  }
  const length = Math.sqrt(dx * dx + dz * dz);
  const turn = length > 1e-6 ? params.spread * (2 * random(1) - 1) : 2 * Math.PI * random(1);
  [dx, dz] = length > 1e-6 ? [dx / length, dz / length] : [1, 0];
  [dx, dz] = [cos(turn) * dx - sin(turn) * dz, sin(turn) * dx + cos(turn) * dz];
  let reach = 0;
  for (let o = 0; o < corners.length; o += 2) {
    const along = (corners[o] - center[0]) * dx + (corners[o + 1] - center[2]) * dz;
    if (along > reach) reach = along;
  }
  reach += ground.cell * (0.5 + random(2));
  const radius = store.size[particle] / 2;
  const x = center[0] + reach * dx;
  const z = center[2] + reach * dz;
  const height = ground.look(x, z) ? ground.height : center[1];
  store.x[particle] = x;
  store.y[particle] = height + radius;
  store.z[particle] = z;
  const speed = params.speed * patch.speed * (1 + params.spread * (2 * random(3) - 1));
  const angle = Math.min(Math.PI / 2, Math.max(0, params.angle + 0.5 * params.spread * (2 * random(4) - 1)));
  const out = speed * cos(angle);
  store.vx[particle] = out * dx + params.follow * velocity[0];
  store.vy[particle] = speed * sin(angle);
  store.vz[particle] = out * dz + params.follow * velocity[2];
  store.cohort[particle] = 0;
}

/** Returns the first index whose sum is above a value. */
function findSum(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
