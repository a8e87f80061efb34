/**
 * Aftermotion as a library. It uses neither a disk nor a screen: files are read from bytes and written as bytes.
 * `aftermotion/node` bakes folders. `/motion`, `/ground`, `/files` and `/bake` contain the parts.
 */
export type { BakeActor, BakeBody, BakeCharacter, BakePlan } from './bake/bake-plan.ts';
export type {
  ActorReport,
  BakeReport,
  RollReport,
  SystemReport,
  TravelReport,
  WrittenFile,
} from './bake/bake-report.ts';
export { type BakeOptions, type BakeProgress, bakeScene } from './bake/bake-scene.ts';
export {
  type CharacterCover,
  coverTints,
  createCoverFinder,
  type StickingGround,
} from './bake/characters/cover-characters.ts';
export { createMemoryStore, type FrameStore } from './bake/frame-store.ts';
export type { FileKind } from './bake/output-definition.ts';
export {
  defaultOutputKinds,
  type OutputKindName,
  outputKindNames,
  outputKinds,
} from './bake/output-kinds.ts';
export type { BakeCamera, BakeLights, BakeSun, CameraView } from './bake/scene-view.ts';
export { writableKinds } from './bake/writable-kinds.ts';
export { InputError, type InputFault } from './input-error.ts';
export type { FollowMeasure } from './motion/travel/measure-follow.ts';
export { createCharacterScene } from './scene/character-scene.ts';
export {
  type CharacterInspection,
  type ClipInspection,
  inspectCharacter,
  type SurfaceInspection,
} from './scene/inspect-character.ts';
export { type GroundStateInspection, inspectGroundState } from './scene/inspect-ground-state.ts';
export type { KeyedParamInspection } from './scene/inspect-keyed-params.ts';
export { inspectKeys, type KeysInspection } from './scene/inspect-keys.ts';
export { inspectMesh, type MeshInspection, type WheelInspection } from './scene/inspect-mesh.ts';
export { inspectScene, type SceneInspection, type SystemInspection } from './scene/inspect-scene.ts';
export { inspectTerrain, type TerrainInspection } from './scene/inspect-terrain.ts';
export { inspectTetMesh, type TetGroupInspection, type TetMeshInspection } from './scene/inspect-tet-mesh.ts';
export { type OpenSceneOptions, openScene } from './scene/open-scene.ts';
export { overrideScene, type SceneOverrides } from './scene/override-scene.ts';
export { parseScene, parseSceneText } from './scene/parse-scene.ts';
export type { Scene, SceneActor, SceneSystem, SceneTime } from './scene/scene.ts';
export type { SceneFiles } from './scene/scene-files.ts';
export { sceneJsonSchema } from './scene/scene-json-schema.ts';
export { FrameTimes } from './simulation/frame-times.ts';
export {
  type AdvanceOptions,
  type ColliderSet,
  type ColliderSource,
  Simulation,
  type SimulationOptions,
  type SimulationSystem,
  type StepElsewhere,
} from './simulation/simulation.ts';
export { findSystem, systemEntries } from './systems/index.ts';
export { createMemoryCache } from './systems/memory-cache.ts';
export type { HeightfieldOutput, LiveHeightfield, SurfaceLook } from './systems/outputs/heightfield.ts';
export type { MorphOutput, MorphSurface } from './systems/outputs/morph.ts';
export type { Output } from './systems/outputs/output.ts';
export type { ParamInput, ParamTable, ParamValues } from './systems/params.ts';
export type { PrepareCache } from './systems/prepare-context.ts';
export type { Quantity } from './systems/quantity.ts';
export { type ParamOwner, readParams } from './systems/read-params.ts';
export type { SystemDefinition, SystemDescription, SystemEntry } from './systems/system.ts';
