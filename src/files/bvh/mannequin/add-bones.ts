import { dot, norm } from '../../../geometry/vector.ts';
import { atan2, cos, sin } from '../../../math/portable.ts';
import type { Skeleton } from '../bvh-take.ts';
import type { SampledTake } from '../take-points.ts';
import { type Body, combine, unit, unitAcross, type Vector } from './body.ts';
import { type FigurePlan, offsetBetween } from './figure-plan.ts';
import { addEgg, addLimb, type LimbShape } from './limb.ts';
import { proportions } from './proportions.ts';

export interface BoneSource {
  readonly take: Skeleton;
  readonly sampled: SampledTake;
  readonly plan: FigurePlan;
  /** Of the figure, in the take's units. */
  readonly height: number;
  /** The direction in the joints' own frames at rest that is up. */
  readonly up: Vector;
}

const origin: Vector = [0, 0, 0];

/** Adds a limb along every bone but those of feet, and a head, to the bodies of the joints that they hang on. */
export function addBones(bodies: readonly Body[], source: BoneSource): void {
  const { take, plan, height, up } = source;
  const { roles } = plan;
  const wideAlong = findWidth(source);
  take.joints.forEach(({ parent, offset, ends }, joint) => {
    const role = roles[joint];
    const isInside = parent >= 0 && (roles[parent] === 'foot' || roles[parent] === 'head');
    if (parent >= 0 && !isInside && norm(offset) > 0) {
      addLimb(bodies[parent], origin, offset, shapeBone(source, parent, joint, wideAlong));
    }
    if (role === 'head' && !isInside) addHead(bodies[joint], source, joint, up);
    if (role === 'head' || role === 'foot') return;
    for (const end of ends) {
      const radius = limbRadius(source, joint, norm(end));
      if (norm(end) > 0) addLimb(bodies[joint], origin, end, { radii: [radius, radius] });
    }
  });
  // A lone joint, or one among others without any length.
  if (bodies.every(({ indices }) => indices.length === 0)) {
    addEgg(bodies[0], combine([-height / 2, up]), combine([height / 2, up]), height / 4);
  }
}

function shapeBone(source: BoneSource, from: number, to: number, wideAlong: Vector): LimbShape {
  const { plan, height, take } = source;
  const [above, role] = [plan.roles[from], plan.roles[to]];
  if (role === 'trunk') {
    const radius = proportions.trunk * height;
    return { radii: [radius, radius], flatness: proportions.trunkFlatness, wideAlong };
  }
  if (role === 'neck' || role === 'head') {
    const radius = proportions.neck * height;
    return { radii: [radius, radius] };
  }
  const bone = norm(take.joints[to].offset);
  return { radii: [limbRadius(source, above === 'trunk' ? to : from, bone), limbRadius(source, to, bone)] };
}

/** Half the thickness of a limb at a joint, on a bone of this length: thicker the more there is beyond. */
function limbRadius({ plan, height }: BoneSource, joint: number, bone: number): number {
  const { limbLeast, limbGrowth, limbMost, fingerLeast, arm } = proportions;
  const thick = Math.min(limbMost * height, limbLeast * height + limbGrowth * plan.reaches[joint]);
  // Fingers are no thicker than they are long.
  const most = Math.max(0.3 * bone, fingerLeast * height);
  return Math.min(most, plan.roles[joint] === 'arm' ? arm * thick : thick);
}

function addHead(body: Body, { take, height }: BoneSource, joint: number, up: Vector): void {
  const [end] = take.joints[joint].ends;
  const length = Math.max(proportions.headLength * height, end ? norm(end) : 0);
  const along = end ? unit(end, up) : up;
  const low = combine([-0.15 * length, along]);
  addEgg(body, low, combine([1, low], [length, along]), proportions.headRadius * height);
}

/** The direction across the figure, in which it is widest at rest. */
function findWidth({ take, sampled, up }: BoneSource): Vector {
  const east = unitAcross([1, 0, 0], up);
  const north = unitAcross(
    [up[1] * east[2] - up[2] * east[1], up[2] * east[0] - up[0] * east[2], up[0] * east[1] - up[1] * east[0]],
    up,
  );
  const places = sampled.points.map(({ joint, local }): readonly [number, number] => {
    const place = combine([1, offsetBetween(take, 0, joint)], [1, local]);
    return [dot(place, east), dot(place, north)];
  });
  const mean = [0, 1].map((c) => places.reduce((sum, place) => sum + place[c], 0) / places.length);
  let [xx, xy, yy] = [0, 0, 0];
  for (const place of places) {
    const [x, y] = [place[0] - mean[0], place[1] - mean[1]];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = atan2(2 * xy, xx - yy) / 2;
  return combine([cos(angle), east], [sin(angle), north]);
}
