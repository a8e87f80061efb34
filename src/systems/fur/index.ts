/** `aftermotion/fur`: fur and grass on a skin or on the ground, with coats and wind. */
export { type BendForm, bendStrand, strandDirection } from '../../coats/bend.ts';
export type { BladeCoat, BladeKind } from '../../coats/blades/blade-coat.ts';
export { type FurColors, type FurLook, furShadings, shadeFur } from '../../coats/blades/shade-fur.ts';
export type { ShellTextures } from '../../coats/blades/shell-textures.ts';
export { type CreateFurOptions, createFur, Fur, type FurInputs } from './create-fur.ts';
export { type FurMotion, type FurPreset, furPresets } from './fur-presets.ts';
export { createFurKernel } from './load-kernel.ts';
export { type FurForceParams, type FurInput, type FurParams, furParams } from './params.ts';
export { type FurPrepared, prepareFur } from './prepare.ts';
export { FurSolver, type FurSolverOptions } from './solve/fur-solver.ts';
export { defaultForces, type FurForces } from './solve/kernel-params.ts';
export { FurState } from './state.ts';
export { furSystem } from './system.ts';
export { buildTopology, type FurTopology, type TopologyKind, topologyKinds } from './topology/topology.ts';
