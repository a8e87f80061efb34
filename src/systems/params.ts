/**
 * A system's parameters as a plain table. The scene file's schema, the command line's options, the page's panels and
 * the documentation are all made from it, so a parameter is described once.
 */
export type ParamTable = { readonly [name: string]: ParamSpec };

export type ParamSpec = NumberParam | ChoiceParam | FlagParam | VectorParam | TextParam | TextListParam;

interface ParamBase {
  /** One or two sentences a person understands, without the parameter's name in front. */
  readonly words: string;
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

/** A word, a name or a path. */
export interface TextParam extends ParamBase {
  readonly type: 'text';
  /** What is expected, as in `a file name`. */
  readonly expected: string;
  readonly required?: boolean;
  /** True where a whole number ≥ 0 is understood too, as the place in a list. */
  readonly orIndex?: boolean;
  /** What the text names; files are relative to the scene. */
  readonly refersTo?: 'actor' | 'joint' | 'file';
  readonly default?: undefined;
}

/** Several words, such as names. */
export interface TextListParam extends ParamBase {
  readonly type: 'texts';
  /** What is expected of each, as in `the name of a joint`. */
  readonly expected: string;
  readonly refersTo?: 'joint';
  readonly default?: undefined;
}

/** The values a table describes, defaults filled in by `scene/` or by `defaultParams`. */
export type ParamValues<Table extends ParamTable> = {
  readonly [Name in keyof Table]: Table[Name] extends ChoiceParam
    ? Table[Name]['choices'][number]
    : Table[Name] extends FlagParam
      ? boolean
      : Table[Name] extends VectorParam
        ? Table[Name] extends { default: readonly number[] }
          ? readonly number[]
          : readonly number[] | undefined
        : Table[Name] extends TextParam
          ? string | undefined
          : Table[Name] extends TextListParam
            ? readonly string[] | undefined
            : Table[Name] extends { default: number }
              ? number
              : number | undefined;
};

/** A table's defaults; parameters without one are left undefined. */
export function defaultParams<Table extends ParamTable>(table: Table): ParamValues<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, spec.default]),
  ) as ParamValues<Table>;
}
