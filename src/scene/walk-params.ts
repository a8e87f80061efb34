import { isEntry, mapParams } from '../systems/map-params.ts';
import { kindOf } from '../systems/params.ts';
import type { FieldTable } from './fields.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Returns a copy of an entry in which the names of files are replaced by the results of `move`. */
export function moveParamFiles(
  table: FieldTable,
  entry: Entry,
  move: (file: string) => string,
): Record<string, unknown> {
  const moveOne = (value: unknown) => (typeof value === 'string' ? move(value) : value);
  return mapParams(table, entry, '', (spec, value) => {
    if (!('refersTo' in spec) || spec.refersTo !== 'file') return value;
    return Array.isArray(value) ? value.map(moveOne) : moveOne(value);
  });
}

/** Returns every actor that an entry names, with the path of the name. `kinds`: the kinds of reference to return. */
export function findActorNames(
  table: FieldTable,
  entry: Entry,
  path: string,
  kinds: readonly ('actor' | 'carrier')[] = ['actor', 'carrier'],
): { readonly name: string; readonly path: string }[] {
  const found: { name: string; path: string }[] = [];
  mapParams(table, entry, path, (spec, value, valuePath) => {
    const isActor = spec.type === 'text' && kinds.some((kind) => spec.refersTo === kind);
    if (isActor && typeof value === 'string') {
      found.push({ name: value, path: valuePath });
    }
    return value;
  });
  return found;
}

/** Returns whether an entry omits the name of an actor that its table requires. The entry then means the only actor of the scene. */
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
