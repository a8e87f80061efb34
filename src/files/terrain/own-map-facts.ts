/** Metadata of the height maps that Aftermotion writes: the text of a PNG, or the attributes of an EXR. */
export interface OwnMapFacts {
  /** World heights of PNG samples 0 and 65535, m. Null for an EXR, which contains heights. */
  readonly range: readonly [number, number] | null;
  /** World height of the value 0 in an EXR, m. */
  readonly datum: number;
  /** m. */
  readonly cell: number;
  /** World x of column 0 and z of row 0, m. */
  readonly origin: readonly [number, number];
}

/**
 * Returns the metadata that `HeightSequence` of src/bake writes, from names that begin with `prefix`. Null if an entry is missing or
 * invalid.
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
