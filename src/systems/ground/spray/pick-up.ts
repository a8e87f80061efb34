import type { NearSurface } from '../contact/near-surface.ts';
import type { PendingPickUps } from './pending-pick-ups.ts';
import { free, type SprayBody, touches } from './spray-body.ts';
import { maxUnits, type SpraySettings } from './spray-settings.ts';
import { type SweptTriangles, triangleArea } from './swept-triangles.ts';
import type { TouchFinder } from './touch-finder.ts';

/** Times of a step, besides its end, at which a moving triangle is tested for contact. */
const minMoments = 8;
const maxMoments = 16;

/**
 * Finds the triangles of a body that touch the ground in this step, and those that leave it with the last time of contact. Triangles
 * that leave take material along, from the columns that they touched: the adhesion times their area, or the part of it that touched.
 * They take it only then, because the ground under a foot that does not move must not change.
 *
 * Writes `leftAt` of the body and adds the material to `pending`. The ground does not change.
 */
export function pickUp(
  body: SprayBody,
  surface: NearSurface,
  pending: PendingPickUps,
  finder: TouchFinder,
  settings: SpraySettings,
): void {
  const swept = body.follow(surface);
  const { leftAt } = body;
  const near = surface.tiles.length > 0 ? surface.triangleCount : 0;
  body.begin();
  // Points of a skin move on straight lines. If they move less than a cell, testing both ends of the step is sufficient.
  const isSwept = !swept.isStationary && (swept.isRotating || surface.poseCount > 1);
  const moments = isSwept ? Math.max(minMoments, Math.min(maxMoments, surface.poseCount)) : 1;
  const ids = surface.triangleIds;
  const { cut } = swept.collider;
  swept.setTime(1);
  for (let n = 0; n < near; n++) {
    swept.poseTriangle(ids[n]);
    if (finder.find(swept.corners, true)) leftAt[ids[n]] = touches;
  }
  for (let moment = moments - 1; moment >= 0 && !cut; moment--) {
    const s = moment / moments;
    swept.setTime(s);
    for (let n = 0; n < near; n++) {
      const triangle = ids[n];
      if (leftAt[triangle] !== free) continue;
      swept.poseTriangle(triangle);
      if (!finder.find(swept.corners, false)) continue;
      leftAt[triangle] = s;
      // All material that sticks to it starts to come off again.
      body.kept[triangle] = 0;
      take(body, triangle, swept, pending, finder, settings);
    }
  }
  body.list(ids, near);
}

/** Returns the units that the posed triangle can hold. `finder` holds the columns that it touches. */
export function measureHold(
  swept: SweptTriangles,
  { under, touched }: Pick<TouchFinder, 'under' | 'touched'>,
  settings: SpraySettings,
): number {
  if (touched === 0) return 0;
  const whole = triangleArea(swept.corners) * settings.unitsPerArea;
  // An upright triangle has much area over few columns.
  return Math.min(maxUnits, (whole * touched) / under, settings.unitsPerColumn * touched);
}

/** Takes what the posed triangle can still hold from the columns that it touches, in equal parts. */
function take(
  body: SprayBody,
  triangle: number,
  swept: SweptTriangles,
  pending: PendingPickUps,
  { touched, columns, under }: TouchFinder,
  settings: SpraySettings,
): void {
  const wanted = Math.floor(measureHold(swept, { touched, under }, settings)) - body.units[triangle];
  if (wanted <= 0) return;
  const perColumn = Math.floor(wanted / touched);
  let rest = wanted - perColumn * touched;
  for (let n = 0; n < touched; n++) {
    const part = perColumn + (rest > 0 ? 1 : 0);
    rest--;
    pending.add(body, triangle, columns[2 * n], columns[2 * n + 1], part);
  }
}
