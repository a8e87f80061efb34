/** `aftermotion/flesh`: soft parts of a character that swing with its bones: preparation, simulation and the file of a part. */
export { type Drive, driveStride } from '../../motion/drive.ts';
export { LiveDrive, type LiveDriveOptions } from '../../motion/live/live-drive.ts';
export { advanceFlesh } from './advance-flesh.ts';
export { type CreateFleshOptions, createFlesh } from './create-flesh.ts';
export { DisplacedSurface } from './displaced-surface.ts';
export { findJointNodes } from './find-joint-nodes.ts';
export { FleshGroup } from './flesh-group.ts';
export {
  type FleshMaterial,
  type FleshMaterialName,
  fleshMaterialNames,
  fleshMaterials,
} from './materials.ts';
export { weighRegion } from './mesh/region-weights.ts';
export { showMorph } from './outputs.ts';
export { type FleshInput, type FleshParams, fleshParams } from './params.ts';
export type { FleshPart, FleshQuality } from './part.ts';
export { decodeFleshPart, encodeFleshPart } from './part-file.ts';
export { type FleshPrepared, prepareFlesh } from './prepare.ts';
export { applyMaterial, type FleshSettings, resolveMaterial, resolveSettings } from './settings.ts';
export { FleshState } from './state.ts';
export { settleFlesh, showFlesh, stepFlesh } from './step.ts';
export { fleshSystem } from './system.ts';
