import type { NearSurface } from '../contact/near-surface.ts';
import { free, type SprayBody, touches } from './spray-body.ts';
import { mostUnits, type SpraySettings } from './spray-settings.ts';
import { type SweptTriangles, triangleArea } from './swept-triangles.ts';
import type { Takings } from './takings.ts';
import type { TouchFinder } from './touch-finder.ts';

/** Moments of a step, beside its end, at which a moving triangle may be found touching. */
const fewestMoments = 8;
const mostMoments = 16;

/**
 * Finds which triangles of a body touch the ground in this step, and which of them leave it, and when: the last moment at
 * which they touched. Those that leave are to take material along, out of the columns they touched then: their area, or what of
 * it touched, times the adhesion. Only then, since the ground under a foot at rest must not change.
 *
 * Writes `leftAt` of the body, and adds to the takings; the ground stays as it is.
 */
export function pickUp(
  body: SprayBody,
  surface: NearSurface,
  takings: Takings,
  finder: TouchFinder,
  settings: SpraySettings,
): void {
  const swept = body.follow(surface);
  const { leftAt } = body;
  const near = surface.tiles.length > 0 ? surface.triangleCount : 0;
  body.begin();
  // A skin's points go straight: while they go no further than a cell, both ends of the step tell all.
  const isSwept = !swept.rests && (swept.turns || surface.poseCount > 1);
  const moments = isSwept ? Math.max(fewestMoments, Math.min(mostMoments, surface.poseCount)) : 1;
  const ids = surface.triangleIds;
  const { cut } = swept.collider;
  swept.goTo(1);
  for (let n = 0; n < near; n++) {
    swept.place(ids[n]);
    if (finder.find(swept.corners, true)) leftAt[ids[n]] = touches;
  }
  for (let moment = moments - 1; moment >= 0 && !cut; moment--) {
    const s = moment / moments;
    swept.goTo(s);
    for (let n = 0; n < near; n++) {
      const triangle = ids[n];
      if (leftAt[triangle] !== free) continue;
      swept.place(triangle);
      if (!finder.find(swept.corners, false)) continue;
      leftAt[triangle] = s;
      // All that sticks to it comes off anew.
      body.kept[triangle] = 0;
      take(body, triangle, swept, takings, finder, settings);
    }
  }
  body.list(ids, near);
}

/** Units that the placed triangle, of which `finder` knows what it touches, can hold. */
export function measureHold(
  swept: SweptTriangles,
  { under, touched }: Pick<TouchFinder, 'under' | 'touched'>,
  settings: SpraySettings,
): number {
  if (touched === 0) return 0;
  const whole = triangleArea(swept.corners) * settings.unitsPerArea;
  // What stands upright has much area over few columns.
  return Math.min(mostUnits, (whole * touched) / under, settings.unitsPerColumn * touched);
}

/** Has the placed triangle take what still fits on it from the columns that it touches, alike from each. */
function take(
  body: SprayBody,
  triangle: number,
  swept: SweptTriangles,
  takings: Takings,
  { touched, columns, under }: TouchFinder,
  settings: SpraySettings,
): void {
  const wanted = Math.floor(measureHold(swept, { touched, under }, settings)) - body.units[triangle];
  if (wanted <= 0) return;
  const share = Math.floor(wanted / touched);
  let rest = wanted - share * touched;
  for (let n = 0; n < touched; n++) {
    const part = share + (rest > 0 ? 1 : 0);
    rest--;
    takings.add(body, triangle, columns[2 * n], columns[2 * n + 1], part);
  }
}
