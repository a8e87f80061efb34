import { encodeFractions } from '../../coats/strands/sample-picture.ts';
import { InputError } from '../../input-error.ts';
import type { Picture } from '../../motion/picture.ts';
import type { RigPicture } from '../../motion/rig.ts';
import type { PrepareContext } from '../prepare-context.ts';
import type { CarrierSkin, FurCarrier } from './carrier/carrier.ts';
import { joinColors } from './carrier/join-surfaces.ts';
import type { FurParams } from './params.ts';
import { type CoatMaps, meanOfCorners } from './strands/coat-maps.ts';
import { shrinkPicture } from './strands/shrink-picture.ts';

/** The pictures that parameters name. */
export interface FurPictures {
  readonly maps: CoatMaps;
  /** Density of the fur: the brightness, 0 to 1, in all channels. */
  readonly density: Picture | null;
  readonly color: Picture | null;
}

/** Reads the pictures on the skin. Throws an `InputError` if the skin has no texture coordinates. */
export function readPictures(
  params: FurParams,
  carrier: FurCarrier,
  context: Pick<PrepareContext, 'readPicture' | 'path'>,
): FurPictures {
  const { path } = context;
  const read = (name: 'lengthMap' | 'densityMap' | 'combMap' | 'colorMap'): Picture | null => {
    const file = params[name];
    if (file === undefined) return null;
    if (!carrier.texcoords) {
      throw InputError.at(
        `${path}.${name}`,
        `expected a skin with texture coordinates to lay a picture over, but ${carrier.skin?.actor} has none: ` +
          'leave it out, or unwrap the skin in a modeller',
      );
    }
    return shrinkPicture(context.readPicture(file, `${path}.${name}`));
  };
  const fractions = (picture: Picture | null, brightness: boolean) =>
    picture && encodeFractions(picture, brightness);
  return {
    maps: {
      length: fractions(read('lengthMap'), true),
      comb: fractions(read('combMap'), false),
      direction: params.comb ?? null,
    },
    density: fractions(read('densityMap'), true),
    color: read('colorMap'),
  };
}

/** The skin's own colours. */
export interface SkinColors {
  /** Linear colours of the vertices of concatenated surfaces, [3 · fileVertexCount]; null: white. */
  readonly vertices: Float32Array | null;
  readonly picture: Picture | null;
}

/**
 * Finds the colours of the skin. The coat makes them darker and lighter. Returns null if the coat has its own colours. If all surfaces use
 * one picture, the result is this picture. Otherwise, the pictures are sampled at the vertices.
 */
export function findSkinColors(
  params: FurParams,
  carrier: FurCarrier,
  context: Pick<PrepareContext, 'decodePicture'>,
): SkinColors | null {
  const { skin } = carrier;
  if (!skin || params.colorFrom === 'coat' || params.colorMap !== undefined) return null;
  const own = skin.surfaces.map((index) => skin.rig.surfaces[index]);
  const pictures = new Set(own.map(({ picture }) => picture));
  const hasPicture = own.some(({ picture }) => picture !== undefined);
  const hasColors = own.some(({ colors }) => colors !== undefined);
  if (!hasPicture && !hasColors && params.colorFrom === 'auto') return null;
  const vertices = joinColors(skin.rig, skin.surfaces);
  const [only] = pictures;
  if (!hasPicture) return { vertices, picture: null };
  if (pictures.size === 1 && only && carrier.texcoords) {
    const isWhite = vertices.every((value) => value === 1);
    return { vertices: isWhite ? null : vertices, picture: shrinkPicture(context.decodePicture(only)) };
  }
  paintVertices(vertices, skin, context);
  return { vertices, picture: null };
}

/** Multiplies the colours of the vertices by the picture of their surface. */
function paintVertices(
  vertices: Float32Array,
  { rig, surfaces }: CarrierSkin,
  { decodePicture }: Pick<PrepareContext, 'decodePicture'>,
): void {
  const decoded = new Map<RigPicture, Picture>();
  let offset = 0;
  for (const index of surfaces) {
    const { picture, texcoords, positions } = rig.surfaces[index];
    const count = positions.length / 3;
    if (picture && texcoords) {
      if (!decoded.has(picture)) decoded.set(picture, decodePicture(picture));
      const each = Uint32Array.from({ length: count }, (_, v) => v);
      const sampled = meanOfCorners(decoded.get(picture)!, texcoords, each, count);
      for (let v = 0; v < count; v++) {
        for (let c = 0; c < 3; c++) vertices[3 * (offset + v) + c] *= sampled[4 * v + c];
      }
    }
    offset += count;
  }
}
