import { dot, norm } from '../../../geometry/vector.ts';
import type { Skeleton } from '../bvh-recording.ts';
import type { RecordedFoot } from '../find-feet.ts';
import { findStanding, measureStance } from '../measure-soles.ts';
import type { SampledRecording } from '../recorded-points.ts';
import { type Body, combine, unitAcross, type Vector } from './body.ts';
import { offsetBetween } from './mannequin-plan.ts';
import type { Proportions } from './proportions.ts';
import { addShoePart, type Sole } from './shoe.ts';

export interface ShoeSource {
  readonly recording: Skeleton;
  readonly sampled: SampledRecording;
  readonly proportions: Proportions;
  /** Height of the character, and height of the ground, in the units of the recording. */
  readonly height: number;
  readonly ground: number;
  /** The direction of the toes in the frames of the joints in the rest pose. It is used for legs that end in an ankle. */
  readonly forward: Vector;
}

/**
 * Adds a shoe to the bodies of a foot's joints. When the foot stands, the sole lies on the ground. The toes of the shoe rotate about the
 * ball of the foot.
 */
export function addShoe(
  bodies: readonly Body[],
  source: ShoeSource,
  { ankle, ball, tip }: RecordedFoot,
): void {
  const { recording, sampled, height, ground, proportions } = source;
  const { points } = sampled;
  const tipFrom = (joint: number) =>
    combine([1, offsetBetween(recording, joint, points[tip].joint)], [1, points[tip].local]);
  const whole = tipFrom(ankle);
  // The toes are modelled in the pose that they have while the heel is down, so that both parts of the sole lie in one plane.
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
  const toBall = dot(offsetBetween(recording, ankle, ball), sole.forward);
  const ballStance = measureStance(sampled, ball, standing, ground, scaled(proportions.ballDepth, height));
  const toes = tipFrom(ball);
  const toeHeading = norm(toes) > 0.01 * height ? toes : offsetBetween(recording, ankle, ball);
  const toeSole: Sole = { ...ballStance, forward: unitAcross(toeHeading, ballStance.up) };
  const ballTop = ballStance.depth + 0.016 * height;
  // Both parts of the shoe extend beyond the ball, so that no gap opens when the toes bend.
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

function scaled([min, max]: readonly [number, number], height: number): [number, number] {
  return [min * height, max * height];
}
