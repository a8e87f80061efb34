/** `aftermotion/ground`: ground of sand, mud or snow that keeps prints, and its materials. */
export { type Ledger, measureMemory, sumGround } from './flow/ledger.ts';
export type { GroundKernel } from './kernel.ts';
export type { OwnMaterialInput } from './own-materials/derive-material.ts';
export { groundMaterial } from './own-materials/ground-materials.ts';
export { type GroundInput, type GroundParams, groundParams } from './params.ts';
export { type GroundPrepared, prepareGround } from './prepare.ts';
export { type Material, type MaterialName, materialNames, materials } from './rules/materials.ts';
export type { GroundState } from './state.ts';
export { type EarlierGround, isEarlierGround, readEarlierGround } from './surface/earlier-ground.ts';
export { createGround, groundSystem } from './system.ts';
