import type { UsdAttribute, UsdPrim, UsdProperty } from '../../files/usd/usd-layer.ts';

/** A material of a stage: parameters of a `UsdPreviewSurface`, linear. */
export interface StageMaterial {
  /** Name of the prim. */
  readonly name: string;
  readonly color: readonly [number, number, number];
  readonly roughness: number;
  readonly metallic?: number;
  /** Path of the picture that multiplies the colour, relative to the layer. */
  readonly picture?: string;
  /** Whether the vertices have colours (`displayColor`) that replace `color`. */
  readonly hasVertexColors?: boolean;
}

/**
 * Returns a material as a prim: a `UsdPreviewSurface`, and if there is a picture, the two shaders that sample it. parent: path of the prim
 * that holds the material.
 */
export function buildMaterial(material: StageMaterial, parent: string): UsdPrim {
  const { name, color, roughness, metallic = 0, picture, hasVertexColors } = material;
  const path = `${parent}/${name}`;
  const source = picture
    ? `${path}/picture.outputs:rgb`
    : hasVertexColors
      ? `${path}/colors.outputs:result`
      : null;
  const surface: UsdPrim = shader('surface', 'UsdPreviewSurface', [
    source
      ? { name: 'inputs:diffuseColor', typeName: 'color3f', connection: source }
      : { name: 'inputs:diffuseColor', typeName: 'color3f', value: [...color] },
    input('metallic', 'float', metallic),
    input('roughness', 'float', roughness),
    { name: 'outputs:surface', typeName: 'token' },
  ]);
  return {
    name,
    typeName: 'Material',
    properties: [
      { name: 'outputs:surface', typeName: 'token', connection: `${path}/surface.outputs:surface` },
    ],
    children: [
      surface,
      ...(picture
        ? buildPicture(path, picture, color)
        : hasVertexColors
          ? [reader('colors', 'float3', 'displayColor')]
          : []),
    ],
  };
}

function buildPicture(path: string, picture: string, [red, green, blue]: StageMaterial['color']): UsdPrim[] {
  return [
    shader('picture', 'UsdUVTexture', [
      { name: 'inputs:file', typeName: 'asset', value: picture },
      { name: 'inputs:st', typeName: 'float2', connection: `${path}/coordinates.outputs:result` },
      input('sourceColorSpace', 'token', 'sRGB'),
      input('wrapS', 'token', 'repeat'),
      input('wrapT', 'token', 'repeat'),
      ...([red, green, blue].every((value) => value === 1)
        ? []
        : [{ name: 'inputs:scale', typeName: 'float4', value: [red, green, blue, 1] }]),
      { name: 'outputs:rgb', typeName: 'float3' },
    ]),
    reader('coordinates', 'float2', 'st'),
  ];
}

/** A shader that reads an attribute of the vertices. */
function reader(name: string, type: 'float2' | 'float3', attribute: string): UsdPrim {
  return shader(name, `UsdPrimvarReader_${type}`, [
    input('varname', 'string', attribute),
    { name: 'outputs:result', typeName: type },
  ]);
}

function input(name: string, typeName: string, value: number | string): UsdAttribute {
  return { name: `inputs:${name}`, typeName, value };
}

function shader(name: string, id: string, properties: readonly UsdProperty[]): UsdPrim {
  return {
    name,
    typeName: 'Shader',
    properties: [{ name: 'info:id', typeName: 'token', isUniform: true, value: id }, ...properties],
  };
}

/** The relationship of a mesh to its material. The prim needs `MaterialBindingAPI`. */
export function bindMaterial(path: string): UsdProperty {
  return { name: 'material:binding', targets: [path] };
}
