import { CrateBytes, paddingTo8 } from './crate-bytes.ts';
import {
  bootstrapLength,
  type CrateSpec,
  CrateStructure,
  crateTypes,
  inlinedRep,
  repAt,
  specTypes,
  type ValueRep,
  writeBootstrap,
} from './crate-structure.ts';
import {
  isRelationship,
  type UsdAttribute,
  UsdBlock,
  type UsdLayer,
  type UsdNumbers,
  type UsdPrim,
  type UsdProperty,
  type UsdValue,
} from './usd-layer.ts';
import { findUsdType, usdTypeBytes } from './usd-types.ts';

/** A spec with what it came from. */
interface Spec extends CrateSpec {
  readonly prim?: UsdPrim;
  readonly property?: UsdProperty;
  readonly children: readonly Spec[];
}

/** The array of a block in the file. */
interface Stored {
  readonly offset: number;
  readonly block: UsdBlock | UsdNumbers;
  readonly elementBytes: number;
}

/**
 * Generates a layer as a binary USD file (.usdc) in chunks. Blocks are loaded while the file is written, one after the other.
 *
 * Throws a `RangeError` if the target of a relationship or connection is not in the layer, or a block has another size than it states.
 */
export async function* writeCrate(layer: UsdLayer): AsyncGenerator<Uint8Array, void> {
  const arrays = layArrays(layer);
  const { bytes, contents } = writeTail(layer, arrays);
  yield writeBootstrap(contents);
  for (const { block, elementBytes } of arrays.list) {
    const numbers = block instanceof UsdBlock ? await block.load() : block;
    if (numbers.byteLength !== block.byteLength)
      throw new RangeError(`a block of ${block.byteLength} bytes was loaded with ${numbers.byteLength}`);
    yield packArray(numbers, elementBytes);
  }
  yield bytes;
}

interface Arrays {
  readonly list: readonly Stored[];
  /** Offset of the arrays in the file; 0 for an empty array, as in the format. */
  readonly offsets: ReadonlyMap<object, number>;
  /** The offset after the last array. */
  readonly end: number;
}

/** Returns where each array of numbers is stored: the same object once, in ascending order of the blocks. */
function layArrays({ prims }: UsdLayer): Arrays {
  const found = new Map<UsdBlock | UsdNumbers, number>();
  const visit = ({ properties = [], children = [] }: UsdPrim) => {
    for (const property of properties) {
      if (isRelationship(property)) continue;
      const type = findUsdType(property.typeName);
      if (!type.isArray || type.component === 'text') continue;
      for (const value of [property.value, ...(property.samples?.values ?? [])])
        if (value instanceof UsdBlock || ArrayBuffer.isView(value))
          found.set(value as UsdBlock | UsdNumbers, usdTypeBytes(type));
    }
    for (const child of children) visit(child);
  };
  for (const prim of prims) visit(prim);
  const orderOf = (block: UsdBlock | UsdNumbers) => (block instanceof UsdBlock ? block.order : 0);
  const sorted = [...found].sort(([a], [b]) => orderOf(a) - orderOf(b));
  const list: Stored[] = [];
  const offsets = new Map<object, number>();
  let end = bootstrapLength;
  for (const [block, elementBytes] of sorted) {
    const { byteLength } = block;
    offsets.set(block, byteLength > 0 ? end : 0);
    if (byteLength === 0) continue;
    list.push({ offset: end, block, elementBytes });
    end += 8 + byteLength + paddingTo8(byteLength);
  }
  return { list, offsets, end };
}

/** Packs an array: the number of values, the values, and zeros up to a multiple of eight bytes. */
function packArray(numbers: UsdNumbers, elementBytes: number): Uint8Array {
  const out = new Uint8Array(8 + numbers.byteLength + paddingTo8(numbers.byteLength));
  new DataView(out.buffer).setUint32(0, numbers.byteLength / elementBytes, true);
  out.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), 8);
  return out;
}

/** Writes everything after the arrays: other values, samples, the tables, and their offsets. */
function writeTail(layer: UsdLayer, { offsets, end }: Arrays): { bytes: Uint8Array; contents: number } {
  const root = buildTree(layer);
  const structure = new CrateStructure(root);
  const values = new TailValues(structure, end, offsets, indexPaths(root));
  const visit = (spec: Spec) => {
    structure.addFields(
      spec.property
        ? describeProperty(spec.property, structure, values)
        : spec.prim
          ? describePrim(spec, structure, values)
          : describeLayer(layer, structure, values),
    );
    for (const child of spec.children) visit(child);
  };
  visit(root);
  values.bytes.align();
  const { bytes, contents } = structure.toBytes(end + values.bytes.length);
  return { bytes: values.bytes.raw(bytes).toBytes(), contents };
}

