/** What our own height maps say of themselves: the text of a PNG, the attributes of an EXR. */
export interface OwnMapFacts {
  /** Heights of PNG samples 0 and 65535 as world heights, m; null in an EXR, which holds heights. */
  readonly range: readonly [number, number] | null;
  /** World height that an EXR's heights are above, m. */
  readonly datum: number;
  /** m. */
  readonly cell: number;
  /** World x of column 0 and z of row 0, m. */
  readonly origin: readonly [number, number];
}

/**
 * The facts that `HeightSequence` of src/bake writes, by names that begin with `prefix`; null where any of them is
 * missing or is not a number that can be right.
 */
export function readOwnMapFacts(
  facts: Readonly<Record<string, string | number>>,
  prefix: 'aftermotion:' | 'aftermotion.',
): OwnMapFacts | null {
  const numberOf = (name: string) => {
    const value = facts[prefix + name];
    return value === undefined || value === '' ? Number.NaN : Number(value);
  };
  const datum = numberOf('datumMetres');
  const cell = numberOf('cellMetres');
  const origin = [numberOf('firstColumnMetres'), numberOf('firstRowMetres')] as const;
  const range = [numberOf('minMetres') + datum, numberOf('maxMetres') + datum] as const;
  const isWhole = [datum, cell, ...origin].every(Number.isFinite) && cell > 0;
  if (!isWhole) return null;
  return { datum, cell, origin, range: range.every(Number.isFinite) && range[1] > range[0] ? range : null };
}
