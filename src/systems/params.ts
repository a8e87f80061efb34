import type { IntegralMeasure } from './integrate-keys.ts';
import type { Interpolation } from './keyed-values.ts';
import type { Quantity } from './quantity.ts';

/**
 * A system's parameters as a plain table. The schema of the scene file, the options of the command line, the panels of the page
 * and the documentation are all made from it, so each parameter is described once.
 */
export type ParamTable = { readonly [name: string]: ParamSpec };

export type ParamSpec =
  | NumberParam
  | ChoiceParam
  | FlagParam
  | VectorParam
  | NumbersParam
  | TextParam
  | TextListParam
  | ListParam;

interface ParamBase {
  /** One or two sentences for a user, without the parameter's name in front. */
  readonly description: string;
  /** Name of its flag on the command line, such as `furLength`. Absent: the system's name and its own. False: no flag. */
  readonly flag?: string | false;
  /** Heading under which help and the page list it. Absent: before all headings. */
  readonly group?: string;
  /** True for a parameter that few people need: help and the page list it last. */
  readonly advanced?: boolean;
}

/** A value that a system reads anew in each step, so that it may have keys over time. */
interface KeyableParam {
  /**
   * True if keys over time may replace the value: see `KeyedValue`. Absent for everything that shapes what is built once, at the start of
   * a run.
   */
  readonly keyable?: true;
  /**
   * The integral over time that the system needs beside the value, if that has keys, and the name under which it finds it: the `length` of
   * a vector, the `value` of a number, or its `inverse`. Time begins at 0 s of the scene.
   */
  readonly integral?: { readonly name: string; readonly of: IntegralMeasure };
}

/** A number with a unit, a range and often a default. */
export interface NumberParam extends ParamBase, KeyableParam {
  readonly type: 'number' | 'integer';
  /** `m`, `rad`, `s`, `1/s`, or '' for a pure number. */
  readonly unit: string;
  /** Inclusive range, unless `open` says that the minimum itself is excluded. */
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
  /** Absent: chosen by the system, for example by its material, as the description says. */
  readonly default?: number;
}

export interface ChoiceParam extends ParamBase {
  readonly type: 'choice';
  readonly choices: readonly string[];
  /** The list at the top of a scene whose names are choices too. They are replaced by a choice when the scene is read. */
  readonly ownNames?: 'materials';
  readonly default: string;
}

export interface FlagParam extends ParamBase {
  readonly type: 'flag';
  readonly default: boolean;
}

/** A fixed number of numbers with one unit and one range, such as a position. */
export interface VectorParam extends ParamBase, KeyableParam {
  readonly type: 'vector';
  readonly unit: string;
  readonly length: number;
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
  readonly default?: readonly number[];
}

/** Any number of numbers. */
export interface NumbersParam extends ParamBase {
  readonly type: 'numbers';
  readonly unit: string;
  /** Range of each number. */
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
  readonly whole?: boolean;
  readonly default?: undefined;
}

/** A word, a name or a path. */
export interface TextParam extends ParamBase {
  readonly type: 'text';
  /** The expected value, as in `a file name`. */
  readonly expected: string;
  readonly required?: boolean;
  /** True if an integer ≥ 0 is accepted too, as an index into a list. */
  readonly orIndex?: boolean;
  /** Kind of object that the text names. Files are relative to the scene. A `carrier` is an actor that may carry others. */
  readonly refersTo?: 'actor' | 'carrier' | 'joint' | 'file';
  /** For an actor's name: if absent it means no actor, not the only one. */
  readonly orNone?: boolean;
  readonly default?: undefined;
}

/** Several texts, such as names. */
export interface TextListParam extends ParamBase {
  readonly type: 'texts';
  /** The expected value of each, as in `the name of a joint`. */
  readonly expected: string;
  /** True if the list may be empty, which then differs from a missing one. */
  readonly mayBeEmpty?: boolean;
  /** True if its flag also accepts `all`, which adds the system without naming anything. */
  readonly orAll?: boolean;
  /** True if an integer ≥ 0 is accepted too, as an index into a list. */
  readonly orIndex?: boolean;
  /** Kind of object that the texts name. Files are relative to the scene. */
  readonly refersTo?: 'joint' | 'file';
  readonly default?: undefined;
}

/** Any number of objects in { }, each of a kind that has its own fields. Default: an empty list. */
export interface ListParam extends ParamBase {
  readonly type: 'list';
  /** The expected entry, as in `a force`. */
  readonly expected: string;
  /** The key that selects the kind of an entry, as in `"force": "wind"`. Absent if there is only one kind. */
  readonly tag?: string;
  /** Fields by name of the kind. If there is only one kind, it is called `one`. */
  readonly kinds: { readonly [kind: string]: ListKind };
  readonly default?: undefined;
}

export interface ListKind {
  readonly description: string;
  readonly fields: ParamTable;
}

/** The values of a table. `scene/` or `defaultParams` fill in defaults; values without a default may be absent. */
export type ParamValues<Table extends ParamTable> = {
  readonly [Name in FilledNames<Table>]: ParamValue<Table[Name]>;
} & {
  readonly [Name in Exclude<keyof Table, FilledNames<Table>>]?: ParamValue<Table[Name]>;
};

/** Names of parameters that always have a value. */
type FilledNames<Table extends ParamTable> = {
  [Name in keyof Table]: undefined extends ParamValue<Table[Name]> ? never : Name;
}[keyof Table];

