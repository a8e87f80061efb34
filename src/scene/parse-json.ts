import { describeFileKind, somethingElse } from '../files/file-kind.ts';
import { InputError } from '../input-error.ts';

/** Decodes the text of a JSON file. Throws InputError for another encoding than UTF-8, and for a binary file. */
export function decodeText(bytes: Uint8Array, path: string): string {
  const kind = describeFileKind(bytes);
  if (kind === somethingElse) return new TextDecoder().decode(bytes);
  throw InputError.at(path, `expected JSON, got ${kind}`);
}

/**
 * Parses JSON and reports the position of a fault: `scene.json:4:7: expected a comma or "}" after this value, got "fps"`. Unlike
 * `JSON.parse`, it refuses duplicate keys in an object, since the value of the first key would silently be lost.
 *
 * path: name of the file in messages. Throws InputError at the first fault, with line and column counted from 1.
 */
export function parseJson(text: string, path: string): unknown {
  const reader = new JsonReader(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, path);
  const value = reader.readValue('a JSON object in { }');
  reader.expectEnd();
  return value;
}

/** Maximum nesting depth of objects and lists. It prevents the recursion from exhausting the stack; a scene has a depth below 10. */
const deepest = 500;

class JsonReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly path: string,
  ) {}

  readValue(expected: string): unknown {
    this.skipSpace();
    const character = this.text[this.at];
    if (character === '{' || character === '[') {
      if (this.depth++ === deepest)
        this.fail(`expected at most ${deepest} objects and lists within each other, got more`);
      const value = character === '{' ? this.readObject() : this.readList();
      this.depth--;
      return value;
    }
    if (character === '"') return this.readText();
    const word = this.wordHere();
    if (word === 'true' || word === 'false' || word === 'null') {
      this.at += word.length;
      return word === 'null' ? null : word === 'true';
    }
    if (/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(word)) {
      this.at += word.length;
      return Number(word);
    }
    if (/^[+-]?[.\d]/.test(word)) {
      this.fail(`expected a number such as 0.5 or -2e3, got ${word}`);
    }
    if (word === 'NaN' || /^[+-]?Infinity$/.test(word)) this.fail(`JSON has no ${word}: write a number`);
    this.fail(`expected ${expected}, got ${this.found()}`);
  }

  expectEnd(): void {
    this.skipSpace();
    if (this.at < this.text.length) this.fail(`expected nothing after the last "}", got ${this.found()}`);
  }

  private readObject(): Record<string, unknown> {
    const opened = this.at++;
    const entries = new Map<string, unknown>();
    this.skipSpace();
    if (this.take('}')) return {};
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] !== '"') {
        if (this.text[this.at] === '}')
          this.fail('a comma before "}" is one too many: JSON allows none after the last entry');
        if (this.at >= this.text.length) this.fail('the file ends before this "{" is closed', opened);
        this.fail(`expected a key in double quotes, got ${this.found()}`);
      }
      const keyAt = this.at;
      const key = this.readText();
      if (entries.has(key)) this.fail(`the key "${key}" occurs twice in this object: keep one`, keyAt);
      this.skipSpace();
      if (!this.take(':')) this.fail(`expected a colon after the key "${key}", got ${this.found()}`);
      entries.set(key, this.readValue(`a value for "${key}"`));
      this.skipSpace();
      if (this.take('}')) return Object.fromEntries(entries);
      if (this.at >= this.text.length) this.fail('the file ends before this "{" is closed', opened);
      if (!this.take(','))
        this.fail(`expected a comma or "}" after the value of "${key}", got ${this.found()}`);
    }
  }

  private readList(): unknown[] {
    const opened = this.at++;
    const items: unknown[] = [];
    this.skipSpace();
    if (this.take(']')) return items;
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] === ']') {
        this.fail('a comma before "]" is one too many: JSON allows none after the last item');
      }
      if (this.at >= this.text.length) this.fail('the file ends before this "[" is closed', opened);
      items.push(this.readValue('a value'));
      this.skipSpace();
      if (this.take(']')) return items;
      if (this.at >= this.text.length) this.fail('the file ends before this "[" is closed', opened);
      if (!this.take(',')) this.fail(`expected a comma or "]" after this item, got ${this.found()}`);
    }
  }

  private readText(): string {
    const opened = this.at++;
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined || character === '\n') this.fail('this text has no closing quote', opened);
      this.at += character === '\\' ? 2 : 1;
      if (character === '"') break;
    }
    try {
      return JSON.parse(this.text.slice(opened, this.at)) as string;
    } catch {
      this.fail(
        'this text holds a character or an escape that JSON does not know (write \\\\ for a backslash)',
        opened,
      );
    }
  }

  private skipSpace(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) this.at++;
    if (this.text.startsWith('//', this.at) || this.text.startsWith('/*', this.at)) {
      this.fail('JSON has no comments: put the words under a key "$comment"');
    }
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private wordHere(): string {
    return /^[^\s,:{}[\]"']*/.exec(this.text.slice(this.at, this.at + 64))![0];
  }

  private found(): string {
    if (this.at >= this.text.length) return 'the end of the file';
    if (this.text[this.at] === "'") return 'a single quote (JSON texts stand in double quotes: "…")';
    if (this.text[this.at] === '"') return /^"[^"\n]{0,40}"?/.exec(this.text.slice(this.at))![0];
    return this.wordHere() || `"${this.text[this.at]}"`;
  }

  private fail(message: string, at = this.at): never {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    throw InputError.at(`${this.path}:${line}:${column}`, message);
  }
}
