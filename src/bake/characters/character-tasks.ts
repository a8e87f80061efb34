import type { BakeTask } from '../bake-task.ts';
import type { WrittenCharacters } from './write-characters.ts';

/** Writes all files of an actor, which is given by its name. */
export const characterTask: BakeTask<string, WrittenCharacters> = {
  name: 'character',
  load: async () => (await import('./write-characters.ts')).writeActor,
};
