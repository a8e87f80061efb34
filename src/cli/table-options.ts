import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { InputError } from '../input-error.ts';
import { readIfThere } from '../node/disk-files.ts';
import { type FieldSpec, flagOf } from '../scene/fields.ts';
import { decodeText, parseJson } from '../scene/parse-json.ts';
import { expectedValue, numberFaultMessage } from '../systems/param-messages.ts';
import { parseQuantity } from '../systems/quantity.ts';

/** Returns the flag for one value of a table. */
export function tableOption({ flag, spec }: { readonly flag: string; readonly spec: FieldSpec }): Option {
  const option = new Option(flagUsage(flag, spec), spec.description);
  switch (spec.type) {
    case 'flag':
    case 'choice':
    case 'text':
      return option;
    case 'texts':
      return option.argParser((text) =>
        spec.orAll && text === 'all' ? [] : text.split(',').map((part) => part.trim()),
      );
    case 'list':
      return option.argParser((text) => parseJsonFlag(text, flagOf(flag)));
    case 'numbers':
    case 'vector':
      return option.argParser((text) => {
        if (isKeys(spec, text)) return parseJsonFlag(text, flagOf(flag));
        const values = text.split(/[\s,]+/).map((part) => parseQuantity(part, spec.unit));
        if (values.every((value) => Number.isFinite(value))) return values;
        throw new InvalidArgumentError(`expected ${expectedValue(spec)}, got "${text}".`);
      });
    default:
      return option.argParser((text) => {
        if (isKeys(spec, text)) return parseJsonFlag(text, flagOf(flag));
        const value = parseQuantity(text, spec.unit);
        if (Number.isFinite(value)) return value;
        throw new InvalidArgumentError(`${numberFaultMessage(spec, 'both', text)}.`);
      });
  }
}

const placeholders: Readonly<Record<string, string>> = {
  text: 'text',
  texts: 'names',
  choice: 'name',
  list: 'json',
  vector: 'numbers',
  numbers: 'numbers',
};

/** Returns how a flag is written: `--fur-length <length>`; `--no-fins` for a flag that is on by default. */
export function flagUsage(flag: string, spec: FieldSpec): string {
  if (spec.type === 'flag') return spec.default ? flagOf(flag).replace('--', '--no-') : flagOf(flag);
  const noun = 'unit' in spec ? (placeholders[spec.type] ?? nounOfUnit(spec.unit)) : placeholders[spec.type];
  return `${flagOf(flag)} <${noun}>`;
}

function nounOfUnit(unit: string): string {
  return { m: 'length', s: 'time', rad: 'angle' }[unit] ?? 'number';
}

/** Returns whether a flag has keys over time as JSON or a file of them, in place of a value. */
function isKeys(spec: FieldSpec, text: string): boolean {
  return 'keyable' in spec && spec.keyable === true && /^\s*[{@]/.test(text);
}

/** Reads JSON from a flag. If the text begins with @, reads it from the file with this name. */
function parseJsonFlag(text: string, flag: string): unknown {
  try {
    if (!text.startsWith('@')) return parseJson(text, flag);
    const file = text.slice(1);
    const bytes = readIfThere(resolve(file));
    if (!bytes) throw InputError.at(file, 'no such file');
    return parseJson(decodeText(bytes, file), file);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InvalidArgumentError(`${error.message}.`);
  }
}
