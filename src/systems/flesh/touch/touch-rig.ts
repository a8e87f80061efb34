import { createMatrix, type Matrix, multiplyMatrices } from '../../../math/matrix.ts';
import { deformSurface } from '../../../motion/deform-surface.ts';
import {
  createDriveFrame,
  type DriveFrame,
  measureScale,
  readDriveFrame,
} from '../../../motion/drive-frame.ts';
import { mainNode } from '../../../motion/main-joint.ts';
import { measureNormals } from '../../../motion/measure-normals.ts';
import type { Pose } from '../../../motion/pose.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { FleshPart } from '../part.ts';
import type { PosedSurface } from './posed-surface.ts';
import { relateFrames } from './relative-frame.ts';
import type { TouchShape } from './touch-shape.ts';
import type { TouchedMesh, TouchSurface } from './touch-surface.ts';

/** A joint that moves the surface of a part, or the node of a surface without a skin. */
export interface TouchJoint {
  readonly node: number;
  readonly inverseBind: Matrix;
}

/** A joint moves at least this number of vertices, or nothing is fitted to it. */
export const minPoints = 4;
/** Points of the rest shape that are nearer to a limb of the same character than this ignore the limb, metres. */
const restGap = 0.002;

/** Returns for each node the vertices that follow it more than other nodes, in a pose, and the middles of triangles of such vertices. */
export function listPoints(rig: Rig, pose: Pose): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const surface of rig.surfaces) {
    const world = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, world);
    const nodes = Array.from({ length: world.length / 3 }, (_, vertex) => mainNode(rig, surface, vertex));
    const add = (node: number, x: number, y: number, z: number) => {
      const own = found.get(node);
      if (own) own.push(x, y, z);
      else found.set(node, [x, y, z]);
    };
    for (const [vertex, node] of nodes.entries()) {
      add(node, world[3 * vertex], world[3 * vertex + 1], world[3 * vertex + 2]);
    }
    for (let t = 0; t < surface.indices.length; t += 3) {
      const corners = [0, 1, 2].map((k) => surface.indices[t + k]);
      if (corners.some((corner) => nodes[corner] !== nodes[corners[0]])) continue;
      const [x, y, z] = [0, 1, 2].map(
        (axis) => corners.reduce((sum, corner) => sum + world[3 * corner + axis], 0) / 3,
      );
      add(nodes[corners[0]], x, y, z);
    }
  }
  return found;
}

/** Returns the frame of a node in a pose: that of its drive. inverseBind: null for the node's own axes. */
export function frameOf(pose: Pose, node: number, inverseBind: Matrix | null): DriveFrame {
  const matrix = createMatrix();
  multiplyMatrices(matrix, 0, pose.world, 16 * node, inverseBind ?? createMatrix(), 0);
  const frame = createDriveFrame();
  readDriveFrame(frame, matrix);
  return frame;
}

const relative = new Float64Array(12);

/** Returns world points along the axes of a frame, metres. [3 · n] */
export function toFrame(world: readonly number[], frame: DriveFrame): Float64Array {
  relateFrames(relative, null, frame);
  const m = relative;
  const out = new Float64Array(world.length);
  for (let k = 0; k < out.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      out[k + axis] =
        m[axis] * world[k] + m[3 + axis] * world[k + 1] + m[6 + axis] * world[k + 2] + m[9 + axis];
    }
  }
  return out;
}

/** Returns the joints that move the surfaces of a part, or the nodes of surfaces without a skin, with their inverse bind matrices. */
export function listBones({ surfaces }: Pick<FleshPart, 'surfaces'>, rig: Rig): TouchJoint[] {
  const found = new Map<string, TouchJoint>();
  for (const { surface, vertices } of surfaces) {
    const { skin, node, influenceCount, jointIndices, jointWeights } = rig.surfaces[surface];
    if (skin < 0) {
      found.set(`node ${node}`, { node, inverseBind: createMatrix() });
      continue;
    }
    const { joints, inverseBind } = rig.skins[skin];
    for (const vertex of vertices) {
      for (let k = influenceCount * vertex; k < influenceCount * (vertex + 1); k++) {
        const joint = jointIndices[k];
        const key = `skin ${skin} ${joint}`;
        if (jointWeights[k] === 0 || found.has(key)) continue;
        found.set(key, { node: joints[joint], inverseBind: inverseBind.slice(16 * joint, 16 * joint + 16) });
      }
    }
  }
  return [...found.values()];
}

/** Reads the surfaces of a part. rest: a pose in which no joint is scaled, metres. */
export function readMeshes(
  part: Pick<FleshPart, 'surfaces' | 'scale'>,
  rig: Rig,
  bones: readonly TouchJoint[],
  rest: Pose,
): TouchedMesh[] {
  const matrix = createMatrix();
  return part.surfaces.map(({ surface }) => {
    const { skin, node, positions, indices, influenceCount, jointIndices, jointWeights } =
      rig.surfaces[surface];
    const normals = new Float64Array(positions.length);
    measureNormals(normals, positions, indices);
    const isSame = (bone: TouchJoint, other: number, bind: ArrayLike<number>) =>
      bone.node === other && bone.inverseBind.every((value, k) => value === bind[k]);
    const joints = skin < 0 ? Int32Array.of(node) : rig.skins[skin].joints;
    const slots = Array.from(joints, (joint, k) => {
      const bind = skin < 0 ? createMatrix() : rig.skins[skin].inverseBind.subarray(16 * k, 16 * k + 16);
      return bones.findIndex((bone) => isSame(bone, joint, bind));
    });
    const own = skin < 0 ? 0 : slots.findIndex((slot) => slot >= 0);
    const bind = bones[slots[own]].inverseBind;
    multiplyMatrices(matrix, 0, rest.world, 16 * joints[own], bind, 0);
    const vertexCount = positions.length / 3;
    return {
      positions,
      normals,
      influenceCount: skin < 0 ? 1 : influenceCount,
      jointIndices: skin < 0 ? new Uint16Array(vertexCount) : jointIndices,
      jointWeights: skin < 0 ? new Float32Array(vertexCount).fill(1) : jointWeights,
      slots,
      scale: measureScale(matrix) || part.scale,
    };
  });
}

/** Returns for each point of a surface whether it is inside a shape in a frame, or very near to it, in the rest pose. */
export function findInside(
  shape: TouchShape,
  body: DriveFrame,
  bones: readonly TouchJoint[],
  surface: TouchSurface,
  rest: Pose,
): Uint8Array {
  const transforms = bones.map((bone) => {
    const out = new Float64Array(12);
    relateFrames(out, frameOf(rest, bone.node, bone.inverseBind), body);
    return out;
  });
  const inside = new Uint8Array(surface.pointCount);
  const normal = new Float64Array(3);
  for (let point = 0; point < surface.pointCount; point++) {
    const at = surface.poseRest(point, transforms);
    if (shape.measure(normal, at[0], at[1], at[2]) < restGap) inside[point] = 1;
  }
  return inside;
}

/** Poses the surface of a part in the rest pose, without displacement. */
export function poseAtRest(
  surface: PosedSurface,
  part: Pick<FleshPart, 'modeCount' | 'node' | 'inverseBind'>,
  bones: readonly TouchJoint[],
  rest: Pose,
): void {
  const joints = bones.map(({ node, inverseBind }) => frameOf(rest, node, inverseBind));
  surface.pose(new Float64Array(part.modeCount), joints, frameOf(rest, part.node, part.inverseBind));
}
