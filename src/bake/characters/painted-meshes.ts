import { samplePicture } from '../../coats/strands/sample-picture.ts';
import { readPicture } from '../../files/picture.ts';
import { InputError } from '../../input-error.ts';
import type { Picture } from '../../motion/picture.ts';
import { poseSurfaces } from '../../motion/pose-surfaces.ts';
import type { RigPicture, RigSurface } from '../../motion/rig.ts';
import type { PosedMesh } from '../../pictures/posed-mesh.ts';
import type { BakeActor } from '../bake-plan.ts';
import { type MorphTrack, sampleTracksAt } from '../morph/morph-track.ts';

/**
 * Returns the surfaces of an actor at a time, for a contact sheet. Their vertices have the colours of the textures. tracks: the flesh that
 * displaces the surfaces. Default: none.
 */
export function paintedMeshes(actor: BakeActor, t: number, tracks: readonly MorphTrack[] = []): PosedMesh[] {
  const character = actor.character?.actor;
  if (!character) return actor.posedMeshesAt(t);
  const meshes =
    tracks.length > 0
      ? poseSurfaces(character, t, tracks, sampleTracksAt(tracks, [t]))
      : actor.posedMeshesAt(t);
  const { surfaces } = character.rig;
  if (meshes.length !== surfaces.length || !surfaces.some(({ picture }) => picture)) return meshes;
  return meshes.map((mesh, k) => ({ ...mesh, colors: surfaceColors(surfaces[k]) ?? mesh.colors }));
}

const decoded = new WeakMap<RigPicture, Picture | null>();
const painted = new WeakMap<RigSurface, Float32Array>();

/**
 * Returns the linear colours of the vertices of a surface, [3 · vertexCount]. The texture is multiplied by the colours of the vertices, or
 * by the colour of the surface if its vertices have none. Without a texture that can be read, returns the colours of the vertices,
 * which are undefined if there are none.
 */
export function surfaceColors(surface: RigSurface): Float32Array | undefined {
  const { picture, texcoords, color, colors } = surface;
  if (!picture || !texcoords) return colors;
  let out = painted.get(surface);
  if (out) return out;
  const image = decode(picture);
  if (!image) return colors;
  out = new Float32Array(surface.positions.length);
  const sample: number[] = [];
  for (let vertex = 0; vertex < texcoords.length / 2; vertex++) {
    samplePicture(sample, image, texcoords[2 * vertex], texcoords[2 * vertex + 1]);
    for (let c = 0; c < 3; c++) {
      const k = 3 * vertex + c;
      out[k] = (colors ? colors[k] : color[c]) * sample[c];
    }
  }
  painted.set(surface, out);
  return out;
}

/** Returns the decoded texture. Null if it is damaged: the sheet is then drawn without it. */
function decode(picture: RigPicture): Picture | null {
  let image = decoded.get(picture);
  if (image === undefined) {
    try {
      image = readPicture(picture.bytes, picture.name);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      image = null;
    }
    decoded.set(picture, image);
  }
  return image;
}
