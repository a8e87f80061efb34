import { type NamedBody, nameBodies } from '../contact/name-bodies.ts';
import { fadeFraction16, fadesPerHalfLife } from '../fading/fading-settings.ts';
import { regroup } from '../flow/regroup.ts';
import { maxColumn } from '../rules/limits.ts';
import type { GroundSettings } from '../rules/settings.ts';
import { SprayGround } from '../spray/spray-ground.ts';
import { SweptTriangles } from '../spray/swept-triangles.ts';
import type { GroundState } from '../state.ts';
import type { Sticking } from './sticking.ts';

const position = new Float64Array(3);

/** Returns how often a fraction of what sticks falls off in the step that begins at t, s: a function of the time alone. */
export function fallsDuring(
  { stickingHalfLife, rate }: Pick<GroundSettings, 'stickingHalfLife' | 'rate'>,
  t: number,
): number {
  if (stickingHalfLife === null) return 0;
  // Steps are counted from 0 s, so that a later run continues this one.
  const step = Math.round(t * rate);
  const fallen = (steps: number) => Math.floor(((steps / rate) * fadesPerHalfLife) / stickingHalfLife);
  return fallen(step + 1) - fallen(step);
}

/** Lets what sticks to bodies fall off where it is not in the ground, to the columns under it. t: start of the step, s. */
export function fallOff(state: GroundState, sticking: Sticking, t: number): void {
  const falls = fallsDuring(state.settings, t);
  if (falls > 0 && sticking.covers.size > 0) {
    const ground = new SprayGround(state);
    ground.begin();
    for (const body of nameBodies(state.surfaces)) clean(state.settings, sticking, ground, body, falls);
    state.totals.outside += BigInt(ground.outside);
  }
  regroup(state, true);
}

/** Removes 1 − 2^(−1/16) of each amount, at least 1, `falls` times. The units of the vertex fall in the same ratio. */
function clean(
  { cell }: GroundSettings,
  sticking: Sticking,
  ground: SprayGround,
  { name, surface }: NamedBody,
  falls: number,
): void {
  const { collider } = surface;
  const amounts = sticking.covers.get(name);
  if (!amounts?.some((amount) => amount > 0)) return;
  const stored = sticking.unitsOf(name, amounts.length)!;
  const held = sticking.held.get(name);
  const swept = new SweptTriangles(collider, collider.indices);
  swept.setTime(1);
  const vertexCount = Math.min(amounts.length, collider.vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const before = amounts[vertex];
    if (before === 0 || held?.[vertex]) continue;
    let amount = before;
    for (let n = 0; n < falls && amount > 0; n++)
      amount -= Math.max(1, Math.floor((amount * fadeFraction16) / 65536));
    swept.poseVertex(position, 0, vertex);
    const [i, j] = [Math.round(position[0] / cell), Math.round(position[2] / cell)];
    // What is nowhere, because its position is infinite, keeps what sticks to it.
    if (!(Math.max(Math.abs(i), Math.abs(j)) < maxColumn)) continue;
    const rest = Math.floor((stored[vertex] * amount) / before);
    const fallen = stored[vertex] - rest;
    if (fallen > 0) ground.land(i, j, fallen, 1);
    amounts[vertex] = amount;
    sticking.changed.add(name);
    stored[vertex] = rest;
    sticking.stuck -= BigInt(fallen);
  }
}
