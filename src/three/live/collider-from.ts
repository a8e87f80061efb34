import { type Mesh, type Object3D, type Quaternion, Vector3 } from 'three';
import { type ColliderFromOptions, type PartPose, RigCollider } from '../../live/rig-collider.ts';
import type { RigidPose } from '../../motion/collider.ts';
import type { Pose } from '../../motion/pose.ts';
import { readObject } from './read-object.ts';

export type { ColliderFromOptions, PartPose } from '../../live/rig-collider.ts';

/**
 * Creates a collider of an object's meshes: plain, skinned or morphed, moved by an AnimationMixer, physics or code. Create it when the
 * object has its final size, because geometry is read once; only poses are read in every frame. Throws an `InputError` if the object holds
 * no mesh.
 */
export function colliderFrom(object: Object3D, options: ColliderFromOptions = {}): ObjectCollider {
  return new ObjectCollider(object, options);
}

/** The collider of an Object3D, which follows its animation. `colliderFrom` creates it. */
export class ObjectCollider extends RigCollider {
  /** The meshes by the nodes of their surfaces. */
  readonly meshes: ReadonlyMap<number, Mesh>;

  constructor(
    readonly object: Object3D,
    options: ColliderFromOptions,
  ) {
    object.updateWorldMatrix(true, true);
    const { rig, meshes, readPose } = readObject(object);
    super(
      {
        rig,
        readPose(pose: Pose) {
          object.updateWorldMatrix(true, true);
          readPose(pose);
        },
      },
      options,
    );
    this.meshes = new Map(rig.surfaces.map(({ node }, k) => [node, meshes[k]]));
  }

  /** Name of the object, which may change. */
  override get name(): string {
    return this.object.name || this.object.type;
  }

  /** Reads the object's pose: see `readPoses`. */
  read(
    top: number,
    dt: number,
    origin: Vector3 = worldOrigin,
    carry: RigidPose | null = null,
    turn: Quaternion | null = null,
  ): PartPose[] {
    return this.readPoses(top, dt, origin.toArray(), carry, turn ? turn.toArray() : null);
  }
}

const worldOrigin = new Vector3();
