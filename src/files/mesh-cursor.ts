import { InputError } from '../input-error.ts';

const space = 0x20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const hash = 0x23;

/** Binary form of a number: an integer of 1, 2 or 4 bytes, or a float of 4 or 8 bytes. */
export interface ScalarType {
  readonly bytes: 1 | 2 | 4 | 8;
  readonly kind: 'signed' | 'unsigned' | 'float';
}

/**
 * Reads a mesh file from front to back: lines, words and numbers of text, and binary numbers. A reader for a format with both forms calls
 * `integer`, `size` and `real`, and `isBinary` selects the form.
 *
 * Memory is not allocated for data that the file declares but does not contain. Throws InputError with the line, or with the byte in binary
 * files.
 */
export class MeshCursor {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Offset of the next byte. */
  at = 0;
  isBinary = false;
  isLittleEndian = true;
  /** Number of bytes of a binary `integer`, `size` and `real`. */
  integerBytes: 4 | 8 = 4;
  sizeBytes: 4 | 8 = 8;
  realBytes: 4 | 8 = 8;
  /** Whether the character # at the start of a word begins a comment, which lasts until the end of the line. */
  hasComments = false;
  private readonly view: DataView;
  private readonly decoder = new TextDecoder();

  constructor(bytes: Uint8Array, name: string) {
    this.bytes = bytes;
    this.name = name;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Skip a byte-order mark.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Returns the next line without its line end. Null after the last line. Lines end in LF, CR LF or CR. */
  line(): string | null {
    if (this.isAtEnd) return null;
    const { bytes } = this;
    const start = this.at;
    let end = start;
    while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++;
    this.at = end + 1;
    if (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed) this.at++;
    return this.decoder.decode(bytes.subarray(start, end));
  }

  /** Skips the rest of the line. */
  skipLine(): void {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] !== lineFeed && bytes[this.at] !== carriageReturn)
      this.at++;
  }

  /** Returns the next word. '' after the last word. */
  word(): string {
    const { bytes } = this;
    for (;;) {
      while (this.at < bytes.length && bytes[this.at] <= space) this.at++;
      if (!this.hasComments || bytes[this.at] !== hash) break;
      this.skipLine();
    }
    const start = this.at;
    let end = start;
    while (end < bytes.length && bytes[end] > space) end++;
    this.at = end;
    return this.decoder.decode(bytes.subarray(start, end));
  }

  /** Returns the next word, without moving past it. */
  peekWord(): string {
    const { at } = this;
    const word = this.word();
    this.at = at;
    return word;
  }

  /** Reads an integer: a word, or in binary files `integerBytes` bytes, signed. `what` names the expected value in error messages. */
  integer(what: string): number {
    if (!this.isBinary) return this.wholeWord(what);
    const at = this.take(this.integerBytes, what);
    return this.integerBytes === 4 ? this.view.getInt32(at, this.isLittleEndian) : this.readLong(at, what);
  }

  /** Reads an integer ≥ 0: a word, or in binary files `sizeBytes` bytes, unsigned. */
  size(what: string): number {
    const at = this.at;
    const value = this.isBinary ? this.readSize(what) : this.wholeWord(what);
    if (value >= 0) return value;
    this.at = at;
    throw this.fault(`expected ${what}, a whole number ≥ 0, got ${value}`);
  }

  /** Reads a finite number: a word, or in binary files a float of `realBytes` bytes. */
  real(what: string): number {
    if (this.isBinary) return this.scalar({ bytes: this.realBytes, kind: 'float' }, what);
    const start = this.at;
    const word = this.word();
    const value = parseReal(word);
    if (Number.isNaN(value)) throw this.wrongWord(word, what, 'a number');
    if (Number.isFinite(value)) return value;
    this.at = start;
    throw this.fault(`expected ${what}, a finite number, got ${value}`);
  }

  /** Reads a number of a given type: a word, or in binary files its bytes. */
  scalar({ bytes, kind }: ScalarType, what: string): number {
    if (!this.isBinary) return kind === 'float' ? this.real(what) : this.wholeWord(what);
    const at = this.take(bytes, what);
    const { view, isLittleEndian } = this;
    if (kind === 'float') {
      const value = bytes === 8 ? view.getFloat64(at, isLittleEndian) : view.getFloat32(at, isLittleEndian);
      if (Number.isFinite(value)) return value;
      this.at = at;
      throw this.fault(`expected ${what}, a finite number, got ${value}`);
    }
    const isSigned = kind === 'signed';
    if (bytes === 1) return isSigned ? view.getInt8(at) : view.getUint8(at);
    if (bytes === 2) return isSigned ? view.getInt16(at, isLittleEndian) : view.getUint16(at, isLittleEndian);
    return isSigned ? view.getInt32(at, isLittleEndian) : view.getUint32(at, isLittleEndian);
  }

  /** Skips this number of words of text. */
  skipWords(count: number, what: string): void {
    for (let k = 0; k < count; k++) {
      if (this.word() === '') throw this.fault(`expected ${what}, the file ends before it`);
    }
  }

  /** Skips this number of `real` numbers, which may have any value. */
  skipReals(count: number, what: string): void {
    if (this.isBinary) this.skipBytes(count * this.realBytes, what);
    else this.skipWords(count, what);
  }

  /** Skips this number of binary bytes. */
  skipBytes(count: number, what: string): void {
    this.take(count, what);
  }

  /** Returns an error at the current position in the file. */
  fault(message: string): InputError {
    return InputError.at(this.location(), message);
  }

  /** Returns the current position, for messages. */
  location(): string {
    if (this.isBinary) return `${this.name} byte ${this.at}`;
    let line = 1;
    // If the position is just after the end of a line, it still belongs to that line.
    const end = Math.min(this.at, this.bytes.length) - 1;
    for (let k = 0; k < end; k++) {
      const isEnd = this.bytes[k] === lineFeed;
      if (isEnd || (this.bytes[k] === carriageReturn && this.bytes[k + 1] !== lineFeed)) line++;
    }
    return `${this.name} line ${line}`;
  }

  private wholeWord(what: string): number {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] <= space) this.at++;
    // Most numbers are short and have no exponent. They are parsed without creating a string.
    let value = 0;
    let end = this.at;
    for (; end < bytes.length && end - this.at < 15; end++) {
      const digit = bytes[end] - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      value = 10 * value + digit;
    }
    if (end > this.at && (end === bytes.length || bytes[end] <= space)) {
      this.at = end;
      return value;
    }
    const word = this.word();
    value = Number(word);
    if (!/^[+-]?\d+$/.test(word) || !Number.isSafeInteger(value))
      throw this.wrongWord(word, what, 'a whole number');
    return value;
  }

  private wrongWord(word: string, what: string, kind: string): InputError {
    if (word === '') return this.fault(`expected ${what}, the file ends before it`);
    return this.fault(`expected ${what}, ${kind}, got ${quote(word)}`);
  }

  private readSize(what: string): number {
    const at = this.take(this.sizeBytes, what);
    return this.sizeBytes === 4 ? this.view.getUint32(at, this.isLittleEndian) : this.readLong(at, what);
  }

  private readLong(at: number, what: string): number {
    const value = Number(this.view.getBigInt64(at, this.isLittleEndian));
    if (Number.isSafeInteger(value)) return value;
    this.at = at;
    throw this.fault(`expected ${what}, a whole number, got ${value}`);
  }

  private take(count: number, what: string): number {
    const { at } = this;
    if (count > this.bytes.length - at) throw this.fault(`expected ${what}, the file ends before it`);
    this.at += count;
    return at;
  }
}

/** Parses a decimal number. An exponent begins with e or, as in Fortran, with d. Returns NaN for any other text. */
export function parseReal(word: string): number {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$/.test(word)) return Number.NaN;
  return Number(word.replace(/d/i, 'e'));
}

/** Returns the text that was found, in quotes. It is shortened if it is long, and described if it is not text. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
