/** `aftermotion/bake`: turns simulated frames into files: height maps, meshes, characters, particles, fur and contact sheets. */
export { type ColumnGrid, readColumnGrid } from '../pictures/column-grid.ts';
export {
  type ContactSheet,
  type ContactSheetOptions,
  createContactSheet,
  momentTimes,
} from '../pictures/contact-sheet.ts';
export { type PerspectiveScene, renderPerspective } from '../pictures/perspective/render-perspective.ts';
export type { Picture } from '../pictures/picture.ts';
export { drawPointsSheet, type PointsSheetOptions } from '../pictures/points-sheet.ts';
export type { PointsMoment } from '../pictures/points-view.ts';
export type { PosedMesh } from '../pictures/posed-mesh.ts';
export type { BakeActor, BakeBody, BakeCharacter, BakePlan } from './bake-plan.ts';
export type { BakeReport } from './bake-report.ts';
export { type BakeOptions, type BakeProgress, bakeScene } from './bake-scene.ts';
export {
  type CharacterFile,
  type CharacterOptions,
  writeTravelledCharacter,
} from './characters/travelled-character.ts';
export type { BakeEstimate } from './estimate-bake.ts';
export {
  HeightRangeMeter,
  HeightSequence,
  type HeightSequenceFacts,
  heightFileName,
} from './heightfield/height-sequence.ts';
export { heightfieldOfFrame } from './heightfield/heightfield-of-frame.ts';
export { buildGroundMesh, type GroundMesh } from './heightfield/mesh/build-ground-mesh.ts';
export { chooseGroundRectangle } from './heightfield/mesh/ground-region.ts';
export type { HeightSource } from './heightfield/mesh/ground-vertices.ts';
export type { MorphReport } from './morph/add-morphs.ts';
export type { MorphTrack } from './morph/morph-track.ts';
export {
  type MorphedCharacterFile,
  type MorphedCharacterOptions,
  writeMorphedCharacter,
} from './morph/morphed-character.ts';
export type { BakeCamera, BakeLights, BakeSun, CameraView } from './scene-view.ts';
