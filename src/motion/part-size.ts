import { maxOf } from '../math/lists.ts';
import { measureScale, vanishingSize } from './drive-frame.ts';
import type { Pose } from './pose.ts';
import type { RigSurface } from './rig.ts';

/**
 * Whether a part of a character is visible in a pose. `mostlyGone`: the bone with the largest weight is scaled to 0, but other bones of the
 * part are not.
 */
export type PartPresence = 'there' | 'mostlyGone' | 'gone';

/** Detects when bones that are scaled to 0 make a part of a character disappear. */
export class PartSize {
  /** Joints that move the part; the node itself if the surface is not skinned. */
  private readonly joints: readonly number[];
  /** Index into `joints` of the joint with the largest weight in the part. */
  private readonly owner: number;
  /** Scale of each joint in the rest pose. */
  private readonly usual: readonly number[];

  constructor(
    private readonly surface: RigSurface,
    rest: Pose,
  ) {
    const { joints, owner } = moversOf(surface);
    this.joints = joints;
    this.owner = owner;
    this.usual = this.joints.map((joint) => this.sizeOf(joint, rest));
  }

  measure(pose: Pose): PartPresence {
    const isGone = (k: number) => !(this.sizeOf(this.joints[k], pose) > vanishingSize * this.usual[k]);
    if (!isGone(this.owner)) return 'there';
    return this.joints.every((_, k) => isGone(k)) ? 'gone' : 'mostlyGone';
  }

  private sizeOf(joint: number, pose: Pose): number {
    const { skin } = this.surface;
    const matrices = skin < 0 ? pose.world : pose.jointMatrices(skin);
    return measureScale(matrices.subarray(16 * joint, 16 * joint + 12));
  }
}

interface PartMovers {
  readonly joints: readonly number[];
  readonly owner: number;
}

const moversOfSurface = new WeakMap<RigSurface, PartMovers>();

/** Returns the joints that move a surface. All actors that have the surface share them. */
function moversOf(surface: RigSurface): PartMovers {
  const known = moversOfSurface.get(surface);
  if (known) return known;
  const weights = new Map<number, number>();
  const { skin, jointIndices, jointWeights } = surface;
  if (skin < 0) weights.set(surface.node, 1);
  jointWeights.forEach((weight, k) => {
    if (weight > 0) weights.set(jointIndices[k], (weights.get(jointIndices[k]) ?? 0) + weight);
  });
  const totals = [...weights.values()];
  const movers = { joints: [...weights.keys()], owner: totals.indexOf(maxOf(totals)) };
  moversOfSurface.set(surface, movers);
  return movers;
}

/** Returns 1 for each node that is scaled to 0 [nodeCount]. If this changes, a part of a character disappears or reappears. */
export function findHidden(pose: Pose): Uint8Array {
  const { scale, rig } = pose;
  return Uint8Array.from(rig.nodes, ({ scale: rest }, node) => {
    const usual = maxOf(rest.map(Math.abs));
    const own = maxOf([0, 1, 2].map((axis) => Math.abs(scale[3 * node + axis])));
    return own <= vanishingSize * usual ? 1 : 0;
  });
}
