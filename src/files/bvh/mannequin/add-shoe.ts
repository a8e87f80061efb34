import { dot, norm } from '../../../geometry/vector.ts';
import type { Skeleton } from '../bvh-take.ts';
import type { TakeFoot } from '../find-feet.ts';
import { findStanding, measureStance } from '../measure-soles.ts';
import type { SampledTake } from '../take-points.ts';
import { type Body, combine, unitAcross, type Vector } from './body.ts';
import { offsetBetween } from './figure-plan.ts';
import { proportions } from './proportions.ts';
import { addShoePart, type Sole } from './shoe.ts';

export interface ShoeSource {
  readonly take: Skeleton;
  readonly sampled: SampledTake;
  /** Of the figure, and where the ground is, in the take's units. */
  readonly height: number;
  readonly ground: number;
  /** Where toes point, in the joints' own frames at rest, for legs that end in an ankle. */
  readonly forward: Vector;
}

/** Adds a shoe to the bodies of a foot's joints: its sole is where they stand, its toes turn with the ball. */
export function addShoe(bodies: readonly Body[], source: ShoeSource, { ankle, ball, tip }: TakeFoot): void {
  const { take, sampled, height, ground } = source;
  const { points } = sampled;
  const tipFrom = (joint: number) =>
    combine([1, offsetBetween(take, joint, points[tip].joint)], [1, points[tip].local]);
  const whole = tipFrom(ankle);
  // Toes as they lie while the heel is down too, so that both soles are one.
  const standing = findStanding(sampled, ankle);
  const stance = measureStance(sampled, ankle, standing, ground, scaled(proportions.ankleDepth, height));
  const heading = norm(whole) > 0.02 * height ? whole : source.forward;
  const sole: Sole = { ...stance, forward: unitAcross(heading, stance.up) };
  const ankleTop = stance.depth + 0.014 * height;
  const heel = -proportions.heel * height;
  const { halfWidths } = proportions;
  const width = (part: keyof typeof halfWidths) => halfWidths[part] * height;
  if (ball === null) {
    const length = Math.max(proportions.foot * height, dot(whole, sole.forward) + 0.01 * height);
    addShoePart(bodies[ankle], sole, {
      from: heel,
      to: length,
      halfWidths: [width('heel'), width('ball')],
      heights: [1.15 * ankleTop, 0.45 * ankleTop],
    });
    return;
  }
  const toBall = dot(offsetBetween(take, ankle, ball), sole.forward);
  const ballStance = measureStance(sampled, ball, standing, ground, scaled(proportions.ballDepth, height));
  const toes = tipFrom(ball);
  const toeHeading = norm(toes) > 0.01 * height ? toes : offsetBetween(take, ankle, ball);
  const toeSole: Sole = { ...ballStance, forward: unitAcross(toeHeading, ballStance.up) };
  const ballTop = ballStance.depth + 0.016 * height;
  // Both parts go past the ball, so that no gap opens where toes bend.
  const overlap = 0.02 * height;
  addShoePart(bodies[ankle], sole, {
    from: heel,
    to: Math.max(toBall, 0.03 * height) + overlap,
    halfWidths: [width('heel'), width('ball')],
    heights: [1.1 * ankleTop, ballTop],
  });
  addShoePart(bodies[ball], toeSole, {
    from: -overlap,
    to: Math.max(dot(toes, toeSole.forward), 0.035 * height) + 0.008 * height,
    halfWidths: [width('ball'), width('tip')],
    heights: [ballTop, 0.6 * ballTop],
  });
}

function scaled([least, most]: readonly [number, number], height: number): [number, number] {
  return [least * height, most * height];
}
