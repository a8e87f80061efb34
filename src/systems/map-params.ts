import { isKeyed } from './keyed-values.ts';
import { kindOf, type ParamSpec, type ParamTable } from './params.ts';
import { readQuantity } from './quantity.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Returns a copy of an entry of a scene in which `change` is applied to every value of a table, also in lists. Missing values,
 * and lists that are not well-formed, are unchanged. `path` is the entry's location in the scene.
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
    const location = path ? `${path}.${name}` : name;
    if (spec.type !== 'list') return [[name, change(spec, value, location)]];
    if (!Array.isArray(value)) return [];
    const items = value.map((item, index) => {
      const kind = isEntry(item) ? kindOf(spec, item) : null;
      return kind ? mapParams(kind.fields, item, `${location}[${index}]`, change) : item;
    });
    return [[name, items]];
  });
  return { ...entry, ...Object.fromEntries(changed) };
}

/**
 * Returns a copy of an entry in which texts such as `5mm` are numbers in the units of the table. Other texts are unchanged. A
 * list of numbers without such texts remains the same array, which its owner may continue to fill.
 */
export function readQuantities(table: ParamTable, entry: Entry): Record<string, unknown> {
  return mapParams(table, entry, '', (spec, value) => {
    if (!('unit' in spec)) return value;
    if (!isKeyed(value) || !Array.isArray(value.keys)) return readValue(value, spec.unit);
    const keys = value.keys.map((key: unknown) =>
      isEntry(key)
        ? { ...key, time: readQuantity(key.time, 's'), value: readValue(key.value, spec.unit) }
        : key,
    );
    return { ...value, keys };
  });
}

function readValue(value: unknown, unit: string): unknown {
  if (!Array.isArray(value)) return readQuantity(value, unit);
  if (!value.some((part) => typeof part === 'string')) return value;
  return value.map((part) => readQuantity(part, unit));
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
