import { cleanFileName } from './file-name.ts';

/** An actor's name: its own, else its file's without folder and ending. */
export function actorName(actor: Readonly<Record<string, unknown>>): string {
  if (typeof actor.name === 'string') return actor.name;
  return fileStem(String(actor.file));
}

/** A system's name: its own, else its kind. */
export function systemName(system: Readonly<Record<string, unknown>>): string {
  return String(system.name ?? system.system);
}

/** The name of a file without its folder and ending, cleaned so that it can name other files: `take: 1.bvh` gives `take_ 1`. */
export function fileStem(path: string): string {
  return cleanFileName(path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, ''));
}

/** `systems[0].cell` from a list of keys. */
export function showPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, '');
}
