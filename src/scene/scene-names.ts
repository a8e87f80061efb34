import { cleanFileName } from './file-name.ts';

/** Returns the name of an actor, or, if it has none, the name of its file without folder and extension. */
export function actorName(actor: Readonly<Record<string, unknown>>): string {
  if (typeof actor.name === 'string') return actor.name;
  return fileStem(actorFile(actor));
}

/** Returns the file of an actor; for a box, the name of the mesh that is made for it. */
export function actorFile(actor: Readonly<Record<string, unknown>>): string {
  return String(actor.box === undefined ? actor.file : boxFile);
}

const boxFile = 'box.obj';

/** Returns the name of a system. A system without a name is called by its kind. */
export function systemName(system: Readonly<Record<string, unknown>>): string {
  return String(system.name ?? system.system);
}

/** Returns the name of a file without folder and extension, as a valid file name: `take: 1.bvh` gives `take_ 1`. */
export function fileStem(path: string): string {
  return cleanFileName(path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, ''));
}
