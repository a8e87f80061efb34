import { fitNames } from '../../../files/fit-names.ts';
import type { UsdAttribute, UsdPrim, UsdProperty } from '../../../files/usd/usd-layer.ts';
import type { RigPicture, RigSurface } from '../../../motion/rig.ts';
import type { StageTexture } from '../../stage/stage-part.ts';
import { bindMaterial, buildMaterial, type StageMaterial } from '../../stage/usd-material.ts';

/** Roughness of surfaces whose files do not state one. */
const usualRoughness = 0.8;

/** A surface of a character or a body as a mesh of a stage, without its positions. */
export interface StageSurface {
  /** Name of the prim, unique among the surfaces. */
  readonly name: string;
  /** Attributes that never change: triangles, texture coordinates, colours, material. */
  readonly properties: readonly UsdProperty[];
}

export interface StageSurfaces {
  readonly surfaces: readonly StageSurface[];
  /** The scope with all materials. */
  readonly materials: UsdPrim;
  readonly textures: readonly StageTexture[];
}

type ShownSurface = Pick<RigSurface, 'name' | 'indices' | 'color' | 'colors' | 'texcoords' | 'picture'>;

/** Returns the names of the textures that the surfaces of a part use. */
export function listTextureNames(part: string, surfaces: readonly ShownSurface[]): string[] {
  return [...namePictures(part, surfaces).values()];
}

/** Describes the surfaces of a part with their materials. path: that of the prim of the part. */
export function describeSurfaces(
  part: string,
  path: string,
  surfaces: readonly ShownSurface[],
  textureFolder: string,
): StageSurfaces {
  const pictures = namePictures(part, surfaces);
  const names = fitNames(
    surfaces.map(({ name }) => name || 'surface'),
    ['materials', 'skeleton', 'motion'],
  );
  const materials = new Map<string, StageMaterial>();
  const described = surfaces.map((surface, k): StageSurface => {
    const material = describeMaterial(surface, pictures, textureFolder);
    const key = JSON.stringify(material);
    if (!materials.has(key)) materials.set(key, { ...material, name: `material_${materials.size + 1}` });
    const binding = bindMaterial(`${path}/materials/${materials.get(key)!.name}`);
    return { name: names[k], properties: [binding, ...describeTriangles(surface)] };
  });
  return {
    surfaces: described,
    materials: {
      name: 'materials',
      typeName: 'Scope',
      children: [...materials.values()].map((material) => buildMaterial(material, `${path}/materials`)),
    },
    textures: [...pictures].map(([{ bytes }, name]) => ({ name, bytes })),
  };
}

function describeMaterial(
  { color, colors, texcoords, picture }: ShownSurface,
  pictures: ReadonlyMap<RigPicture, string>,
  textureFolder: string,
): StageMaterial {
  const shown = texcoords && picture;
  return {
    name: '',
    color,
    roughness: usualRoughness,
    ...(shown && { picture: `${textureFolder}/${pictures.get(picture)}` }),
    ...(!shown && colors && { hasVertexColors: true }),
  };
}

function describeTriangles({ indices, color, colors, texcoords }: ShownSurface): UsdAttribute[] {
  return [
    { name: 'faceVertexCounts', typeName: 'int[]', value: new Int32Array(indices.length / 3).fill(3) },
    { name: 'faceVertexIndices', typeName: 'int[]', value: indices },
    { name: 'subdivisionScheme', typeName: 'token', isUniform: true, value: 'none' },
    ...(texcoords
      ? [
          {
            name: 'primvars:st',
            typeName: 'texCoord2f[]',
            interpolation: 'vertex' as const,
            value: texcoords.map((value, k) => (k % 2 ? 1 - value : value)),
          },
        ]
      : []),
    colors
      ? {
          name: 'primvars:displayColor',
          typeName: 'color3f[]',
          interpolation: 'vertex',
          value: colors,
        }
      : { name: 'primvars:displayColor', typeName: 'color3f[]', value: Float32Array.from(color) },
  ];
}

/** Returns a file name for each picture, in the order in which the surfaces use them. */
function namePictures(part: string, surfaces: readonly ShownSurface[]): Map<RigPicture, string> {
  const names = new Map<RigPicture, string>();
  for (const { picture, texcoords } of surfaces) {
    if (!picture || !texcoords || names.has(picture)) continue;
    const isPng = picture.bytes[0] === 0x89;
    names.set(picture, `${fitNames([part])[0]}_${names.size + 1}.${isPng ? 'png' : 'jpg'}`);
  }
  return names;
}
