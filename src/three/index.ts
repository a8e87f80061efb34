/**
 * `aftermotion/three`: grounds, flesh, fur and particles in a three.js scene, for the classic WebGLRenderer. For WebGPURenderer:
 * `./webgpu.ts`.
 */
export { InputError } from '../input-error.ts';
export type { ForgottenTile } from '../live/kept-tiles.ts';
export type { Drive } from '../motion/drive.ts';
export type { FleshPart } from '../systems/flesh/part.ts';
export { decodeFleshPart } from '../systems/flesh/part-file.ts';
export type { HeightfieldChange } from '../systems/heightfield-change.ts';
export {
  createFunctionShape,
  type FunctionShapeOptions,
} from '../systems/particles/shapes/function-shape.ts';
export type { CardRenderer } from './card-renderer.ts';
export { type AttachFleshOptions, attachFlesh, FleshBinding } from './flesh/attach-flesh.ts';
export { colorMode, type ModeColors } from './flesh/color-mode.ts';
export { FleshCrowd, type FleshCrowdOptions } from './flesh/flesh-crowd.ts';
export type { FleshMaterial, FleshShading, FleshTextures } from './flesh/flesh-shading.ts';
export type { FleshSource } from './flesh/flesh-source.ts';
export type { LoadedGltf } from './flesh/gltf-places.ts';
export { LiveCrowd, type LiveCrowdOptions } from './flesh/live-crowd.ts';
export { LiveFlesh, type LiveFleshOptions } from './flesh/live-flesh.ts';
export type { LiveFleshParams } from './flesh/live-params.ts';
export type { TouchOptions } from './flesh/live-touch.ts';
export { type Associations, matchSurfaces } from './flesh/match-surfaces.ts';
export { classicFur } from './fur/classic-fur.ts';
export { FurObject, type FurObjectOptions } from './fur/fur-object.ts';
export type { DrawnLayers, FurMaterials, FurShading, FurSurface } from './fur/fur-shading.ts';
export { LiveFur, type LiveFurOptions } from './fur/live-fur.ts';
export { loadFurPlayback } from './fur/load-fur-playback.ts';
export type { ShellsData, ShellsMotion } from './fur/shells-data.ts';
export { ThreadedFur, type ThreadedFurOptions } from './fur/threaded-fur.ts';
export {
  FurPlayback,
  type FurPlaybackFiles,
  findFurVats,
  type PixelPicture,
} from './fur/vat-playback.ts';
export { createClassicShading } from './ground/classic-shading.ts';
export { DeferredGrounds } from './ground/deferred-shading.ts';
export { type GroundLook, groundLook } from './ground/ground-look.ts';
export { GroundObject, type GroundObjectOptions } from './ground/ground-object.ts';
export type {
  GroundShading,
  GroundShadingFactory,
  PageMaterials,
  PageSource,
} from './ground/ground-shading.ts';
export { areaOf, type GroundArea, isInArea } from './ground/tile-areas.ts';
export {
  type ColliderFromOptions,
  colliderFrom,
  type ObjectCollider,
  type PartPose,
} from './live/collider-from.ts';
export {
  type CrowdCollider,
  type CrowdColliderOptions,
  crowdColliderFrom,
} from './live/crowd-collider.ts';
export type { CrowdSourceOptions, ReadBones } from './live/crowd-source.ts';
export { driveFrom, type ObjectDrive } from './live/drive-from.ts';
export { GroundResponse, type GroundResponseOptions } from './live/ground-response.ts';
export { LiveGround, type LiveGroundOptions } from './live/live-ground.ts';
export { type ShowStickingOptions, showSticking } from './live/show-sticking.ts';
export type { OutputCharacter, OutputObject, OutputObjectOptions } from './output-drawer.ts';
export { createOutputObject } from './output-object.ts';
export { classicPoints } from './points/classic-points.ts';
export { LiveParticles, type LiveParticlesOptions } from './points/live-particles.ts';
export { ParticlesObject, type ParticlesObjectOptions } from './points/particles-object.ts';
export type { PointsData } from './points/points-data.ts';
export type { PointsKind, PointsMaterials, PointsShading, PointsSurface } from './points/points-shading.ts';
export { ThreadedParticles, type ThreadedParticlesOptions } from './points/threaded-particles.ts';
