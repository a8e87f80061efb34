import { fitNames } from '../../../files/fit-names.ts';
import type { UsdAttribute, UsdPrim, UsdProperty } from '../../../files/usd/usd-layer.ts';
import type { RigPicture, RigSurface } from '../../../motion/rig.ts';
import type { StageTexture } from '../../stage/stage-part.ts';
import { bindMaterial, buildMaterial, type StageMaterial } from '../../stage/usd-material.ts';
import { createPalette } from './color-palette.ts';

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

type ShownSurface = Pick<
  RigSurface,
  'name' | 'indices' | 'color' | 'colors' | 'texcoords' | 'picture' | 'normalMap'
>;

/** Returns the names of the textures that the surfaces of a part use. */
export function listTextureNames(part: string, surfaces: readonly ShownSurface[]): string[] {
  const pictures = namePictures(part, surfaces);
  return [...pictures.values(), ...(surfaces.some(isColored) ? [paletteName(part)] : [])];
}

/** Returns the name of the picture with the colours of a part's vertices. */
export function paletteName(part: string): string {
  return `${fitNames([part])[0]}_colors.png`;
}

/**
 * Describes the surfaces of a part with their materials. path: that of the prim of the part.
 *
 * Colours of vertices become a texture: many programs show no others.
 */
export function describeSurfaces(
  part: string,
  path: string,
  surfaces: readonly ShownSurface[],
  textureFolder: string,
): StageSurfaces {
  const pictures = namePictures(part, surfaces);
  const textures = [...pictures].map(([{ bytes }, name]): StageTexture => ({ name, bytes }));
  const colored = surfaces.filter(isColored);
  const palette = colored.length > 0 ? createPalette(colored) : null;
  if (palette) textures.push({ name: paletteName(part), bytes: palette.bytes });
  const names = fitNames(
    surfaces.map(({ name }) => name || 'surface'),
    ['materials', 'skeleton', 'motion'],
  );
  const materials = new Map<string, StageMaterial>();
  const described = surfaces.map((surface, k): StageSurface => {
    const own = surface.texcoords && surface.picture ? pictures.get(surface.picture)! : null;
    const place = isColored(surface) ? colored.indexOf(surface) : -1;
    const texture = place >= 0 ? paletteName(part) : own;
    const map = place < 0 && surface.texcoords ? surface.normalMap : undefined;
    const material: StageMaterial = {
      name: '',
      color: place >= 0 ? [1, 1, 1] : surface.color,
      roughness: usualRoughness,
      ...(texture && { picture: `${textureFolder}/${texture}` }),
      ...(map && {
        normalMap: { picture: `${textureFolder}/${pictures.get(map.picture)!}`, scale: map.scale },
      }),
    };
    const key = JSON.stringify(material);
    if (!materials.has(key)) materials.set(key, { ...material, name: `material_${materials.size + 1}` });
    const binding = bindMaterial(`${path}/materials/${materials.get(key)!.name}`);
    const coordinates = place >= 0 ? palette!.coordinates[place] : null;
    return { name: names[k], properties: [binding, ...describeTriangles(surface, coordinates)] };
  });
  return {
    surfaces: described,
    materials: {
      name: 'materials',
      typeName: 'Scope',
      children: [...materials.values()].map((material) => buildMaterial(material, `${path}/materials`)),
    },
    textures,
  };
}

/** Returns whether the colours of a surface are those of its vertices. */
function isColored<Surface extends ShownSurface>(
  surface: Surface,
): surface is Surface & { readonly colors: Float32Array } {
  return surface.colors !== undefined && !(surface.texcoords && surface.picture);
}

/** ofCorners: texture coordinates of the corners of triangles in the palette. Null: the surface has its own coordinates, if any. */
function describeTriangles(
  { indices, color, colors, texcoords }: ShownSurface,
  ofCorners: Float32Array | null,
): UsdAttribute[] {
  const st = { name: 'primvars:st', typeName: 'texCoord2f[]' } as const;
  const coordinates: UsdAttribute | null = ofCorners
    ? { ...st, interpolation: 'faceVarying', value: ofCorners }
    : texcoords
      ? { ...st, interpolation: 'vertex', value: texcoords.map((value, k) => (k % 2 ? 1 - value : value)) }
      : null;
  return [
    { name: 'faceVertexCounts', typeName: 'int[]', value: new Int32Array(indices.length / 3).fill(3) },
    { name: 'faceVertexIndices', typeName: 'int[]', value: indices },
    { name: 'subdivisionScheme', typeName: 'token', isUniform: true, value: 'none' },
    ...(coordinates ? [coordinates] : []),
    colors
      ? { name: 'primvars:displayColor', typeName: 'color3f[]', interpolation: 'vertex', value: colors }
      : { name: 'primvars:displayColor', typeName: 'color3f[]', value: Float32Array.from(color) },
  ];
}

/** Returns a file name for each picture, in the order in which the surfaces use them. */
function namePictures(part: string, surfaces: readonly ShownSurface[]): Map<RigPicture, string> {
  const names = new Map<RigPicture, string>();
  for (const { picture, normalMap, texcoords } of surfaces) {
    for (const one of texcoords ? [picture, normalMap?.picture] : []) {
      if (!one || names.has(one)) continue;
      const isPng = one.bytes[0] === 0x89;
      names.set(one, `${fitNames([part])[0]}_${names.size + 1}.${isPng ? 'png' : 'jpg'}`);
    }
  }
  return names;
}
