import { kindOf, type ParamSpec } from '../systems/params.ts';
import type { FieldTable } from './fields.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * A copy of an entry of a scene with every value of a table passed through `change`, those of lists in it too. Values
 * that are missing, and lists that are not well-formed, stay as they are. `path` is the entry's place in the scene.
 */
export function mapParams(
  table: FieldTable,
  entry: Entry,
  path: string,
  change: (spec: ParamSpec, value: unknown, path: string) => unknown,
): Record<string, unknown> {
  const changed = Object.entries(table).flatMap(([name, spec]) => {
    const value = entry[name];
    if (value === undefined) return [];
    const place = path ? `${path}.${name}` : name;
    if (spec.type !== 'list') return [[name, change(spec, value, place)]];
    if (!Array.isArray(value)) return [];
    const items = value.map((item, index) => {
      const kind = isEntry(item) ? kindOf(spec, item) : null;
      return kind ? mapParams(kind.fields, item, `${place}[${index}]`, change) : item;
    });
    return [[name, items]];
  });
  return { ...entry, ...Object.fromEntries(changed) };
}

/** A copy of an entry with the names of files in it passed through `move`. */
export function moveParamFiles(
  table: FieldTable,
  entry: Entry,
  move: (file: string) => string,
): Record<string, unknown> {
  return mapParams(table, entry, '', (spec, value) =>
    spec.type === 'text' && spec.refersTo === 'file' && typeof value === 'string' ? move(value) : value,
  );
}

/** Every actor that an entry names, with the place where it does. */
export function findActorNames(
  table: FieldTable,
  entry: Entry,
  path: string,
): { readonly name: string; readonly path: string }[] {
  const found: { name: string; path: string }[] = [];
  mapParams(table, entry, path, (spec, value, place) => {
    if (spec.type === 'text' && spec.refersTo === 'actor' && typeof value === 'string') {
      found.push({ name: value, path: place });
    }
    return value;
  });
  return found;
}

/** Whether an entry leaves out the name of an actor where a table asks for one: it means the only one there is. */
export function leavesActorOut(table: FieldTable, entry: Entry): boolean {
  return Object.entries(table).some(([name, spec]) => {
    const value = entry[name];
    if (spec.type === 'text') return spec.refersTo === 'actor' && !spec.orNone && value === undefined;
    if (spec.type !== 'list' || !Array.isArray(value)) return false;
    return value.some((item) => {
      const kind = isEntry(item) ? kindOf(spec, item) : null;
      return kind !== null && leavesActorOut(kind.fields, item);
    });
  });
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
