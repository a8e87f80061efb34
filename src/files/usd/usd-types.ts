import { crateTypes } from './crate-structure.ts';

/** How a type of USD is stored: its number in crate files, and the numbers of which a value consists. */
export interface UsdType {
  readonly code: number;
  /** Kind of the components. `text`: one string. */
  readonly component: 'f16' | 'f32' | 'f64' | 'i32' | 'i64' | 'bool' | 'text';
  /** Number of components of a value. */
  readonly width: number;
}

const { bool, int, int64, half, float, double, string, token, asset, matrix4d } = crateTypes;
const { quatf, vec2f, vec3d, vec3f, vec3h, vec4f } = crateTypes;

/** The types that are written, by their names in USD, without `[]`. */
export const usdTypes: Readonly<Record<string, UsdType>> = {
  bool: { code: bool, component: 'bool', width: 1 },
  int: { code: int, component: 'i32', width: 1 },
  int64: { code: int64, component: 'i64', width: 1 },
  half: { code: half, component: 'f16', width: 1 },
  float: { code: float, component: 'f32', width: 1 },
  double: { code: double, component: 'f64', width: 1 },
  string: { code: string, component: 'text', width: 1 },
  token: { code: token, component: 'text', width: 1 },
  asset: { code: asset, component: 'text', width: 1 },
  matrix4d: { code: matrix4d, component: 'f64', width: 16 },
  quatf: { code: quatf, component: 'f32', width: 4 },
  float2: { code: vec2f, component: 'f32', width: 2 },
  texCoord2f: { code: vec2f, component: 'f32', width: 2 },
  double3: { code: vec3d, component: 'f64', width: 3 },
  float3: { code: vec3f, component: 'f32', width: 3 },
  point3f: { code: vec3f, component: 'f32', width: 3 },
  normal3f: { code: vec3f, component: 'f32', width: 3 },
  vector3f: { code: vec3f, component: 'f32', width: 3 },
  color3f: { code: vec3f, component: 'f32', width: 3 },
  float4: { code: vec4f, component: 'f32', width: 4 },
  half3: { code: vec3h, component: 'f16', width: 3 },
};

const componentBytes = { f16: 2, f32: 4, f64: 8, i32: 4, i64: 8, bool: 1, text: 4 } as const;

/** Returns the type of an attribute, such as `point3f[]`. Throws a `RangeError` if it is not one of `usdTypes`. */
export function findUsdType(
  typeName: string,
): UsdType & { readonly name: string; readonly isArray: boolean } {
  const isArray = typeName.endsWith('[]');
  const name = isArray ? typeName.slice(0, -2) : typeName;
  const type = usdTypes[name];
  if (!type) throw new RangeError(`"${typeName}" is not among the types of USD that are written`);
  return { ...type, name, isArray };
}

/** Returns the number of bytes of a value of a type. */
export function usdTypeBytes({ component, width }: UsdType): number {
  return componentBytes[component] * width;
}
