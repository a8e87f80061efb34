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
}

/**
 * Returns a material as a prim: a `UsdPreviewSurface`, and if there is a picture, the two shaders that sample it. parent: path of the prim
 * that holds the material.
 */
export function buildMaterial(material: StageMaterial, parent: string): UsdPrim {
  const { name, color, roughness, metallic = 0, picture } = material;
  const path = `${parent}/${name}`;
  const surface: UsdPrim = shader('surface', 'UsdPreviewSurface', [
    picture
      ? { name: 'inputs:diffuseColor', typeName: 'color3f', connection: `${path}/picture.outputs:rgb` }
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
    children: [surface, ...(picture ? buildPicture(path, picture, color) : [])],
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
    shader('coordinates', 'UsdPrimvarReader_float2', [
      input('varname', 'string', 'st'),
      { name: 'outputs:result', typeName: 'float2' },
    ]),
  ];
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
