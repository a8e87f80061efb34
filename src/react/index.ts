/**
 * `aftermotion/react`: grounds, flesh, particles and fur as components for React Three Fiber. Each makes the object of the same name in
 * `aftermotion/three`, updates it in every frame after all animations, and disposes of it when it is unmounted.
 */
export { Character, type CharacterProps } from './character.ts';
export { Flesh, type FleshProps } from './flesh.ts';
export { FleshLoader } from './flesh-loader.ts';
export { Fur, type FurProps } from './fur.ts';
export { Ground, type GroundProps } from './ground.ts';
export type { ObjectProps } from './object-props.ts';
export { Particles, type ParticlesProps } from './particles.ts';
export { Prints, type PrintsProps } from './prints.ts';
export type { Target } from './target.ts';
