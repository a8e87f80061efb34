import { kindOf, type ParamSpec, type ParamTable } from './params.ts';
import { readQuantity } from './quantity.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * A copy of an entry of a scene with every value of a table passed through `change`, those of lists in it too. Values
 * that are missing, and lists that are not well-formed, stay as they are. `path` is the entry's place in the scene.
 */
export function mapParams(
  table: ParamTable,
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

/**
 * A copy of an entry in which texts such as `5mm` are numbers in the units of the table. What is no such text stays; a list of numbers
 * without them stays the same array, which its owner may go on filling.
 */
export function readQuantities(table: ParamTable, entry: Entry): Record<string, unknown> {
  return mapParams(table, entry, '', (spec, value) => {
    if (!('unit' in spec)) return value;
    if (Array.isArray(value) && !value.some((part) => typeof part === 'string')) return value;
    if (Array.isArray(value)) return value.map((part) => readQuantity(part, spec.unit));
    return readQuantity(value, spec.unit);
  });
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
