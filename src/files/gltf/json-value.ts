import { InputError } from '../../input-error.ts';

/** A value in the JSON of a file, together with the file name and the path of the value. Every error names both. */
export class JsonValue {
  constructor(
    /** Name of the file, as errors show it. */
    readonly file: string,
    /** Path of the value, such as `accessors[3].count`; empty at the root. */
    readonly path: string,
    readonly value: unknown,
  ) {}

  get absent(): boolean {
    return this.value === undefined;
  }

  /** Returns an error about this value: `runner.glb accessors[3].count: <message>`. */
  fault(message: string): InputError {
    return InputError.at(this.path ? `${this.file} ${this.path}` : this.file, message);
  }

  /** Returns an error with the message `expected <expectation>, got <value>`. */
  unexpected(expectation: string): InputError {
    return this.fault(`expected ${expectation}, got ${describeValue(this.value)}`);
  }

  /** Returns a member of an object. The result is absent if the object has no such member. */
  get(key: string): JsonValue {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) {
      throw this.unexpected('an object');
    }
    const path = this.path ? `${this.path}.${key}` : key;
    const member = Object.hasOwn(this.value, key) ? (this.value as Record<string, unknown>)[key] : undefined;
    return new JsonValue(this.file, path, member);
  }

  /** Returns the members of an extension. The result is absent if the object does not use the extension. */
  extension(name: string): JsonValue {
    const extensions = this.get('extensions');
    return extensions.absent
      ? new JsonValue(this.file, `${extensions.path}.${name}`, undefined)
      : extensions.get(name);
  }

  /** Returns the entries of a list. Empty if the value is absent. */
  items(): JsonValue[] {
    if (this.absent) return [];
    if (!Array.isArray(this.value)) throw this.unexpected('a list');
    return this.value.map((entry, index) => new JsonValue(this.file, `${this.path}[${index}]`, entry));
  }

  /** Returns an integer in [min, max]. Throws InputError for other values. */
  integer(min: number, max: number, fallback?: number): number {
    if (this.absent && fallback !== undefined) return fallback;
    const value = this.value;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
      throw this.unexpected(`a whole number from ${min} to ${max}`);
    }
    return value;
  }

  /** Returns an index into the list `listName` of the file, which has `length` entries. */
  index(length: number, listName: string): number {
    const value = this.value;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= length) {
      throw this.unexpected(
        length > 0 ? `an index into ${listName} (0 to ${length - 1})` : `no ${listName}, the file has none`,
      );
    }
    return value;
  }

  /** Returns a finite number. */
  number(): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value)) throw this.unexpected('a number');
    return this.value;
  }

  /** Returns `length` finite numbers. */
  numbers(length: number): number[] {
    const value = this.value;
    if (!Array.isArray(value) || value.length !== length || !value.every((entry) => Number.isFinite(entry))) {
      throw this.unexpected(`${length} finite numbers`);
    }
    return value;
  }

  /** Returns a text. Empty if the value is absent. */
  text(): string {
    if (this.absent) return '';
    if (typeof this.value !== 'string') throw this.unexpected('text');
    return this.value;
  }
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
