import { CrateBytes, encodeIntegers, paddingTo8, wrapLiterals } from './crate-bytes.ts';

/** Types of values in the 8-byte value representations of crate files, as numbers of the format. */
export const crateTypes = {
  bool: 1,
  int: 3,
  int64: 5,
  float: 8,
  double: 9,
  token: 11,
  quatf: 17,
  vec3f: 24,
  tokenVector: 41,
  specifier: 42,
  variability: 44,
  timeSamples: 46,
  doubleVector: 48,
} as const;

/** The types of specs that are written, as numbers of the format. */
export const specTypes = { attribute: 1, prim: 6, pseudoRoot: 7 } as const;

const arrayBit = 0x80000000;
const inlinedBit = 0x40000000;

/** The representation of a value: its lower and its upper 32 bits. */
export type ValueRep = readonly [number, number];

/** Returns the representation of a value that is stored at an offset of the file. */
export function repAt(type: number, offset: number, isArray = false): ValueRep {
  const high = (type << 16) | Math.floor(offset / 2 ** 32) | (isArray ? arrayBit : 0);
  return [(offset % 2 ** 32) >>> 0, high >>> 0];
}

/** Returns the representation of a value of at most 32 bits, which is stored inline. */
export function inlinedRep(type: number, bits: number): ValueRep {
  return [bits >>> 0, (inlinedBit | (type << 16)) >>> 0];
}

interface Spec {
  readonly path: number;
  readonly fieldSet: number;
  readonly type: number;
}

/**
 * The tables of a crate file for one prim with attributes. They list the fields of the prim and of each attribute. The values precede the
 * tables in the same file. Format: OpenUSD's crate files, version 0.8.0.
 */
export class CrateStructure {
  private readonly tokens: string[] = [];
  private readonly tokenIndices = new Map<string, number>();
  private readonly fields: { token: number; rep: ValueRep }[] = [];
  private readonly fieldSets: number[] = [];
  private readonly specs: Spec[] = [];
  /** Last elements of the paths below the root: of the prim, then of its attributes. */
  private readonly elements: number[] = [];

  constructor() {
    // The path of an attribute is stored as the negated index of its token, so token 0 must not be a name of an
    // attribute.
    this.token('-');
  }

  token(text: string): number {
    const known = this.tokenIndices.get(text);
    if (known !== undefined) return known;
    this.tokenIndices.set(text, this.tokens.length);
    return this.tokens.push(text) - 1;
  }

  tokenRep(text: string): ValueRep {
    return inlinedRep(crateTypes.token, this.token(text));
  }

  /** Adds a spec. The first spec is the layer, the second is its prim. The others are attributes in the order of their names. */
  addSpec(type: number, name: string, fields: Readonly<Record<string, ValueRep>>): void {
    this.specs.push({ path: this.specs.length, fieldSet: this.fieldSets.length, type });
    this.elements.push(this.token(name));
    for (const [field, rep] of Object.entries(fields)) {
      this.fieldSets.push(this.fields.push({ token: this.token(field), rep }) - 1);
    }
    this.fieldSets.push(-1);
  }

  /** Returns the tables and the list of tables, for a file in which the tables begin at `offset`. Also returns the offset of the list. */
  toBytes(offset: number): { bytes: Uint8Array; contents: number } {
    const out = new CrateBytes();
    const sections: [string, CrateBytes][] = [
      ['TOKENS', this.writeTokens()],
      ['STRINGS', new CrateBytes().uint64(0)],
      ['FIELDS', this.writeFields()],
      ['FIELDSETS', writeCounted(this.fieldSets)],
      ['PATHS', this.writePaths()],
      ['SPECS', this.writeSpecs()],
    ];
    const contents = new CrateBytes().uint64(sections.length);
    for (const [name, section] of sections) {
      const label = new Uint8Array(16);
      label.set(new TextEncoder().encode(name));
      contents
        .raw(label)
        .uint64(offset + out.length)
        .uint64(section.length);
      out.raw(section.toBytes());
      out.raw(new Uint8Array(paddingTo8(offset + out.length)));
    }
    const start = offset + out.length;
    return { bytes: out.raw(contents.toBytes()).toBytes(), contents: start };
  }

  private writeTokens(): CrateBytes {
    const text = new TextEncoder().encode(this.tokens.map((token) => `${token}\0`).join(''));
    const packed = wrapLiterals(text);
    return new CrateBytes().uint64(this.tokens.length).uint64(text.length).uint64(packed.length).raw(packed);
  }

  private writeFields(): CrateBytes {
    const reps = new CrateBytes();
    for (const { rep } of this.fields) reps.uint32(rep[0]).uint32(rep[1]);
    const packed = wrapLiterals(reps.toBytes());
    return writeCounted(this.fields.map(({ token }) => token))
      .uint64(packed.length)
      .raw(packed);
  }

  /**
   * Encodes each path as the index of the token of its last element (negated for a property), and a jump to the next path: −1 to its child,
   * 0 to its sibling, −2 at the end.
   */
  private writePaths(): CrateBytes {
    const count = this.specs.length;
    const indices = this.specs.map(({ path }) => path);
    const names = this.elements.map((element, k) => (k < 2 ? element : -element));
    const jumps = indices.map((k) => (k === count - 1 ? -2 : k < 2 ? -1 : 0));
    const out = new CrateBytes().uint64(count).uint64(count);
    for (const list of [indices, names, jumps]) writePacked(out, list);
    return out;
  }

  private writeSpecs(): CrateBytes {
    const out = new CrateBytes().uint64(this.specs.length);
    for (const key of ['path', 'fieldSet', 'type'] as const) {
      writePacked(
        out,
        this.specs.map((spec) => spec[key]),
      );
    }
    return out;
  }
}

function writePacked(out: CrateBytes, values: readonly number[]): void {
  const packed = encodeIntegers(values);
  out.uint64(packed.length).raw(packed);
}

function writeCounted(values: readonly number[]): CrateBytes {
  const out = new CrateBytes().uint64(values.length);
  writePacked(out, values);
  return out;
}

/** Returns the first 88 bytes of a file whose list of tables begins at `contents`. */
export function writeBootstrap(contents: number): Uint8Array {
  return new CrateBytes()
    .raw(new TextEncoder().encode('PXR-USDC'))
    .raw(Uint8Array.of(0, 8, 0, 0, 0, 0, 0, 0))
    .uint64(contents)
    .raw(new Uint8Array(64))
    .toBytes();
}

export const bootstrapLength = 88;
