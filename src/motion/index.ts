export type { Actor } from './actor.ts';
export type { Collider, DeformingCollider, RigidCollider, RigidPose } from './collider.ts';
export { deformSurface } from './deform-surface.ts';
export { findJumps, jumpsBetween } from './find-jumps.ts';
export { measureRest, type RestBounds } from './measure-rest.ts';
export { Pose } from './pose.ts';
export type { Clip, ClipChannel, Rig, RigNode, RigSkin, RigSurface } from './rig.ts';
export { sampleChannel, sampleClip } from './sample-clip.ts';
