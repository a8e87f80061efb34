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
  /** The normal map: its path, and the factor of x and y. */
  readonly normalMap?: { readonly picture: string; readonly scale: number };
}

/**
 * Returns a material as a prim: a `UsdPreviewSurface`, and if there is a picture, the two shaders that sample it. parent: path of the prim
 * that holds the material.
 */
export function buildMaterial(material: StageMaterial, parent: string): UsdPrim {
  const { name, color, roughness, metallic = 0, picture, normalMap } = material;
  const path = `${parent}/${name}`;
  const surface: UsdPrim = shader('surface', 'UsdPreviewSurface', [
    picture
      ? { name: 'inputs:diffuseColor', typeName: 'color3f', connection: `${path}/picture.outputs:rgb` }
      : { name: 'inputs:diffuseColor', typeName: 'color3f', value: [...color] },
    input('metallic', 'float', metallic),
    input('roughness', 'float', roughness),
    ...(normalMap
      ? [
          {
            name: 'inputs:normal',
            typeName: 'normal3f',
            connection: `${path}/normal_map.outputs:rgb`,
          } as const,
        ]
      : []),
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
      ...(picture ? [buildPicture(path, 'picture', picture, 'sRGB', scaleOfColor(color))] : []),
      ...(normalMap ? [buildNormalMap(path, normalMap)] : []),
      ...(picture || normalMap
        ? [
            shader('coordinates', 'UsdPrimvarReader_float2', [
              input('varname', 'string', 'st'),
              { name: 'outputs:result', typeName: 'float2' },
            ]),
          ]
        : []),
    ],
  };
}

function scaleOfColor(color: StageMaterial['color']): UsdProperty[] {
  return color.every((value) => value === 1) ? [] : [input4('scale', [...color, 1])];
}

/** A normal map holds numbers from 0 to 1 for −1 to 1. */
function buildNormalMap(path: string, { picture, scale }: NonNullable<StageMaterial['normalMap']>): UsdPrim {
  return buildPicture(path, 'normal_map', picture, 'raw', [
    input4('scale', [2 * scale, 2 * scale, 2, 1]),
    input4('bias', [-scale, -scale, -1, 0]),
  ]);
}

function buildPicture(
  path: string,
  name: string,
  file: string,
  colorSpace: 'sRGB' | 'raw',
  more: readonly UsdProperty[],
): UsdPrim {
  return shader(name, 'UsdUVTexture', [
    { name: 'inputs:file', typeName: 'asset', value: file },
    { name: 'inputs:st', typeName: 'float2', connection: `${path}/coordinates.outputs:result` },
    input('sourceColorSpace', 'token', colorSpace),
    input('wrapS', 'token', 'repeat'),
    input('wrapT', 'token', 'repeat'),
    ...more,
    { name: 'outputs:rgb', typeName: 'float3' },
  ]);
}

function input4(name: string, value: readonly number[]): UsdAttribute {
  return { name: `inputs:${name}`, typeName: 'float4', value };
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
