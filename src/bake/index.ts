export { buildGroundMesh, chooseGroundRectangle, type GroundMesh, type HeightSource } from './ground-mesh.ts';
export {
  HeightRangeMeter,
  HeightSequence,
  type HeightSequenceFacts,
  heightFileName,
} from './height-sequence.ts';
