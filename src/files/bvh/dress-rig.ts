import { norm } from '../../geometry/vector.ts';
import { maxOf } from '../../math/lists.ts';
import { transformPoint } from '../../math/matrix.ts';
import type { Rig, RigSurface } from '../../motion/rig.ts';
import { openGlbPatch } from '../glb-open.ts';
import { type GlbPatch, indexTarget, vertexTarget } from '../glb-patch.ts';
import type { ResolveUri } from '../gltf/buffers.ts';
import type { Skeleton, SkeletonJoint } from './bvh-recording.ts';
import { findFeet, type RecordedFoot } from './find-feet.ts';
import { combine, unit } from './mannequin/body.ts';
import { buildMannequin } from './mannequin/build-mannequin.ts';
import { type MannequinBuildName, standardBuild } from './mannequin/builds.ts';
import { type MannequinPlan, planMannequin } from './mannequin/mannequin-plan.ts';
import { heightOf, type SampledRecording } from './recorded-points.ts';
import { findRigSkeleton, sampleRig } from './rig-skeleton.ts';

export interface DressRigOptions {
  /** Name of the file, for error messages. */
  readonly name: string;
  /** Returns the bytes of a file that a .gltf refers to. */
  readonly resolve?: ResolveUri;
  /** Index of the clip in which the feet are searched; null for a rig without clips. */
  readonly clip: number | null;
  /** The build of the mannequin. Default: medium. */
  readonly build?: MannequinBuildName;
}

/**
 * Adds a mannequin around the skeleton of a glTF without a surface, as for BVH recordings. Meshes are added to the nodes of the file; its
 * nodes and clips stay unchanged. The skeleton is found by the humanoid bones that the file names (VRM animations), otherwise by the names
 * and positions of nodes.
 *
 * Returns null if no skeleton is found, or if it has no legs. Throws the same errors as `openGlbPatch`.
 */
export function dressRig(
  bytes: Uint8Array,
  rig: Rig,
  { name, resolve, clip, build = standardBuild }: DressRigOptions,
): Uint8Array<ArrayBuffer> | null {
  const { patch } = openGlbPatch(bytes, { name, resolve });
  const skeleton = findRigSkeleton(rig, rolesOf(rig));
  if (!skeleton) return null;
  const sampled = sampleRig(rig, skeleton, clip === null ? null : rig.clips[clip]);
  const height = heightOf(sampled.rest);
  if (!(height > 0)) return null;
  const feet = findFeet(skeleton, sampled, height);
  if (feet.length === 0) return null;
  const plan = planMannequin(skeleton, sampled, feet, height);
  const surfaces = buildMannequin({
    recording: addHands(skeleton, plan, height),
    // In clips that walk in place, feet are slowest in the air. So the pose of a standing foot is taken from the rest pose if possible.
    sampled: standsAtRest(sampled, feet, height) ? sampleRig(rig, skeleton, null) : sampled,
    feet,
    plan,
    build,
    height,
    up: [0, 1, 0],
    forward: [0, 0, 1],
  });
  const materials = new Map<string, number>();
  for (const surface of surfaces)
    addSurface(patch, surface, skeleton.nodes[surface.node], skeleton.toNode[surface.node], materials);
  return patch.toGlb();
}

/** Feet are assumed to stand in the rest pose if their heights differ by less than this fraction of the character's height. */
const unevenness = 0.05;

/** Returns whether the tips of all feet are at about the same height in the rest pose, and no other point is clearly lower. */
function standsAtRest(
  { rest, points }: SampledRecording,
  feet: readonly RecordedFoot[],
  height: number,
): boolean {
  const tips = feet.map(({ tip }) => rest[3 * tip + 1]);
  const lowest = points.reduce(
    (low, _, point) => Math.min(low, rest[3 * point + 1]),
    Number.POSITIVE_INFINITY,
  );
  return maxOf(tips) - lowest < unevenness * height;
}

/** Returns the bone of a humanoid that each node is, if the file names them. */
function rolesOf({ humanBones }: Rig): Map<number, string> | null {
  return humanBones ? new Map([...humanBones.nodes].map(([bone, node]) => [node, bone])) : null;
}

/** Length of a hand, as a fraction of the character's height. */
const handLength = 0.1;

/** Adds a hand to each arm whose last joint is a wrist, because glTF files do not give the end of the last bone, unlike BVH files. */
function addHands({ joints }: Skeleton, { roles }: MannequinPlan, height: number): Skeleton {
  const isParent = new Set(joints.map(({ parent }) => parent));
  return {
    joints: joints.map((joint, index): SkeletonJoint => {
      const isWrist =
        roles[index] === 'arm' && !isParent.has(index) && norm(joint.offset) > handLength * height;
      if (!isWrist) return joint;
      return { ...joint, ends: [combine([handLength * height, unit(joint.offset, [0, -1, 0])])] };
    }),
  };
}

/**
 * Adds a surface to a node, or to a new child of the node if the node already has a mesh. toNode: matrix from the surface's frame to the
 * node's frame.
 */
function addSurface(
  patch: GlbPatch,
  { name, positions, normals, indices, color }: RigSurface,
  node: number,
  toNode: Float64Array,
  materials: Map<string, number>,
): void {
  const key = color.join();
  const material =
    materials.get(key) ??
    patch.add('materials', {
      pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor: 0, roughnessFactor: 0.8 },
    });
  materials.set(key, material);
  const mesh = patch.add('meshes', {
    name,
    primitives: [
      {
        attributes: {
          POSITION: patch.addAccessor(transformed(positions, toNode), 'VEC3', vertexTarget),
          NORMAL: patch.addAccessor(turned(normals!, toNode), 'VEC3', vertexTarget),
        },
        indices: patch.addAccessor(indices, 'SCALAR', indexTarget),
        material,
      },
    ],
  });
  const owner = patch.json.nodes![node];
  if (owner.mesh === undefined) owner.mesh = mesh;
  else owner.children = [...(owner.children ?? []), patch.add('nodes', { name, mesh })];
}

function transformed(points: Float32Array, matrix: Float64Array): Float32Array {
  const out = new Float32Array(points.length);
  const point = [0, 0, 0];
  for (let k = 0; k < out.length; k += 3) {
    transformPoint(point, matrix, points.subarray(k, k + 3));
    out.set(point, k);
  }
  return out;
}

/** Transforms normals by a matrix with rotation and uniform scale, and normalizes them. */
function turned(normals: Float32Array, matrix: Float64Array): Float32Array {
  const out = transformed(normals, matrix);
  for (let k = 0; k < out.length; k += 3) out.set(unit([out[k], out[k + 1], out[k + 2]], [0, 1, 0]), k);
  return out;
}
