/** One file, or several that belong together. */
export type FuzzFiles = readonly { readonly name: string; readonly bytes: Uint8Array }[];

/** A reader that takes part in the fuzz: every damaged file is read, or refused with an InputError. */
export interface FuzzSubject {
  /** Unique. */
  readonly name: string;
  /** What it reads: says which damage is likely to matter. */
  readonly kind: 'text' | 'binary' | 'json';
  /** Small whole files of our own making, which `read` must take. */
  sources(): readonly FuzzFiles[] | Promise<readonly FuzzFiles[]>;
  /** Reads files, and checks what it has read. Throws InputError to refuse them; anything else that it throws is a fault. */
  read(files: FuzzFiles): unknown;
  /** What makes damage go deeper, such as mending checksums after it; nothing when absent. */
  mend?(bytes: Uint8Array, name: string): Uint8Array;
  /** Fraction of the usual number of inputs that it gets, where it is slow; 1 when absent. */
  readonly runFraction?: number;
  /** Least share of damaged files that must be taken; 0.01 when absent. So too few refusals, or too many, are no proof. */
  readonly leastTaken?: number;
}

/** The same for one file. */
export function singleFile(name: string, ...contents: readonly (Uint8Array | string)[]): FuzzFiles[] {
  return contents.map((content) => [
    { name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content },
  ]);
}

/** Throws where a reader took a file, and gave what it must never give. */
export function check(isTrue: boolean, words: string): void {
  if (!isTrue) throw new Error(`what was read is wrong: ${words}`);
}

/** Throws unless all are finite. */
export function checkFinite(values: ArrayLike<number>, words: string): void {
  for (let k = 0; k < values.length; k++) {
    if (!Number.isFinite(values[k]))
      throw new Error(`what was read is wrong: ${words}[${k}] is ${values[k]}`);
  }
}
