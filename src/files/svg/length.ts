/** Number of user units in each unit, at 96 per inch. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
  ex: 8,
};

/** Parses a length and returns it in user units. Percentages are relative to `whole`. NaN for an invalid length. */
export function parseLength(text: string, whole: number): number {
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)\s*$/i.exec(text);
  if (!match) return Number.NaN;
  const unit = match[2].toLowerCase();
  return Number(match[1]) * (unit === '%' ? whole / 100 : (units[unit] ?? Number.NaN));
}
