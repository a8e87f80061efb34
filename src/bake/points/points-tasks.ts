import type { BakeTask } from '../bake-task.ts';
import type { OutputReference } from '../output-definition.ts';
import type { PointsFrame, PointsFrames, PointsSheet } from './write-points.ts';

/** Writes the PLY files of a range of frames. */
export const plyTask: BakeTask<PointsFrames, void> = {
  name: 'PLY of points',
  load: async () => (await import('./write-points.ts')).writePly,
};

/** Writes the USD file of an output. Returns the name of the file. */
export const usdTask: BakeTask<OutputReference, string> = {
  name: 'USD of points',
  rank: 4,
  load: async () => (await import('./write-points.ts')).writeUsd,
};

/** Writes the GLB file of one frame. Returns the name of the file. */
export const pointsGlbTask: BakeTask<PointsFrame, string> = {
  name: 'GLB of points',
  load: async () => (await import('./write-points.ts')).writeGlb,
};

/** Writes the contact sheet of an output. Returns the name of the file. */
export const pointsSheetTask: BakeTask<PointsSheet, string> = {
  name: 'sheet of points',
  rank: 4,
  load: async () => (await import('./write-points.ts')).writeSheet,
};

export const pointsTasks = [plyTask, usdTask, pointsGlbTask, pointsSheetTask] as const;
