/** Units that users may write, as factors to the unit of a table. */
export const unitFactors = {
  m: { m: 1, cm: 1e-2, mm: 1e-3, km: 1e3 },
  s: { s: 1, ms: 1e-3, min: 60 },
  rad: { rad: 1, deg: Math.PI / 180, '°': Math.PI / 180 },
  'rad/s': { 'rad/s': 1, 'deg/s': Math.PI / 180 },
  'm/s': { 'm/s': 1, 'cm/s': 1e-2, 'km/h': 1 / 3.6, 'cm/h': 1e-2 / 3600, 'mm/h': 1e-3 / 3600 },
  'm²/s': { 'm²/s': 1, 'm2/s': 1 },
  'm/s²': { 'm/s²': 1, 'm/s2': 1 },
  '1/s': { '1/s': 1, Hz: 1 },
  Pa: { Pa: 1, kPa: 1e3, MPa: 1e6 },
  'kg/m³': { 'kg/m³': 1, 'kg/m3': 1 },
  'N/m': { 'N/m': 1 },
} as const satisfies { readonly [unit: string]: { readonly [written: string]: number } };

/** A number with its unit as a text, `5mm` or `90 deg`, for a parameter in this unit. */
export type Quantity<Unit extends string> = Unit extends keyof typeof unitFactors
  ?
      | `${number}${'' | ' '}${Extract<keyof (typeof unitFactors)[Unit], string>}`
      | (Unit extends 's' ? `${number}/${number}` : never)
  : never;

/** Returns the units that are accepted for a parameter in this unit; empty for pure numbers. */
export function unitsFor(unit: string): readonly string[] {
  return Object.hasOwn(unitFactors, unit) ? Object.keys(unitFactors[unit as keyof typeof unitFactors]) : [];
}

/** A time as a fraction of seconds: `47/24`. */
const fraction = /^([+-]?\d+(?:\.\d+)?)\/0*([1-9]\d*)(?: ?s)?$/;

/** Returns the pattern for a JSON Schema: the texts that are accepted for a number in this unit. */
export function quantityPattern(unit: string): string {
  const quantity = `[+-]?[0-9.]+([eE][+-]?[0-9]+)? ?(${unitsFor(unit).join('|')})`;
  return unit === 's' ? `^(${quantity}|[+-]?[0-9.]+/[0-9]+( ?s)?)$` : `^${quantity}$`;
}

/**
 * Converts a number with or without a unit to the unit of a table: `5mm` is 0.005 if the unit is `m`. A time may be a fraction,
 * `47/24`. NaN for any other text, and for a unit that does not fit.
 */
export function parseQuantity(text: string, unit: string): number {
  const parts = unit === 's' ? fraction.exec(text.trim()) : null;
  if (parts) return Number(parts[1]) / Number(parts[2]);
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([^\d\s.+-]\S*)?$/i.exec(text.trim());
  if (!match) return Number.NaN;
  if (match[2] === undefined) return Number(match[1]);
  if (!unitsFor(unit).includes(match[2])) return Number.NaN;
  const factors: Readonly<Record<string, number>> = unitFactors[unit as keyof typeof unitFactors];
  // Rounds to 15 digits: 5 mm is 0.005, not 0.005000000000000001.
  return Number((Number(match[1]) * factors[match[2]]).toPrecision(15));
}

/** Units in which people read values of a table's unit; others they read as they are. */
const shownUnits: Readonly<Record<string, { readonly unit: string; readonly factor: number }>> = {
  rad: { unit: '°', factor: 180 / Math.PI },
  'rad/s': { unit: '°/s', factor: 180 / Math.PI },
};

/** Returns a number of a table as people read it, without its unit: angles in degrees. */
export function showNumber(value: number, unit: string): string {
  const shown = shownUnits[unit];
  if (!shown) return String(value);
  const degrees = value * shown.factor;
  return String(Number(degrees.toFixed(Math.abs(degrees) < 10 ? 2 : 1)));
}

/** Returns the unit to append to such a number: `°`, ` m`, or nothing for pure numbers. */
export function unitSuffix(unit: string): string {
  return shownUnits[unit]?.unit ?? (unit ? ` ${unit}` : '');
}

/** Returns a number of a table with its unit, as people read it: `90°`, `0.01 m`. */
export function showQuantity(value: number, unit: string): string {
  return showNumber(value, unit) + unitSuffix(unit);
}

/**
 * Converts a text with a number and a unit, in a scene or a program, to that number in the unit of the table. Everything else is
 * returned unchanged and checked later. This includes a text without a unit, which is a number in quotes.
 */
export function readQuantity(value: unknown, unit: string): unknown {
  if (typeof value !== 'string' || !Number.isNaN(Number(value))) return value;
  const number = parseQuantity(value, unit);
  return Number.isNaN(number) ? value : number;
}
