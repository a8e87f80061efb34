export { type EarlierGround, isEarlierGround, readEarlierGround } from './earlier-ground.ts';
export type { GroundKernel } from './kernel.ts';
export { type Ledger, measureMemory, sumGround } from './ledger.ts';
export { type Material, type MaterialName, materialNames, materials } from './materials.ts';
export { type GroundInput, type GroundParams, groundParams } from './params.ts';
export { type GroundPrepared, prepareGround } from './prepare.ts';
export type { GroundState } from './state.ts';
export { createGround, groundSystem } from './system.ts';
