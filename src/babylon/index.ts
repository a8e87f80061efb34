/** `aftermotion/babylon`: a live ground in a Babylon scene, with the simulation in a Worker. */
export { InputError } from '../input-error.ts';
export type { GroundOptions } from '../live/ground-options.ts';
export type { ColliderFromOptions, RigCollider } from '../live/rig-collider.ts';
export { colliderFrom, LiveGround } from './live-ground.ts';
