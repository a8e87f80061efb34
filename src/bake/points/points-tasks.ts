import type { BakeTask } from '../bake-task.ts';
import type { OutputReference } from '../output-definition.ts';
import type { PointsFrames } from './write-points.ts';

/** Writes PLY files of some frames. */
export const plyTask: BakeTask<PointsFrames, void> = {
  name: 'PLY of points',
  load: async () => (await import('./write-points.ts')).writePly,
};

/** Writes the USD file of an output. The results of this task and those below are the names of their files. */
export const usdTask: BakeTask<OutputReference, string> = {
  name: 'USD of points',
  load: async () => (await import('./write-points.ts')).writeUsd,
};

export const pointsGlbTask: BakeTask<{ readonly output: OutputReference; readonly frame: number }, string> = {
  name: 'GLB of points',
  load: async () => (await import('./write-points.ts')).writeGlb,
};

export const pointsSheetTask: BakeTask<OutputReference, string> = {
  name: 'sheet of points',
  load: async () => (await import('./write-points.ts')).writeSheet,
};

export const pointsTasks = [plyTask, usdTask, pointsGlbTask, pointsSheetTask] as const;
