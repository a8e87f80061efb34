import type { FuzzSubject } from '../fuzz-subject.ts';

/** All readers of external data, in groups whose code is loaded together. Add new readers here. */
export const subjectGroups: Readonly<Record<string, () => Promise<readonly FuzzSubject[]>>> = {
  glTF: async () => (await import('./gltf.ts')).gltfSubjects,
  'compressed glTF': async () => (await import('./compressed.ts')).compressedSubjects,
  'motion capture': async () => (await import('./recordings.ts')).recordingSubjects,
  meshes: async () => (await import('./meshes.ts')).meshSubjects,
  'tetrahedral meshes': async () => (await import('./tets.ts')).tetSubjects,
  pictures: async () => (await import('./pictures.ts')).pictureSubjects,
  terrains: async () => (await import('./terrains.ts')).terrainSubjects,
  'drawings and fonts': async () => (await import('./drawings.ts')).drawingSubjects,
  'scenes, keys and masks': async () => (await import('./texts.ts')).textSubjects,
  'states of our own': async () => (await import('./states.ts')).stateSubjects,
  'what is kept for a resume': async () => (await import('./kept.ts')).keptSubjects,
  'positions far apart': async () => (await import('./far-apart.ts')).farApartSubjects,
  "the studio's server": async () => (await import('./server.ts')).serverSubjects,
};
