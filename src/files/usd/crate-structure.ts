import { CrateBytes, encodeIntegers, paddingTo8, wrapLiterals } from './crate-bytes.ts';

/** Types of values in the 8-byte value representations of crate files, as numbers of the format. */
export const crateTypes = {
  bool: 1,
  int: 3,
  int64: 5,
  half: 7,
  float: 8,
  double: 9,
  string: 10,
  token: 11,
  asset: 12,
  matrix4d: 15,
  quatf: 17,
  vec2f: 20,
  vec3d: 23,
  vec3f: 24,
  vec4f: 28,
  vec3h: 25,
  tokenListOp: 32,
  pathListOp: 34,
  tokenVector: 41,
  specifier: 42,
  variability: 44,
  timeSamples: 46,
  doubleVector: 48,
} as const;

/** The types of specs that are written, as numbers of the format. */
export const specTypes = { attribute: 1, prim: 6, pseudoRoot: 7, relationship: 8 } as const;

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

/** A node of the tree of paths: the layer, a prim or a property. */
export interface CrateSpec {
  readonly type: number;
  /** Last element of the path. Empty for the layer. */
  readonly name: string;
  readonly isProperty: boolean;
  readonly children: readonly CrateSpec[];
}

/**
 * The tables of a crate file. They list the fields of every spec. The values precede the tables in the same file. Format: OpenUSD's crate
 * files, version 0.8.0. A path is known by its position in the tree, depth first; `addFields` is called in this order.
 */
export class CrateStructure {
  private readonly tokens: string[] = [];
  private readonly tokenIndices = new Map<string, number>();
  private readonly strings: number[] = [];
  private readonly fields: { token: number; rep: ValueRep }[] = [];
  private readonly fieldIndices = new Map<string, number>();
  private readonly fieldSets: number[] = [];
  private readonly firstFields: number[] = [];

  constructor(private readonly root: CrateSpec) {
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

  /** Returns the index of a string, which refers to a token. */
  string(text: string): number {
    return this.strings.push(this.token(text)) - 1;
  }

  /** Adds the fields of the next spec, in the order of the tree. */
  addFields(fields: Readonly<Record<string, ValueRep>>): void {
    this.firstFields.push(this.fieldSets.length);
    for (const [field, rep] of Object.entries(fields)) {
      const token = this.token(field);
      const key = `${token} ${rep[0]} ${rep[1]}`;
      let index = this.fieldIndices.get(key);
      if (index === undefined) {
        index = this.fields.push({ token, rep }) - 1;
        this.fieldIndices.set(key, index);
      }
      this.fieldSets.push(index);
    }
    this.fieldSets.push(-1);
  }

  /** Returns the tables and the list of tables, for a file in which the tables begin at `offset`. Also returns the offset of the list. */
  toBytes(offset: number): { bytes: Uint8Array; contents: number } {
    const out = new CrateBytes();
    // The paths may add tokens, so they are encoded before the tokens.
    const paths = this.writePaths();
    const sections: [string, CrateBytes][] = [
      ['TOKENS', this.writeTokens()],
      ['STRINGS', this.writeStrings()],
      ['FIELDS', this.writeFields()],
      ['FIELDSETS', writeCounted(this.fieldSets)],
      ['PATHS', paths],
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

  private writeStrings(): CrateBytes {
    const out = new CrateBytes().uint64(this.strings.length);
    for (const token of this.strings) out.uint32(token);
    return out;
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
   * Encodes each path as the index of the token of its last element (negated for a property), and a jump to the next path: −1 if the next
   * entry is its only child, 0 if it is a sibling, −2 at the end of a branch, and otherwise the distance to the sibling after the children.
   */
  private writePaths(): CrateBytes {
    const names: number[] = [];
    const jumps: number[] = [];
    const add = ({ name, isProperty, children }: CrateSpec, hasSibling: boolean) => {
      const at = jumps.push(0) - 1;
      names.push((isProperty ? -1 : 1) * this.token(name));
      children.forEach((child, k) => {
        add(child, k + 1 < children.length);
      });
      if (children.length > 0) jumps[at] = hasSibling ? jumps.length - at : -1;
      else jumps[at] = hasSibling ? 0 : -2;
    };
    add(this.root, false);
    const count = jumps.length;
    const out = new CrateBytes().uint64(count).uint64(count);
    for (const list of [jumps.map((_, k) => k), names, jumps]) writePacked(out, list);
    return out;
  }

  private writeSpecs(): CrateBytes {
    const types: number[] = [];
    const visit = ({ type, children }: CrateSpec) => {
      types.push(type);
      for (const child of children) visit(child);
    };
    visit(this.root);
    const out = new CrateBytes().uint64(types.length);
    for (const list of [types.map((_, k) => k), this.firstFields, types]) writePacked(out, list);
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
