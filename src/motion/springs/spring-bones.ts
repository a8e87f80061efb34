type Triple = readonly [number, number, number];

/** The spring bones of a character: chains of joints, such as hair, that swing after the motion of the others. From a VRM file. */
export interface SpringBones {
  /** The version of VRM that defines them. */
  readonly version: '0' | '1';
  readonly joints: readonly SpringJoint[];
  readonly colliders: readonly SpringCollider[];
}

/** One bone that swings: from a joint to its tail. */
export interface SpringJoint {
  /** Node index of the joint. It has a parent, and no other entry has the same node. */
  readonly node: number;
  /** Position of the tail in the space of the joint, in rig units. Not zero. */
  readonly tail: Triple;
  /** Force towards the rest pose, in rig units per second and step. */
  readonly stiffness: number;
  /** Constant force in world axes, in rig units per second and step. */
  readonly gravity: Triple;
  /** The fraction of its velocity that the tail loses in each step. */
  readonly drag: number;
  /** Radius of the sphere about the tail that collides, rig units. */
  readonly radius: number;
  /** Node index of the space in which inertia acts, so that the motion of this node causes no swing. −1: the world. */
  readonly center: number;
  /** Indices of the colliders that the tail cannot enter. */
  readonly colliders: readonly number[];
}

/** A shape fixed to a node that tails cannot enter. Positions and directions are in the space of the node, lengths in rig units. */
export interface SpringCollider {
  readonly node: number;
  readonly shape: 'sphere' | 'capsule' | 'plane';
  readonly offset: Triple;
  readonly radius: number;
  /** The other end of a capsule. */
  readonly tail: Triple;
  /** Normal of a plane, on the side of the tails. */
  readonly normal: Triple;
  /** The tails stay inside of a sphere or a capsule, not outside. */
  readonly isInside: boolean;
}
