import type { Quantity } from './quantity.ts';

/**
 * A system's parameters as a plain table. The scene file's schema, the command line's options, the page's panels and
 * the documentation are all made from it, so a parameter is described once.
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
  /** One or two sentences a person understands, without the parameter's name in front. */
  readonly words: string;
  /** Name of its flag on the command line, as `furLength`; absent: the system's name and its own; false: it has none. */
  readonly flag?: string | false;
  /** Heading under which help and the page list it. Absent: it stands before all headings. */
  readonly group?: string;
  /** Few people need it: help and the page list it last. */
  readonly advanced?: boolean;
}

export interface NumberParam extends ParamBase {
  readonly type: 'number' | 'integer';
  /** `m`, `rad`, `s`, `1/s`, or '' for a pure number. */
  readonly unit: string;
  /** Inclusive range, unless `open` says that the minimum itself is excluded. */
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
  /** Absent: chosen by the system (a material's own value), as the words say. */
  readonly default?: number;
}

export interface ChoiceParam extends ParamBase {
  readonly type: 'choice';
  readonly choices: readonly string[];
  readonly default: string;
}

export interface FlagParam extends ParamBase {
  readonly type: 'flag';
  readonly default: boolean;
}

export interface VectorParam extends ParamBase {
  readonly type: 'vector';
  readonly unit: string;
  readonly length: number;
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
  readonly default?: readonly number[];
}

/** Numbers, as many as one likes. */
export interface NumbersParam extends ParamBase {
  readonly type: 'numbers';
  readonly unit: string;
  /** Of each number. */
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
  readonly whole?: boolean;
  readonly default?: undefined;
}

/** A word, a name or a path. */
export interface TextParam extends ParamBase {
  readonly type: 'text';
  /** What is expected, as in `a file name`. */
  readonly expected: string;
  readonly required?: boolean;
  /** True where a whole number ≥ 0 is understood too, as the place in a list. */
  readonly orIndex?: boolean;
  /** What the text names; files are relative to the scene, a `carrier` is an actor that nothing rides on as flesh does. */
  readonly refersTo?: 'actor' | 'carrier' | 'joint' | 'file';
  /** Of an actor's name: left out it means none, not the only one that there is. */
  readonly orNone?: boolean;
  readonly default?: undefined;
}

/** Several words, such as names. */
export interface TextListParam extends ParamBase {
  readonly type: 'texts';
  /** What is expected of each, as in `the name of a joint`. */
  readonly expected: string;
  /** True where its flag also takes the word `all`, which asks for the system without naming anything. */
  readonly orAll?: boolean;
  /** True where a whole number ≥ 0 is understood too, as the place in a list. */
  readonly orIndex?: boolean;
  readonly refersTo?: 'joint';
  readonly default?: undefined;
}

/** Any number of objects in { }, each of a kind that has fields of its own. An empty list where the scene says nothing. */
export interface ListParam extends ParamBase {
  readonly type: 'list';
  /** What is expected of each, as in `a force`. */
  readonly expected: string;
  /** The key that says of which kind an entry is, as in `"force": "wind"`; absent where there is only one kind. */
  readonly tag?: string;
  /** By name of the kind; the only kind is called `one`. */
  readonly kinds: { readonly [kind: string]: ListKind };
  readonly default?: undefined;
}

export interface ListKind {
  readonly words: string;
  readonly fields: ParamTable;
}

/** The values a table describes, defaults filled in by `scene/` or by `defaultParams`; what has no default may be left out. */
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
              ? string | number | undefined
              : Spec extends { required: true }
                ? string
                : string | undefined
            : Spec extends TextListParam
              ? readonly (Spec extends { orIndex: true } ? string | number : string)[] | undefined
              : Spec extends { default: number }
                ? number
                : number | undefined;

/** One entry of a list: the fields of its kind, and the tag that names it. */
export type ListEntry<Spec extends ListParam> = {
  readonly [Kind in keyof Spec['kinds']]: ParamValues<Spec['kinds'][Kind]['fields']> &
    (Spec extends { tag: infer Tag extends string } ? { readonly [Key in Tag]: Kind } : unknown);
}[keyof Spec['kinds']];

/**
 * The values of a table as a person writes them, in a scene or in a program: what is left out has its default, numbers may be
 * texts with units (`'5mm'`), entries of lists need only the fields that have no default. `readParams` checks and fills them.
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
    ? ArrayLike<number> | readonly (number | Quantity<Spec['unit']>)[]
    : Spec extends NumberParam
      ? number | Quantity<Spec['unit']>
      : Exclude<ParamValue<Spec>, undefined>;

/** One entry of a list as a person writes it. */
export type ListEntryInput<Spec extends ListParam> = {
  readonly [Kind in keyof Spec['kinds']]: ParamInput<Spec['kinds'][Kind]['fields']> &
    (Spec extends { tag: infer Tag extends string } ? { readonly [Key in Tag]: Kind } : unknown);
}[keyof Spec['kinds']];

/** The same table with all its parameters under one heading. */
export function inGroup<const Table extends ParamTable>(group: string, table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, { ...spec, group }])) as Table;
}

/** Parameters that are listed together. */
export interface ParamGroup {
  /** '' for those before all headings. */
  readonly title: string;
  readonly names: readonly string[];
}

/** The parameters of a table under their headings: those without one first, advanced ones last. */
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
export const otherParams = 'All else';

/** A table's defaults; parameters without one are left undefined, lists are empty. */
export function defaultParams<Table extends ParamTable>(table: Table): ParamValues<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, spec.type === 'list' ? [] : spec.default]),
  ) as ParamValues<Table>;
}

/** The kind of an entry of a list, null where its tag names none. */
export function kindOf(spec: ListParam, entry: Readonly<Record<string, unknown>>): ListKind | null {
  const name = spec.tag === undefined ? Object.keys(spec.kinds)[0] : String(entry[spec.tag]);
  // A tag may say `__proto__`.
  return Object.hasOwn(spec.kinds, name) ? spec.kinds[name] : null;
}

/** Values with a table's defaults where they say nothing, in lists too. What has the wrong type is left as it is. */
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
