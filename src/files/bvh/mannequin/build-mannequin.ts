import { measureNormals } from '../../../motion/measure-normals.ts';
import type { RigSurface } from '../../../motion/rig.ts';
import { uniqueName } from '../../../motion/unique-name.ts';
import type { Skeleton } from '../bvh-recording.ts';
import type { RecordedFoot } from '../find-feet.ts';
import { findGround } from '../measure-soles.ts';
import type { SampledRecording } from '../recorded-points.ts';
import { addBones } from './add-bones.ts';
import { addShoe } from './add-shoe.ts';
import type { Body, Vector } from './body.ts';
import { type MannequinBuildName, proportionsOf } from './builds.ts';
import type { MannequinPlan } from './mannequin-plan.ts';

export interface MannequinSource {
  readonly recording: Skeleton;
  readonly sampled: SampledRecording;
  readonly feet: readonly RecordedFoot[];
  readonly plan: MannequinPlan;
  readonly build: MannequinBuildName;
  /** Height of the character, in the units of the recording, > 0. */
  readonly height: number;
  /** The upward and the forward direction in the frames of the joints in the rest pose. */
  readonly up: Vector;
  readonly forward: Vector;
}

/** Linear RGB. */
const bodyColor = [0.5, 0.42, 0.34] as const;
const shoeColor = [0.05, 0.055, 0.065] as const;

/**
 * Builds a character around the bones of a recording, with one surface for each joint that has bones. A surface is in the frame of its
 * joint and in the units of the recording. The character has round limbs, a trunk, a head, and shoes whose soles are at the height at which
 * the feet of the recording stand.
 */
export function buildMannequin(source: MannequinSource): RigSurface[] {
  const { recording, sampled, feet, plan, height } = source;
  const proportions = proportionsOf(source.build);
  const bodies: Body[] = recording.joints.map(() => ({ positions: [], indices: [] }));
  addBones(bodies, { ...source, proportions });
  const ground = findGround(sampled, feet, height);
  for (const foot of feet) addShoe(bodies, { ...source, proportions, ground }, foot);
  const names = new Set<string>();
  return bodies.flatMap((body, node) => {
    if (body.indices.length === 0) return [];
    const name = uniqueName(recording.joints[node].name || `joint ${node}`, names);
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
