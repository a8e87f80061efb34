/** The numbers of an array attribute. 16-bit numbers are the bits of half floats. 64-bit integers are pairs of 32 bits, the lower first. */
export type UsdNumbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array;

/**
 * The numbers of an array attribute that are computed when the file is written, so that a long animation need not fit into memory. Blocks
 * are loaded in ascending `order`, each once. The same object in several samples is stored once.
 */
export class UsdBlock {
  constructor(
    readonly byteLength: number,
    readonly load: () => UsdNumbers | Promise<UsdNumbers>,
    readonly order = 0,
  ) {}
}

/** A value of an attribute. Quaternions: x, y, z, w in arrays, as crate files store them. */
export type UsdValue =
  | number
  | boolean
  | string
  | readonly number[]
  | readonly string[]
  | UsdNumbers
  | UsdBlock;

/** The values of an attribute at some time codes, ascending. Programs interpolate between them where the type can be interpolated. */
export interface UsdSamples {
  readonly times: readonly number[];
  readonly values: readonly UsdValue[];
}

export interface UsdAttribute {
  readonly name: string;
  /** Type in USD, such as `point3f[]`: one of `usdTypes`. */
  readonly typeName: string;
  readonly isUniform?: boolean;
  /** Absent for attributes that are no primvars, and for `constant`. */
  readonly interpolation?: 'uniform' | 'varying' | 'vertex' | 'faceVarying';
  /** Number of values per vertex. Default 1. */
  readonly elementSize?: number;
  readonly value?: UsdValue;
  readonly samples?: UsdSamples;
  /** Path of the attribute that drives this one. */
  readonly connection?: string;
}

export interface UsdRelationship {
  readonly name: string;
  /** Absolute paths. */
  readonly targets: readonly string[];
}

export type UsdProperty = UsdAttribute | UsdRelationship;

/** A prim with everything below it. */
export interface UsdPrim {
  readonly name: string;
  /** Type such as `Mesh`. Absent for an `over`, or if a referenced file states it. */
  readonly typeName?: string;
  /** Default `def`. */
  readonly specifier?: 'def' | 'over';
  readonly kind?: 'assembly' | 'group' | 'component' | 'subcomponent';
  readonly apiSchemas?: readonly string[];
  /** Paths of layers relative to this one. Only text files (`encodeUsda`) can have them. */
  readonly references?: readonly string[];
  readonly documentation?: string;
  readonly properties?: readonly UsdProperty[];
  readonly children?: readonly UsdPrim[];
}

/** What a layer states about all its content. */
export interface UsdLayerMetadata {
  readonly defaultPrim: string;
  readonly upAxis: 'Y' | 'Z';
  readonly metersPerUnit: number;
  readonly startTimeCode: number;
  readonly endTimeCode: number;
  readonly timeCodesPerSecond: number;
  readonly documentation?: string;
}

/** A file of USD. */
export interface UsdLayer {
  readonly metadata: UsdLayerMetadata;
  readonly prims: readonly UsdPrim[];
}

/** Returns whether a property is a relationship. */
export function isRelationship(property: UsdProperty): property is UsdRelationship {
  return 'targets' in property;
}
