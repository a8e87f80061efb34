import { composeMatrix } from '../math/matrix.ts';
import type { Actor } from './actor.ts';
import type { TriangleMesh } from './keyed-collider.ts';
import { Pose } from './pose.ts';
import type { Rig } from './rig.ts';
import { createRigidPose, type RigidMotion } from './rigid-motion.ts';

const unscaled = [1, 1, 1];

/**
 * Returns a rigid body as an actor, for code that reads the bones and surfaces of actors: its rig has one node that follows the motion, and one
 * surface. scale: metres per unit of the mesh.
 */
export function createRigidActor(
  name: string,
  mesh: Pick<TriangleMesh, 'positions' | 'indices'>,
  motion: RigidMotion,
  scale: number,
): Actor {
  const rig: Rig = {
    name,
    nodes: [
      { name, parent: -1, translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], weights: [] },
    ],
    skins: [],
    surfaces: [
      {
        name,
        node: 0,
        skin: -1,
        positions: Float32Array.from(mesh.positions, (coordinate) => coordinate * scale),
        normals: null,
        indices: mesh.indices,
        influenceCount: 0,
        jointIndices: new Uint16Array(0),
        jointWeights: new Float32Array(0),
        morphTargets: [],
        color: [1, 1, 1],
      },
    ],
    clips: [],
    order: Int32Array.of(0),
    warnings: [],
  };
  const shared = new Pose(rig);
  const placed = createRigidPose();
  return {
    name,
    rig,
    clip: null,
    travel: null,
    scale: 1,
    height: 0,
    warnings: [],
    offset: 0,
    response: null,
    poseAt(t, pose = shared) {
      motion.sample(placed, t);
      composeMatrix(pose.root, 0, placed.position, 0, placed.rotation, 0, unscaled, 0);
      pose.updateWorld();
      return pose;
    },
    cutBetween: (t0, t1) => motion.cutBetween(t0, t1),
  };
}