function buildTree({ prims }: UsdLayer): Spec {
  return { type: specTypes.pseudoRoot, name: '', isProperty: false, children: prims.map(buildPrim) };
}

function buildPrim(prim: UsdPrim): Spec {
  const properties = [...(prim.properties ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (prim.references) throw new RangeError(`binary layers are written without references: ${prim.name}`);
  const own = properties.map(
    (property): Spec => ({
      type: isRelationship(property) ? specTypes.relationship : specTypes.attribute,
      name: property.name,
      isProperty: true,
      property,
      children: [],
    }),
  );
  const below = (prim.children ?? []).map(buildPrim);
  return { type: specTypes.prim, name: prim.name, isProperty: false, prim, children: [...own, ...below] };
}

/** Returns the index of every path, in the order of the tree. Throws a `RangeError` if a path occurs twice. */
function indexPaths(root: Spec): ReadonlyMap<string, number> {
  const indices = new Map<string, number>();
  const visit = ({ children }: Spec, path: string) => {
    if (indices.has(path)) throw new RangeError(`the path ${path} occurs twice`);
    indices.set(path, indices.size);
    for (const child of children)
      visit(child, child.isProperty ? `${path}.${child.name}` : `${path === '/' ? '' : path}/${child.name}`);
  };
  visit(root, '/');
  return indices;
}

type Fields = Readonly<Record<string, ValueRep>>;

function describeLayer({ metadata, prims }: UsdLayer, structure: CrateStructure, values: TailValues): Fields {
  const { defaultPrim, upAxis, metersPerUnit, documentation } = metadata;
  const { startTimeCode, endTimeCode, timeCodesPerSecond } = metadata;
  return {
    defaultPrim: structure.tokenRep(defaultPrim),
    ...(documentation && { documentation: values.text(documentation) }),
    startTimeCode: values.double(startTimeCode),
    endTimeCode: values.double(endTimeCode),
    timeCodesPerSecond: values.double(timeCodesPerSecond),
    framesPerSecond: values.double(timeCodesPerSecond),
    metersPerUnit: values.double(metersPerUnit),
    upAxis: structure.tokenRep(upAxis),
    primChildren: values.tokens(prims.map(({ name }) => name)),
  };
}

function describePrim({ prim, children }: Spec, structure: CrateStructure, values: TailValues): Fields {
  const { specifier = 'def', typeName, kind, apiSchemas, documentation } = prim!;
  const namesOf = (isProperty: boolean) =>
    children.filter((child) => child.isProperty === isProperty).map(({ name }) => name);
  const [properties, prims] = [namesOf(true), namesOf(false)];
  return {
    specifier: inlinedRep(crateTypes.specifier, specifier === 'def' ? 0 : 1),
    ...(typeName && { typeName: structure.tokenRep(typeName) }),
    ...(documentation && { documentation: values.text(documentation) }),
    ...(kind && { kind: structure.tokenRep(kind) }),
    ...(apiSchemas && { apiSchemas: values.tokenList(apiSchemas) }),
    ...(properties.length > 0 && { properties: values.tokens(properties) }),
    ...(prims.length > 0 && { primChildren: values.tokens(prims) }),
  };
}

function describeProperty(property: UsdProperty, structure: CrateStructure, values: TailValues): Fields {
  const custom = { custom: inlinedRep(crateTypes.bool, 0) };
  const variability = (isUniform: boolean) => ({
    variability: inlinedRep(crateTypes.variability, isUniform ? 1 : 0),
  });
  if (isRelationship(property))
    return { ...custom, ...variability(true), targetPaths: values.paths(property.targets) };
  const { typeName, isUniform = false, interpolation, elementSize, value, samples, connection } = property;
  return {
    ...custom,
    typeName: structure.tokenRep(typeName),
    ...variability(isUniform),
    ...(interpolation && { interpolation: structure.tokenRep(interpolation) }),
    ...(elementSize !== undefined && { elementSize: inlinedRep(crateTypes.int, elementSize) }),
    ...(value !== undefined && { default: values.value(typeName, value) }),
    ...(samples && { timeSamples: values.samples(typeName, samples) }),
    ...(connection && { connectionPaths: values.paths([connection]) }),
  };
}

/** The values after the arrays, which are few and small. */
class TailValues {
  readonly bytes = new CrateBytes();
  /** Lists of times that are already stored. Most attributes of a file have the same. */
  private readonly times = new Map<string, ValueRep>();

  constructor(
    private readonly structure: CrateStructure,
    private readonly start: number,
    private readonly offsets: ReadonlyMap<object, number>,
    private readonly pathIndices: ReadonlyMap<string, number>,
  ) {}

  double(value: number): ValueRep {
    // The value is stored inline if it is a 32-bit float.
    if (Math.fround(value) === value) return inlinedRep(crateTypes.double, floatBits(value));
    const rep = this.here(crateTypes.double);
    this.bytes.float64(value);
    return rep;
  }

  text(text: string): ValueRep {
    return inlinedRep(crateTypes.string, this.structure.string(text));
  }

  tokens(texts: readonly string[]): ValueRep {
    const rep = this.here(crateTypes.tokenVector);
    this.writeTokens(texts);
    return rep;
  }

  /** A list operation that prepends tokens. */
  tokenList(texts: readonly string[]): ValueRep {
    const rep = this.here(crateTypes.tokenListOp);
    this.bytes.raw(Uint8Array.of(1 << 5));
    this.writeTokens(texts);
    return rep;
  }

  /** A list operation that consists of exactly these paths. */
  paths(paths: readonly string[]): ValueRep {
    const rep = this.here(crateTypes.pathListOp);
    this.bytes.raw(Uint8Array.of(3)).uint64(paths.length);
    for (const path of paths) {
      const index = this.pathIndices.get(path);
      if (index === undefined) throw new RangeError(`nothing in the layer has the path ${path}`);
      this.bytes.uint32(index);
    }
    this.bytes.align();
    return rep;
  }

  value(typeName: string, value: UsdValue): ValueRep {
    const type = findUsdType(typeName);
    const { code, component, isArray, width } = type;
    if (isArray && component !== 'text') {
      const offset = this.offsets.get(value as object);
      if (offset === undefined) throw new RangeError(`expected numbers as the value of a ${typeName}`);
      return repAt(code, offset, true);
    }
    if (isArray) {
      const texts = value as readonly string[];
      if (texts.length === 0) return repAt(code, 0, true);
      const rep = this.here(code, true);
      this.writeTokens(texts);
      return rep;
    }
    if (component === 'text') {
      const text = value as string;
      return code === crateTypes.string ? this.text(text) : inlinedRep(code, this.structure.token(text));
    }
    if (component === 'bool') return inlinedRep(code, value ? 1 : 0);
    if (width === 1) {
      const number = value as number;
      if (code === crateTypes.double) return this.double(number);
      return inlinedRep(code, code === crateTypes.float ? floatBits(number) : number);
    }
    const rep = this.here(code);
    const numbers = value as readonly number[];
    for (const number of numbers) {
      if (component === 'f64') this.bytes.float64(number);
      else this.bytes.uint32(floatBits(number));
    }
    this.bytes.align();
    return rep;
  }

  samples(typeName: string, { times, values }: NonNullable<UsdAttribute['samples']>): ValueRep {
    const timesRep = this.timesOf(times);
    const reps = values.map((value) => this.value(typeName, value));
    const rep = this.here(crateTypes.timeSamples);
    // Relative offsets to the times and to the samples. Both follow directly.
    this.bytes.uint64(8).uint32(timesRep[0]).uint32(timesRep[1]);
    this.bytes.uint64(8).uint64(times.length);
    for (const [low, high] of reps) this.bytes.uint32(low).uint32(high);
    return rep;
  }

  private timesOf(times: readonly number[]): ValueRep {
    const key = times.join();
    let rep = this.times.get(key);
    if (!rep) {
      rep = this.here(crateTypes.doubleVector);
      this.bytes.uint64(times.length);
      for (const time of times) this.bytes.float64(time);
      this.times.set(key, rep);
    }
    return rep;
  }

  private writeTokens(texts: readonly string[]): void {
    this.bytes.uint64(texts.length);
    for (const text of texts) this.bytes.uint32(this.structure.token(text));
    this.bytes.align();
  }

  private here(code: number, isArray = false): ValueRep {
    return repAt(code, this.start + this.bytes.length, isArray);
  }
}

function floatBits(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}
