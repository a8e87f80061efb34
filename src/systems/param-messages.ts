import { findNearestName } from '../nearest-name.ts';
import type { ListParam, NumberParam, NumbersParam, ParamSpec, ParamTable, VectorParam } from './params.ts';
import { parseQuantity, showNumber, showQuantity, unitSuffix, unitsFor } from './quantity.ts';

/** Formats a value for a message: short, and in quotes if it is text. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const nouns: Record<string, string> = {
  m: 'a size',
  'm/s': 'a speed',
  rad: 'an angle',
  s: 'a time',
  '1/s': 'a rate',
};

/** Limits beyond this only guard against overflow. Messages omit them. */
const unlimited = 1e9;

/** Describes what a number must be: `a size > 0 m`, `an angle from 0° to 90°`, `a whole number from 1 to 8`. */
export function expectedNumber(
  spec: NumberParam | NumbersParam | VectorParam,
  bound: 'min' | 'max' | 'both',
): string {
  const noun = nouns[spec.unit] ?? (isWhole(spec) ? 'a whole number' : 'a number');
  const low = bound !== 'max' && spec.min > -unlimited;
  const high = bound !== 'min' && spec.max < unlimited;
  const suffix = unitSuffix(spec.unit);
  // A degree sign follows each number, a unit is written once.
  const [min, max] = [spec.min, spec.max].map(
    (value) => showNumber(value, spec.unit) + (suffix.startsWith(' ') ? '' : suffix),
  );
  const end = suffix.startsWith(' ') ? suffix : '';
  const above = spec.open ? '>' : '≥';
  if (low && high) {
    return spec.open ? `${noun} > ${min} and ≤ ${max}${end}` : `${noun} from ${min} to ${max}${end}`;
  }
  if (low) return `${noun} ${above} ${min}${end}`;
  if (high) return `${noun} ≤ ${max}${end}`;
  return spec.unit ? `${noun} in ${spec.unit}` : noun;
}

/** Returns whether a number must be an integer. */
export function isWhole(spec: NumberParam | NumbersParam | VectorParam): boolean {
  return spec.type === 'integer' || (spec.type === 'numbers' && spec.whole === true);
}

/** Describes what any field must be, for messages, help texts and the documentation. */
export function expectedValue(spec: ParamSpec): string {
  switch (spec.type) {
    case 'choice':
      return [
        ...spec.choices.map((choice) => `"${choice}"`),
        ...(spec.ownNames ? [`a name in ${spec.ownNames}`] : []),
      ].join(' or ');
    case 'flag':
      return 'true or false';
    case 'text':
      return spec.expected;
    case 'texts':
      return `a list, each entry ${spec.expected}`;
    case 'vector':
      return `a list of ${spec.length} numbers${spec.unit ? ` in ${spec.unit}` : ''}`;
    case 'numbers':
      return `a list, each entry ${expectedNumber(spec, 'both')}`;
    case 'list':
      return `a list, each entry ${spec.expected} in { }`;
    default:
      return expectedNumber(spec, 'both');
  }
}

/** Returns the message of a fault: what was expected, what was found, and the nearest of `choices`, if there are any. */
export function faultMessage(expected: string, value: unknown, choices: readonly string[] = []): string {
  const suggestion = typeof value === 'string' ? findNearestName(value, choices) : null;
  const hint = suggestion === null ? '' : `, did you mean "${suggestion}"?`;
  if (value === undefined) return `expected ${expected}, but it is missing`;
  return `expected ${expected}, got ${showValue(value)}${hint}`;
}

/** Returns the message for a wrong number, with what the author may have meant. */
export function numberFaultMessage(
  spec: NumberParam | NumbersParam | VectorParam,
  bound: 'min' | 'max' | 'both',
  value: unknown,
): string {
  const hint = typeof value === 'string' ? hintAtText(value, spec.unit) : hintAtAngle(spec, value);
  return faultMessage(expectedNumber(spec, bound), value) + hint;
}

/** Explains what is wrong with a text in place of a number. */
function hintAtText(text: string, unit: string): string {
  if (!Number.isNaN(parseQuantity(text, unit))) return ': write the number without quotes';
  const units = unitsFor(unit);
  if (!/^\s*[+-]?[.\d].*[^\d\s.]\s*$/.test(text) || units.length === 0) return '';
  return `: the units that fit are ${units.join(', ')}`;
}

/** Shows an angle in degrees too. Suggests degrees if the value is larger than any angle that is valid here. */
function hintAtAngle(spec: NumberParam | NumbersParam | VectorParam, value: unknown): string {
  const suffix = unitSuffix(spec.unit);
  if (!suffix.startsWith('°') || typeof value !== 'number') return '';
  const degrees = ` ${spec.unit} (${showQuantity(value, spec.unit)})`;
  if (spec.unit !== 'rad' || Math.abs(value) <= 2 * Math.PI) return degrees;
  return `${degrees}: if degrees are meant, write "${value}deg"`;
}

/** Returns the message of a fault of the key that selects the kind of a list entry. */
export function kindFaultMessage({ tag = '', kinds }: ListParam, value: unknown): string {
  const names = Object.keys(kinds);
  const message = faultMessage(names.map((name) => `"${name}"`).join(' or '), value, names);
  if (typeof value !== 'string' || findNearestName(value, names) !== null) return message;
  for (const name of names) {
    const field = findNearestName(value, Object.keys(kinds[name].fields));
    if (field) return `${message}: write { "${tag}": "${name}", "${field}": … }`;
  }
  return message;
}

/** Returns the message of a fault of a key that a table does not have. `known`: all keys that are allowed there. */
export function unknownKeyMessage(key: string, known: readonly string[], table: ParamTable = {}): string {
  const near = findNearestName(key, known);
  if (near) return `unknown key, did you mean "${near}"?`;
  for (const [name, spec] of Object.entries(table)) {
    if (spec.type !== 'list') continue;
    const kind = spec.tag === undefined ? null : findNearestName(key, Object.keys(spec.kinds));
    if (kind) return `unknown key, write it in "${name}": [{ "${spec.tag}": "${kind}" }]`;
  }
  return `unknown key, known are ${known.join(', ')}`;
}