/** The value of one parameter. */
export type ParamValue<Spec extends ParamSpec> = Spec extends ListParam
  ? readonly ListEntry<Spec>[]
  : Spec extends ChoiceParam
    ? Spec['choices'][number]
    : Spec extends FlagParam
      ? boolean
      : Spec extends VectorParam
        ? Spec extends { default: readonly number[] }
          ? readonly number[]
          : readonly number[] | undefined
        : Spec extends NumbersParam
          ? readonly number[] | undefined
          : Spec extends TextParam
            ? Spec extends { orIndex: true }
              ? string | number | (Spec extends { required: true } ? never : undefined)
              : Spec extends { required: true }
                ? string
                : string | undefined
            : Spec extends TextListParam
              ? readonly (Spec extends { orIndex: true } ? string | number : string)[] | undefined
              : Spec extends { default: number }
                ? number
                : number | undefined;

/** One entry of a list: the fields of its kind, and the tag that selects the kind. */
export type ListEntry<Spec extends ListParam> = {
  readonly [Kind in keyof Spec['kinds']]: ParamValues<Spec['kinds'][Kind]['fields']> &
    (Spec extends { tag: infer Tag extends string } ? { readonly [Key in Tag]: Kind } : unknown);
}[keyof Spec['kinds']];

/**
 * The values of a table as a user writes them, in a scene or in a program. Missing values have their defaults, numbers may be
 * texts with units (`'5mm'`), and entries of lists need only the fields that have no default. `readParams` checks and completes
 * them.
 */
export type ParamInput<Table extends ParamTable> = {
  readonly [Name in Exclude<keyof Table, RequiredNames<Table>>]?: ParamInputValue<Table[Name]>;
} & {
  readonly [Name in RequiredNames<Table>]: ParamInputValue<Table[Name]>;
};

type RequiredNames<Table extends ParamTable> = {
  [Name in keyof Table]: Table[Name] extends { required: true } ? Name : never;
}[keyof Table];

type ParamInputValue<Spec extends ParamSpec> = Spec extends ListParam
  ? readonly ListEntryInput<Spec>[]
  : Spec extends VectorParam | NumbersParam
    ?
        | ArrayLike<number>
        | readonly (number | Quantity<Spec['unit']>)[]
        | KeysFor<Spec, readonly (number | Quantity<Spec['unit']>)[]>
    : Spec extends NumberParam
      ? number | Quantity<Spec['unit']> | KeysFor<Spec, number | Quantity<Spec['unit']>>
      : Exclude<ParamValue<Spec>, undefined>;

/** Keys over time as a user writes them, for a parameter that may have them. */
type KeysFor<Spec extends ParamSpec, Value> = Spec extends { readonly keyable: true }
  ? {
      readonly keys: readonly { readonly time: number | Quantity<'s'>; readonly value: Value }[];
      readonly interpolation?: Interpolation;
    }
  : never;

/** One entry of a list as a user writes it. */
export type ListEntryInput<Spec extends ListParam> = {
  readonly [Kind in keyof Spec['kinds']]: ParamInput<Spec['kinds'][Kind]['fields']> &
    (Spec extends { tag: infer Tag extends string } ? { readonly [Key in Tag]: Kind } : unknown);
}[keyof Spec['kinds']];

/** Returns the table with all its parameters under one heading. */
export function inGroup<const Table extends ParamTable>(group: string, table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, { ...spec, group }])) as Table;
}

/** Parameters under one heading. */
export interface ParamGroup {
  /** '' for those before all headings. */
  readonly title: string;
  readonly names: readonly string[];
}

/** Groups the parameters of a table by heading: those without one first, advanced ones last. */
export function groupParams(table: ParamTable): ParamGroup[] {
  const groups = new Map<string, string[]>([['', []]]);
  const last: string[] = [];
  for (const [name, { group = '', advanced }] of Object.entries(table)) {
    if (advanced) last.push(name);
    else if (groups.has(group)) groups.get(group)!.push(name);
    else groups.set(group, [name]);
  }
  return [...groups, [otherParams, last] as const]
    .filter(([, names]) => names.length > 0)
    .map(([title, names]) => ({ title, names }));
}

/** Heading of advanced parameters. */
export const otherParams = 'Other parameters';

/** Returns a table's defaults. Parameters without a default are undefined, lists are empty. */
export function defaultParams<Table extends ParamTable>(table: Table): ParamValues<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, spec.type === 'list' ? [] : spec.default]),
  ) as ParamValues<Table>;
}

/** Returns the kind of an entry of a list; null if its tag names none. */
export function kindOf(spec: ListParam, entry: Readonly<Record<string, unknown>>): ListKind | null {
  const name = spec.tag === undefined ? Object.keys(spec.kinds)[0] : String(entry[spec.tag]);
  // A tag may be `__proto__`.
  return Object.hasOwn(spec.kinds, name) ? spec.kinds[name] : null;
}

/** Adds a table's defaults for missing values, also in lists. Values of the wrong type are unchanged. */
export function fillParams<Table extends ParamTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
): ParamValues<Table> {
  const filled = Object.entries(table).map(([name, spec]) => {
    const value = values[name] ?? (spec.type === 'list' ? [] : spec.default);
    if (spec.type !== 'list' || !Array.isArray(value)) return [name, value];
    return [name, value.map((entry) => fillEntry(spec, entry))];
  });
  return Object.fromEntries(filled) as ParamValues<Table>;
}

function fillEntry(spec: ListParam, entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const values = entry as Readonly<Record<string, unknown>>;
  const kind = kindOf(spec, values);
  if (!kind) return values;
  const tag = spec.tag === undefined ? {} : { [spec.tag]: values[spec.tag] };
  return { ...tag, ...fillParams(kind.fields, values) };
}
