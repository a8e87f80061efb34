export { createClassicShading } from './ground/classic-shading.ts';
export { type GroundLook, groundLook } from './ground/ground-look.ts';
export { GroundObject, type GroundObjectOptions } from './ground/ground-object.ts';
export type {
  GroundShading,
  GroundShadingFactory,
  PageMaterials,
  PageSource,
} from './ground/ground-shading.ts';
