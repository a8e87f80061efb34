import type { BakeTask } from '../bake-task.ts';
import type { WrittenPackage, WrittenPart } from './write-stage.ts';

/** Identifies a part of a stage by plain data, which can be sent to a thread. */
export interface PartReference {
  readonly group: string;
  readonly name: string;
}

/** Writes the layer of a part and its textures. The result is null if there is nothing to show. */
export const stagePartTask: BakeTask<PartReference, WrittenPart> = {
  name: 'part of the stage',
  load: async () => (await import('./write-stage.ts')).writePart,
};

/** Writes the package for phones. */
export const usdzTask: BakeTask<null, WrittenPackage> = {
  name: 'package for phones',
  load: async () => (await import('./write-stage.ts')).writePackage,
};

export const stageTasks = [stagePartTask, usdzTask] as const;
