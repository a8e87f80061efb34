/** `aftermotion/particles`: particles that reach keyframes: shapes, laws and forces. */
export {
  type CreateParticlesOptions,
  createParticles,
  Particles,
  type ParticlesWorld,
} from './create-particles.ts';
export type { ForceFunction } from './forces/force-field.ts';
export type { LawName } from './laws/key-law.ts';
export { KeyLaw, type KeyLawOptions } from './laws/key-law.ts';
export { createParticlesKernel } from './load-kernel.ts';
export { type ParticlesInput, type ParticlesParams, particlesParams } from './params.ts';
export type { KeyMeasureOptions } from './plausibility/key-measures.ts';
export type { PathMeasure, PathPlanes } from './plausibility/path-measure.ts';
export { type ParticlesPrepared, prepareParticles } from './prepare.ts';
export type { Shape, ShapeBounds } from './shape.ts';
export { createFunctionShape } from './shapes/function-shape.ts';
export { ParticlesState } from './state.ts';
export { particlesSystem } from './system.ts';
