/** `aftermotion/motion`: rigs, clips, travel, poses and the colliders made from them. */
export { type Actor, type ActorOptions, createActor } from './actor.ts';
export { type ActorColliderOptions, createActorColliders } from './actor-colliders.ts';
export { actorMiddle } from './actor-middle.ts';
export { type CarriedColliders, carryColliders } from './carried-colliders.ts';
export type { Collider, DeformingCollider, RigidCollider, RigidPose } from './collider.ts';
export { type ColliderDriver, combineDrivers } from './collider-driver.ts';
export { type CreasedMesh, creaseMesh } from './crease-mesh.ts';
export { deformSurface } from './deform-surface.ts';
export type { Drive, DriveRequest, DriveSet } from './drive.ts';
export { createActorDrives } from './drive-actor.ts';
export { facePath } from './face-path.ts';
export { findJumps, jumpsBetween } from './find-jumps.ts';
export type { Floor } from './floor.ts';
export { createJointMotion } from './joint-motion.ts';
export {
  createKeyedCollider,
  createRigidCollider,
  type KeyedColliderOptions,
  type RigidKey,
  type TriangleMesh,
} from './keyed-collider.ts';
export { LiveDrive } from './live/live-drive.ts';
export type { GeoKeys, MapReference } from './map-reference.ts';
export { type MeshMeasures, measureMesh } from './measure-mesh.ts';
export { measureRest, type RestBounds } from './measure-rest.ts';
export { type MeasuredWheel, measureWheel } from './measure-wheel.ts';
export type { MotionReference } from './motion-reference.ts';
export { createNodeMotion } from './node-motion.ts';
export { Pose } from './pose.ts';
export { requireClip } from './require-clip.ts';
export { requireSpacing } from './require-spacing.ts';
export type { Clip, ClipChannel, Rig, RigNode, RigPicture, RigSkin, RigSurface } from './rig.ts';
export {
  createAttachedMotion,
  createKeyedMotion,
  createRigidPose,
  type RigidMotion,
  type RigidOffset,
  sampleRigidKeys,
} from './rigid-motion.ts';
export {
  createRollingMotion,
  type RollingMotion,
  type RollingOptions,
  type Wheel,
} from './rolling-motion.ts';
export { sampleChannel, sampleClip } from './sample-clip.ts';
export { sampleMotion } from './sample-motion.ts';
export type { Terrain, TerrainHints } from './terrain.ts';
export type { ClosedSurface, TetMesh, TetMeshGroup } from './tet-mesh.ts';
export { toQuadratic } from './tet-quadratic.ts';
export { type GroundPath, type GroundPathOptions, layGroundPath } from './travel/ground-path.ts';
export { type FollowMeasure, measureFollow } from './travel/measure-follow.ts';
export {
  planSequence,
  type Sequence,
  type SequenceClip,
  type SequenceOptions,
  sequenceLead,
} from './travel/plan-sequence.ts';
export { type ClipKind, type PlannedClip, planTravel, type TravelOptions } from './travel/plan-travel.ts';
export type { Travel, TravelSlide } from './travel/travel.ts';
