import type { BakeTask } from '../bake-task.ts';
import type { OutputReference } from '../output-definition.ts';
import type { WrittenCache } from './cache/write-ground-cache.ts';
import type { HeightSequenceFacts } from './height-sequence.ts';
import type { WrittenMesh } from './run-heightfield-tasks.ts';
import type { WrittenGroundVat } from './vat/write-ground-vat.ts';
import type { HeightEncoding, HeightMeasuring, HeightRegion, MeasuredHeights } from './write-heights.ts';

/** Finds the area that the height maps of a ground show. */
export const heightRegionTask: BakeTask<OutputReference, HeightRegion> = {
  name: 'height region',
  rank: 9,
  load: async () => (await import('./run-heightfield-tasks.ts')).runRegion,
};

/** Measures the ranges of heights of some rectangles. */
export const measureHeightsTask: BakeTask<HeightMeasuring, MeasuredHeights[]> = {
  name: 'height ranges',
  rank: 8,
  load: async () => (await import('./write-heights.ts')).measureHeights,
};

/** Writes some of the height maps of a ground. Returns the facts of each sequence with its index. */
export const encodeHeightsTask: BakeTask<HeightEncoding, [part: number, facts: HeightSequenceFacts][]> = {
  name: 'height maps',
  load: async () => (await import('./write-heights.ts')).encodeHeights,
};

/** Writes the mesh of a ground, unless the mesh would be too large. */
export const groundMeshTask: BakeTask<OutputReference, WrittenMesh> = {
  name: 'ground mesh',
  rank: 5,
  load: async () => (await import('./run-heightfield-tasks.ts')).runMesh,
};

/** Writes the mesh caches of a ground, unless they would be too large. */
export const groundCacheTask: BakeTask<OutputReference, WrittenCache> = {
  name: 'ground cache',
  rank: 5,
  load: async () => (await import('./cache/write-ground-cache.ts')).runCache,
};

/** Writes the motion of a ground as a texture, unless the texture would be too large. */
export const groundVatTask: BakeTask<OutputReference, WrittenGroundVat> = {
  name: 'ground texture',
  load: async () => (await import('./vat/write-ground-vat.ts')).runGroundVat,
};

/** Writes the snow that lies on bodies. Returns the name of the file, null if there is no snow on any. */
export const snowCapsTask: BakeTask<OutputReference, string | null> = {
  name: 'snow caps',
  load: async () => (await import('./snow/write-snow-caps.ts')).runSnowCaps,
};

/** Writes the state of a ground. Returns the name of the file. */
export const groundStateTask: BakeTask<OutputReference, string> = {
  name: 'ground state',
  load: async () => (await import('./run-heightfield-tasks.ts')).runState,
};

/** Writes the contact sheet of a ground. Returns the name of the file. */
export const groundSheetTask: BakeTask<OutputReference, string> = {
  name: 'ground sheet',
  rank: 5,
  load: async () => (await import('./run-heightfield-tasks.ts')).runSheet,
};

export const heightfieldTasks = [
  heightRegionTask,
  measureHeightsTask,
  encodeHeightsTask,
  groundMeshTask,
  groundCacheTask,
  groundVatTask,
  snowCapsTask,
  groundStateTask,
  groundSheetTask,
] as const;
