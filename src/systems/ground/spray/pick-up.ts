import type { NearSurface } from '../near-surface.ts';
import { free, type SprayBody, touches } from './spray-body.ts';
import type { SprayGround } from './spray-ground.ts';
import { mostUnits, type SpraySettings } from './spray-settings.ts';
import { type SweptTriangles, triangleArea } from './swept-triangles.ts';
import type { TouchFinder } from './touch-finder.ts';

/** Moments of a step, beside its end, at which a moving triangle may be found touching. */
const fewestMoments = 4;
const mostMoments = 16;

/**
 * Finds which triangles of a body touch the ground in this step, and which of them leave it, and when: the last moment at
 * which they touched. Those that leave take material along, out of the columns they touched then: their area, or what of it
 * touched, times the adhesion. Only then, since the ground under a foot at rest must not change.
 *
 * Writes `leftAt` and `touching` of the body.
 */
export function pickUp(
  body: SprayBody,
  surface: NearSurface,
  ground: SprayGround,
  finder: TouchFinder,
  settings: SpraySettings,
): void {
  const swept = body.follow(surface);
  const { leftAt, touching } = body;
  const near = surface.tiles.length > 0 ? surface.triangleCount : 0;
  body.begin();
  // A skin's points go straight: while they go no further than a cell, both ends of the step tell all.
  const isSwept = !swept.rests && (swept.turns || surface.poseCount > 1);
  const moments = isSwept ? Math.max(fewestMoments, Math.min(mostMoments, surface.poseCount)) : 1;
  const ids = surface.triangleIds;
  swept.goTo(1);
  for (let n = 0; n < near; n++) {
    swept.place(ids[n]);
    if (finder.find(swept.corners, true, true)) leftAt[ids[n]] = touches;
  }
  for (let moment = moments - 1; moment > 0; moment--) {
    const s = moment / moments;
    swept.goTo(s);
    for (let n = 0; n < near; n++) {
      const triangle = ids[n];
      if (leftAt[triangle] !== free) continue;
      swept.place(triangle);
      if (!finder.find(swept.corners, true, true)) continue;
      leftAt[triangle] = s;
      take(body, triangle, swept, ground, finder, settings, true);
    }
  }
  swept.goTo(0);
  body.list(ids, near);
  for (let n = 0; n < body.listedCount; n++) {
    const triangle = body.listed[n];
    if (
      touching[triangle] === 1 &&
      leftAt[triangle] === free &&
      triangle < swept.count &&
      !swept.collider.cut
    ) {
      leftAt[triangle] = 0;
      swept.place(triangle);
      take(body, triangle, swept, ground, finder, settings, false);
    }
    touching[triangle] = leftAt[triangle] === touches ? 1 : 0;
  }
}

/** Units that the placed triangle, of which `finder` knows what it touches, can hold. */
export function measureHold(swept: SweptTriangles, finder: TouchFinder, settings: SpraySettings): number {
  const { under, touched } = finder;
  if (touched === 0) return 0;
  const whole = triangleArea(swept.corners) * settings.unitsPerArea;
  // What stands upright has much area over few columns.
  return Math.min(mostUnits, (whole * touched) / under, settings.unitsPerColumn * touched);
}

/** Takes what still fits on the placed triangle from the columns that it touches, alike from each. */
function take(
  body: SprayBody,
  triangle: number,
  swept: SweptTriangles,
  ground: SprayGround,
  finder: TouchFinder,
  settings: SpraySettings,
  inContact: boolean,
): void {
  if (!finder.find(swept.corners, inContact, false)) return;
  const { touched, columns } = finder;
  const wanted = Math.floor(measureHold(swept, finder, settings)) - body.units[triangle];
  if (wanted <= 0) return;
  const share = Math.floor(wanted / touched);
  let rest = wanted - share * touched;
  for (let n = 0; n < touched; n++) {
    const part = share + (rest > 0 ? 1 : 0);
    rest--;
    if (ground.take(columns[2 * n], columns[2 * n + 1], part)) body.units[triangle] += part;
  }
}
