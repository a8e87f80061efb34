/** `aftermotion/scene`: parts of scene files that editors need: fields and their tables, names, quantities, inspections, outputs, scenes for shapes. */
export { expandOutputs, type OutputName } from '../bake/output-kinds.ts';
export { actorParams } from './actor-params.ts';
export type { FieldSpec, FieldTable } from './fields.ts';
export { inspectKeys } from './inspect-keys.ts';
export { inspectTerrain } from './inspect-terrain.ts';
export { targetOf } from './open-views.ts';
export { ownMaterialNames, resolveMaterial } from './own-materials.ts';
export { readMesh } from './read-mesh.ts';
export { readSceneQuantities } from './read-scene-quantities.ts';
export { actorName, systemName } from './scene-names.ts';
export { affectedKinds, outputParams, seedParam, timeParams, windParams } from './scene-params.ts';
export { createShapeScene, isShapeFile } from './shape-scene.ts';
export { type ViewName, viewNames } from './view-names.ts';
export { moveParamFiles } from './walk-params.ts';
