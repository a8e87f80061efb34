/** What a bake can write, by the name that the scene's `outputs` and the command line use. */
export const outputKinds = {
  heightPng: 'height maps, one 16-bit PNG a frame',
  heightExr: 'height maps, one 32-bit float EXR a frame, in metres',
  groundMesh: 'the ground with its prints as a GLB mesh',
  groundState:
    'all of the ground as it is at the end (.ground), for a later scene to start from: its terrain',
  character: 'each character as a GLB that travels across the ground, each rigid thing as one that moves',
  morphTargets: 'each character whose flesh moves as a GLB, with the flesh as morph targets in its own clip',
  prepared: 'what a system made ready once, for live use in a page: the shapes of flesh as .flesh',
  pointsPly: 'particles, one binary PLY a frame',
  pointsUsd: 'particles over time as one binary USD file (.usdc)',
  pointsGlb: 'particles as they are at the end, as a GLB of points',
  furCards: 'fur as cards in a GLB, one a strand, that follow the joints of the character they grow on',
  furMorphs: 'the same with the motion of the fur as morph targets, which every viewer of glTF plays',
  furCurves: 'strands of fur as curves over time, one binary USD file (.usdc)',
  furVat:
    'the motion of fur as a vertex-animation texture (EXR), its skin as a GLB that says where what stands, and its blades',
  contactSheet:
    'one picture of the ground, of each figure whose flesh moves, of particles, and of fur, at several times, as PNG',
} as const;

export type OutputKindName = keyof typeof outputKinds;

export const outputKindNames = Object.keys(outputKinds) as OutputKindName[];
