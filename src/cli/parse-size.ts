import { InvalidArgumentError } from 'commander';

const units: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** Reads a size such as `500MB` or `10 GB` as bytes. Throws commander's InvalidArgumentError for anything else. */
export function parseSizeOnDisk(text: string): number {
  const match = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*([kmgt]?b?)\s*$/i.exec(text);
  const unit = match?.[2].toLowerCase() ?? '';
  const factor = units[unit.length === 1 && unit !== 'b' ? `${unit}b` : unit];
  const bytes = Number(match?.[1]) * factor;
  if (match && bytes > 0) return bytes;
  throw new InvalidArgumentError(`expected a size such as 500MB or 10GB, got "${text}".`);
}
