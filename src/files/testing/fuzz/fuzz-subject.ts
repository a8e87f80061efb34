/** One file, or several files that belong together. */
export type FuzzFiles = readonly { readonly name: string; readonly bytes: Uint8Array }[];

/** A reader that is fuzzed. It must read every damaged file or refuse it with an InputError. */
export interface FuzzSubject {
  /** Unique. */
  readonly name: string;
  /** Kind of the files. It determines the kinds of damage. */
  readonly kind: 'text' | 'binary' | 'json';
  /** Returns small undamaged files, which `read` must accept. */
  sources(): readonly FuzzFiles[] | Promise<readonly FuzzFiles[]>;
  /** Reads files and checks the result. Throws InputError to refuse the files; any other error is a fault of the reader. */
  read(files: FuzzFiles): unknown;
  /** Repairs a damaged file (for example its checksums) so that the damage reaches deeper code. Absent: no repair. */
  mend?(bytes: Uint8Array, name: string): Uint8Array;
  /** Fraction of the usual number of inputs, for a slow reader. Absent: 1. */
  readonly runFraction?: number;
  /**
   * Minimum fraction of the damaged files that must be accepted. Absent: 0.01. If nearly all files were refused, the test would not reach
   * the code behind the first checks.
   */
  readonly minAcceptedFraction?: number;
}

/** Returns sources that consist of one file each, all with the same name. */
export function singleFile(name: string, ...contents: readonly (Uint8Array | string)[]): FuzzFiles[] {
  return contents.map((content) => [
    { name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content },
  ]);
}

/** Throws if a condition on the result of a reader is false. */
export function check(isTrue: boolean, message: string): void {
  if (!isTrue) throw new Error(`what was read is wrong: ${message}`);
}

/** Throws unless all values are finite. */
export function checkFinite(values: ArrayLike<number>, message: string): void {
  for (let k = 0; k < values.length; k++) {
    if (!Number.isFinite(values[k]))
      throw new Error(`what was read is wrong: ${message}[${k}] is ${values[k]}`);
  }
}
