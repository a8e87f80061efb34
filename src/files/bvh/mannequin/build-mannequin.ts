import { measureNormals } from '../../../motion/measure-normals.ts';
import type { RigSurface } from '../../../motion/rig.ts';
import { uniqueName } from '../../../motion/unique-name.ts';
import type { Skeleton } from '../bvh-take.ts';
import type { TakeFoot } from '../find-feet.ts';
import { findGround } from '../measure-soles.ts';
import type { SampledTake } from '../take-points.ts';
import { addBones } from './add-bones.ts';
import { addShoe } from './add-shoe.ts';
import type { Body, Vector } from './body.ts';
import type { FigurePlan } from './figure-plan.ts';

export interface MannequinSource {
  readonly take: Skeleton;
  readonly sampled: SampledTake;
  readonly feet: readonly TakeFoot[];
  readonly plan: FigurePlan;
  /** Of the figure, in the take's units, > 0. */
  readonly height: number;
  /** The directions in the joints' own frames at rest that are up and ahead. */
  readonly up: Vector;
  readonly forward: Vector;
}

/** Linear. */
const bodyColor = [0.5, 0.42, 0.34] as const;
const shoeColor = [0.05, 0.055, 0.065] as const;

/**
 * A figure around the bones of a take, a surface for each joint that carries any, in the frame of its joint and in the take's
 * units: round limbs, a trunk, a head, and shoes whose soles lie where the take's feet stand.
 */
export function buildMannequin(source: MannequinSource): RigSurface[] {
  const { take, sampled, feet, plan, height } = source;
  const bodies: Body[] = take.joints.map(() => ({ positions: [], indices: [] }));
  addBones(bodies, source);
  const ground = findGround(sampled, feet, height);
  for (const foot of feet) addShoe(bodies, { ...source, ground }, foot);
  const names = new Set<string>();
  return bodies.flatMap((body, node) => {
    if (body.indices.length === 0) return [];
    const name = uniqueName(take.joints[node].name || `joint ${node}`, names);
    return [toSurface(body, name, node, plan.roles[node] === 'foot' ? shoeColor : bodyColor)];
  });
}

function toSurface(body: Body, name: string, node: number, color: RigSurface['color']): RigSurface {
  const positions = Float32Array.from(body.positions);
  const indices = Uint32Array.from(body.indices);
  const normals = new Float32Array(positions.length);
  measureNormals(normals, positions, indices);
  return {
    name,
    node,
    skin: -1,
    positions,
    normals,
    indices,
    influenceCount: 0,
    jointIndices: new Uint16Array(0),
    jointWeights: new Float32Array(0),
    morphTargets: [],
    color,
  };
}
