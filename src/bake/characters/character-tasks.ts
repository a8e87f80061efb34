import type { BakeTask } from '../bake-task.ts';
import type { WrittenCharacters } from './write-characters.ts';

/** Writes all files of an actor. The input is the name of the actor. */
export const characterTask: BakeTask<string, WrittenCharacters> = {
  name: 'character',
  rank: 6,
  load: async () => (await import('./write-characters.ts')).writeActor,
};
