import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { InputError } from '../input-error.ts';
import { readIfThere } from '../node/disk-files.ts';
import type { FieldSpec, FieldTable } from '../scene/fields.ts';
import { decodeText, parseJson } from '../scene/parse-json.ts';
import { expectedValue, gotNumberWords } from '../systems/param-words.ts';
import { parseQuantity } from '../systems/quantity.ts';

/** `softDepth` as a flag: `--soft-depth`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Adds one flag for every entry of a table, so that the command line takes what a scene takes. */
export function addTableOptions(command: Command, table: FieldTable, heading: string): void {
  for (const [name, spec] of Object.entries(table)) {
    const option = tableOption(name, spec).helpGroup(heading);
    command.addOption(option);
    // `--no-…` that is not given says nothing; commander would say true, which would stand above the scene.
    if (option.negate) command.setOptionValue(option.attributeName(), undefined);
  }
}

/** The values of a table's flags that were given. */
export function readTableOptions(
  table: FieldTable,
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = Object.keys(table).filter((name) => options[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

function tableOption(name: string, spec: FieldSpec): Option {
  const unit = 'unit' in spec && spec.unit ? ` [${spec.unit}]` : '';
  const shown = 'default' in spec && spec.default !== undefined ? ` (default: ${spec.default})` : '';
  const words = `${spec.words}${unit}${shown}`;
  switch (spec.type) {
    case 'flag':
      return new Option(spec.default ? flagOf(name).replace('--', '--no-') : flagOf(name), words);
    case 'choice':
      return new Option(`${flagOf(name)} <name>`, `${words} One of ${spec.choices.join(', ')}.`);
    case 'text':
      return new Option(`${flagOf(name)} <text>`, words);
    case 'texts':
      return new Option(`${flagOf(name)} <names>`, `${words} With commas between.`).argParser((text) =>
        text.split(',').map((part) => part.trim()),
      );
    case 'numbers':
      return new Option(`${flagOf(name)} <numbers>`, words).argParser((text) => {
        const values = text.split(/[\s,]+/).map((part) => parseQuantity(part, spec.unit));
        return requireAll(values, text, expectedValue(spec));
      });
    case 'list':
      return new Option(`${flagOf(name)} <json>`, `${words} JSON as in a scene file, or @FILE.`).argParser(
        (text) => parseList(text, flagOf(name)),
      );
    case 'vector':
      return new Option(`${flagOf(name)} <numbers>`, words).argParser((text) => {
        const values = text.split(/[\s,]+/).map((part) => parseQuantity(part, spec.unit));
        return requireAll(values, text, expectedValue(spec));
      });
    default:
      return new Option(`${flagOf(name)} <number>`, words).argParser((text) => {
        const value = parseQuantity(text, spec.unit);
        if (Number.isFinite(value)) return value;
        throw new InvalidArgumentError(`${gotNumberWords(spec, 'both', text)}.`);
      });
  }
}

/** JSON in a flag, or in the file that it names after an @. */
function parseList(text: string, flag: string): unknown {
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

function requireAll(values: readonly number[], text: string, expected: string): readonly number[] {
  if (values.every((value) => Number.isFinite(value))) return values;
  throw new InvalidArgumentError(`expected ${expected}, got "${text}".`);
}
