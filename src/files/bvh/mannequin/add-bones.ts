import { dot, norm } from '../../../geometry/vector.ts';
import { maxOf } from '../../../math/lists.ts';
import { atan2, cos, sin } from '../../../math/portable.ts';
import type { Skeleton } from '../bvh-recording.ts';
import type { SampledRecording } from '../recorded-points.ts';
import { type Body, combine, unit, unitAcross, type Vector } from './body.ts';
import { addEgg, addLimb, type LimbShape } from './limb.ts';
import { type MannequinPlan, offsetBetween } from './mannequin-plan.ts';
import type { Proportions } from './proportions.ts';

export interface BoneSource {
  readonly recording: Skeleton;
  readonly sampled: SampledRecording;
  readonly plan: MannequinPlan;
  readonly proportions: Proportions;
  /** Height of the character, in the units of the recording. */
  readonly height: number;
  /** The upward direction in the frames of the joints in the rest pose. */
  readonly up: Vector;
}

const origin: Vector = [0, 0, 0];

/** Adds a limb along every bone except those of feet, and a head. Each limb is added to the body of the joint at its beginning. */
export function addBones(bodies: readonly Body[], source: BoneSource): void {
  const { recording, plan, height, up } = source;
  const { roles } = plan;
  const wideAlong = findWidth(source);
  recording.joints.forEach(({ parent, offset, ends }, joint) => {
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
  // All bodies are empty: there is only one joint, or all bones have the length 0.
  if (bodies.every(({ indices }) => indices.length === 0)) {
    addEgg(bodies[0], combine([-height / 2, up]), combine([height / 2, up]), height / 4);
  }
}

function shapeBone(source: BoneSource, from: number, to: number, wideAlong: Vector): LimbShape {
  const { plan, height, recording, proportions } = source;
  const [above, role] = [plan.roles[from], plan.roles[to]];
  if (role === 'trunk') {
    const radii = [from, to].map((joint) => proportions.trunk * bellyAt(source, joint) * height);
    return { radii: [radii[0], radii[1]], flatness: proportions.trunkFlatness, wideAlong };
  }
  if (role === 'neck' || role === 'head') {
    const radius = proportions.neck * height;
    return { radii: [radius, radius] };
  }
  const bone = norm(recording.joints[to].offset);
  return { radii: [limbRadius(source, above === 'trunk' ? to : from, bone), limbRadius(source, to, bone)] };
}

/**
 * Returns the thickness of the trunk at a joint, relative to that at the chest. The belly is thickest below the middle of the trunk, and has no
 * effect at its top.
 */
function bellyAt({ plan, recording, proportions }: BoneSource, joint: number): number {
  const path = recording.joints.flatMap((_, index) => (plan.roles[index] === 'trunk' ? [index] : []));
  const lengths = path.map((index) => norm(offsetBetween(recording, path[0], index)));
  const total = maxOf(lengths, 0);
  const position = total > 0 ? norm(offsetBetween(recording, path[0], joint)) / total : 0;
  // A parabola with its maximum at 0.4 that reaches 0 at the top.
  const bulge = Math.max(0, 1 - ((position - 0.4) / 0.6) ** 2);
  return 1 + (proportions.belly - 1) * bulge;
}

/**
 * Returns half the thickness of a limb at a joint, for a bone of this length. The thickness grows with the length of the chain of bones
 * below.
 */
function limbRadius({ plan, height, proportions }: BoneSource, joint: number, bone: number): number {
  const { limbMin, limbGrowth, limbMax, minFinger, arm } = proportions;
  const thick = Math.min(limbMax * height, limbMin * height + limbGrowth * plan.reaches[joint]);
  // A finger is at most as thick as it is long.
  const max = Math.max(0.3 * bone, minFinger * height);
  return Math.min(max, plan.roles[joint] === 'arm' ? arm * thick : thick);
}

function addHead(
  body: Body,
  { recording, height, proportions }: BoneSource,
  joint: number,
  up: Vector,
): void {
  const [end] = recording.joints[joint].ends;
  const length = Math.max(proportions.headLength * height, end ? norm(end) : 0);
  const along = end ? unit(end, up) : up;
  const low = combine([-0.15 * length, along]);
  addEgg(body, low, combine([1, low], [length, along]), proportions.headRadius * height);
}

/** Returns the direction from one side of the character to the other: the one in which the character is widest in the rest pose. */
function findWidth({ recording, sampled, up }: BoneSource): Vector {
  const east = unitAcross([1, 0, 0], up);
  const north = unitAcross(
    [up[1] * east[2] - up[2] * east[1], up[2] * east[0] - up[0] * east[2], up[0] * east[1] - up[1] * east[0]],
    up,
  );
  const positions = sampled.points.map(({ joint, local }): readonly [number, number] => {
    const position = combine([1, offsetBetween(recording, 0, joint)], [1, local]);
    return [dot(position, east), dot(position, north)];
  });
  const mean = [0, 1].map(
    (c) => positions.reduce((sum, position) => sum + position[c], 0) / positions.length,
  );
  let [xx, xy, yy] = [0, 0, 0];
  for (const position of positions) {
    const [x, y] = [position[0] - mean[0], position[1] - mean[1]];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = atan2(2 * xy, xx - yy) / 2;
  return combine([cos(angle), east], [sin(angle), north]);
}
