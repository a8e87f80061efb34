import { InputError } from '../../input-error.ts';
import { cos, sin } from '../../math/portable.ts';
import type { RigNormalMap, RigPicture } from '../../motion/rig.ts';
import { describeFileKind } from '../file-kind.ts';
import type { BufferViews } from './buffers.ts';
import type { JsonValue } from './json-value.ts';

/** How a material samples its base colour texture. */
export interface BaseTexture {
  /** The number n of the attribute TEXCOORD_n that is used. */
  readonly set: number;
  /** u' = m₀u + m₁v + m₂, v' = m₃u + m₄v + m₅. Null if the coordinates are used without a transform. */
  readonly transform: readonly number[] | null;
  /** The picture. Null if the file has none that can be read. */
  readonly picture: RigPicture | null;
  /** The normal map. Null if there is none that uses the same coordinates. */
  readonly normalMap: RigNormalMap | null;
}

/** Extensions that define a picture in a format that not every reader supports, either instead of a plain one or in addition to it. */
const otherSources = ['KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif', 'MSFT_texture_dds'];

/** Pictures of one file, still encoded. Each picture is read once for all materials that use it. */
export class BaseTextures {
  private readonly pictures = new Map<number, RigPicture | null>();
  private readonly textures = new Map<string, BaseTexture | null>();

  constructor(
    private readonly root: JsonValue,
    private readonly views: BufferViews,
    private readonly warnings: string[],
  ) {}

  /** Reads the base colour texture of a material. Null if the material has none. Parts that cannot be read are omitted, with a warning. */
  read(material: JsonValue): BaseTexture | null {
    let texture = this.textures.get(material.path);
    if (texture === undefined) {
      texture = this.readMaterial(material);
      this.textures.set(material.path, texture);
    }
    return texture;
  }

  private readMaterial(material: JsonValue): BaseTexture | null {
    try {
      const info = material.get('pbrMetallicRoughness');
      const texture = info.absent ? info : info.get('baseColorTexture');
      const normal = material.get('normalTexture');
      if (texture.absent && normal.absent) return null;
      // Without a picture, a normal map uses the coordinates that every surface has.
      const place = texture.absent ? { set: 0, transform: null } : readPlace(texture);
      return {
        ...place,
        picture: texture.absent ? null : this.readTexture(texture.get('index')),
        normalMap: normal.absent ? null : this.readNormalMap(normal, place),
      };
    } catch (error) {
      this.leaveOut(error);
      return null;
    }
  }

  private readNormalMap(info: JsonValue, place: TexturePlace): RigNormalMap | null {
    try {
      if (JSON.stringify(readPlace(info)) !== JSON.stringify(place)) return null;
      const scale = info.get('scale');
      const picture = this.readTexture(info.get('index'));
      return picture && { picture, scale: scale.absent ? 1 : scale.number() };
    } catch (error) {
      this.leaveOut(error);
      return null;
    }
  }

  private readTexture(reference: JsonValue): RigPicture | null {
    const textures = this.root.get('textures').items();
    const texture = textures[reference.index(textures.length, 'textures')];
    const source = texture.get('source');
    if (source.absent) {
      const other = otherSources.find((name) => !texture.extension(name).absent);
      throw texture.fault(
        other
          ? `its picture is stored with ${other} alone, which is not supported: export it as PNG or JPEG`
          : 'expected a picture (source), got none',
      );
    }
    const images = this.root.get('images').items();
    const index = source.index(images.length, 'images');
    let picture = this.pictures.get(index);
    if (picture === undefined) {
      picture = null;
      try {
        picture = this.readImage(images[index]);
      } catch (error) {
        this.leaveOut(error);
      }
      this.pictures.set(index, picture);
    }
    return picture;
  }

  private readImage(image: JsonValue): RigPicture {
    const uri = image.get('uri');
    const bytes = uri.absent ? this.views.view(image.get('bufferView')).bytes : this.views.readUri(uri);
    const kind = describeFileKind(bytes);
    if (kind !== 'a PNG picture' && kind !== 'a JPEG picture') {
      throw image.fault(`expected a PNG or JPEG picture, got ${kind}: save it as one of these`);
    }
    const text = uri.text();
    return { name: image.get('name').text() || (/^data:/i.test(text) ? '' : text) || image.path, bytes };
  }

  /** A picture that cannot be read is omitted, because most uses of a surface do not need it. */
  private leaveOut(error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    this.warnings.push(`${error.message}; the picture is omitted`);
  }
}

type TexturePlace = Pick<BaseTexture, 'set' | 'transform'>;

/** Reads which coordinates a texture uses, and how it transforms them. */
function readPlace(texture: JsonValue): TexturePlace {
  const change = texture.extension('KHR_texture_transform');
  const ownSet = texture.get('texCoord').integer(0, 255, 0);
  return {
    set: change.absent ? ownSet : change.get('texCoord').integer(0, 255, ownSet),
    transform: change.absent ? null : readTransform(change),
  };
}

/** Returns the matrix of a scaling, then a counter-clockwise rotation as seen in the picture (whose v points down), then a translation. */
function readTransform(change: JsonValue): readonly number[] {
  const pair = (key: string, fallback: number) =>
    change.get(key).absent ? [fallback, fallback] : change.get(key).numbers(2);
  const [u, v] = pair('offset', 0);
  const [scaleU, scaleV] = pair('scale', 1);
  const angle = change.get('rotation').absent ? 0 : change.get('rotation').number();
  const [c, s] = [cos(angle), sin(angle)];
  return [c * scaleU, s * scaleV, u, -s * scaleU, c * scaleV, v];
}
