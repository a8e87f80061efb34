import { DataUtils, Matrix4, Mesh, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import type { ShellTextures } from '../../coats/blades/shell-textures.ts';
import { atlasPixel, type BladeAtlas, type FurVat } from '../../coats/vat/fur-vat.ts';
import { buildSkinFrame, fromSkinFrame } from '../../coats/vat/skin-frame.ts';
import { vatParts, vatPixel } from '../../coats/vat/vat-layout.ts';
import { linearOfSrgb } from '../../math/srgb.ts';
import type { Picture } from '../../motion/picture.ts';
import type { ShellsData } from './shells-data.ts';

/** A picture in the layout of `ImageData`: red, green, blue, opacity, row 0 on top. */
export interface PixelPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The loaded files that a bake with `furVat` has written beside a GLB. */
export interface FurPlaybackFiles {
  /** The result of the `EXRLoader` of three.js: four numbers for each pixel, half or single floats, the lowest row first. */
  readonly motion: {
    readonly width: number;
    readonly height: number;
    readonly data: Uint16Array | Float32Array;
  };
  readonly blades: PixelPicture;
  readonly colorMap?: PixelPicture;
  readonly densityMap?: PixelPicture;
}

/** Returns the coats for which a loaded GLB has textures. */
export function findFurVats(root: Object3D): FurVat[] {
  const found = new Map<string, FurVat>();
  root.traverse((object) => {
    const fur = furOf(object);
    if (fur && !found.has(fur.name)) found.set(fur.name, fur);
  });
  return [...found.values()];
}

/**
 * Plays baked fur: the motion comes from a texture instead of a simulation. Create a `FurObject` of `shells` and add it to `root`. In every
 * frame, after the clip has posed the character, call `show`, then `update` of the object.
 */
export class FurPlayback {
  readonly fur: FurVat;
  /** The shells in the space of `root`. `show` overwrites their arrays. */
  readonly shells: ShellsData;
  private readonly parts: readonly Part[];
  /** Values of the texture, row 0 on top, [4 · pixels]. */
  private readonly texels: Float32Array;

  /** root: the loaded GLB. name: name of the coat, if the file has several. Throws a RangeError if the files do not belong together. */
  constructor(
    private readonly root: Object3D,
    files: FurPlaybackFiles,
    name?: string,
  ) {
    const fur = findFurVats(root).find((candidate) => name === undefined || candidate.name === name);
    if (!fur)
      throw new RangeError(`the file has no coat ${name ? `"${name}" ` : ''}with a texture: bake furVat`);
    this.fur = fur;
    const { vat, blades } = fur;
    checkSize(vat.file, files.motion, vat.width, vat.height);
    checkSize(blades.file, files.blades, blades.columns * blades.width, 2 * blades.rows * blades.height);
    this.parts = findParts(root, fur.name);
    this.texels = readTexels(files.motion);
    this.shells = buildShells(fur, this.parts, files);
    root.updateMatrixWorld(true);
    this.show(0);
  }

  /** Seconds from the first frame to the last. */
  get duration(): number {
    return (this.fur.vat.frames - 1) / this.fur.vat.fps;
  }

  /**
   * Sets `shells` to a time in seconds since the first frame, clamped to the duration of the motion. The time is that of the clip in which
   * the character moves across the ground. The character must be in its pose at that time, with current matrices.
   */
  show(seconds: number): void {
    const { vat } = this.fur;
    const { roots, normals, offsets } = this.shells;
    const at = Math.min(vat.frames - 1, Math.max(0, seconds * vat.fps));
    const first = Math.min(vat.frames - 1, Math.floor(at));
    const next = Math.min(vat.frames - 1, first + 1);
    const fraction = at - first;
    toRoot.copy(this.root.matrixWorld).invert();
    for (const { mesh, columns } of this.parts) {
      matrix.multiplyMatrices(toRoot, mesh.matrixWorld);
      for (let k = 0; k < columns.length; k++) {
        poseVertex(mesh, k);
        const column = columns[k];
        const o = 3 * column;
        if (vat.hasRoots) {
          this.mix(roots, o, column, first, next, fraction, vatParts.roots);
          for (let c = 0; c < 3; c++) roots[o + c] += position.getComponent(c);
        } else position.toArray(roots, o);
        this.mix(offsets, o, column, first, next, fraction, vatParts.tips);
        this.mix(normals, o, column, first, next, fraction, vatParts.normals);
        unify(normals, o);
      }
    }
  }

  /** Interpolates a vector of the texture between two frames, and transforms it from the frame of the skin to `root`. */
  private mix(
    out: Float32Array,
    o: number,
    column: number,
    first: number,
    next: number,
    fraction: number,
    part: number,
  ): void {
    const { texels } = this;
    const { vat } = this.fur;
    const a = 4 * vatPixel(vat, column, first, part);
    const b = 4 * vatPixel(vat, column, next, part);
    const value = (c: number) => texels[a + c] + fraction * (texels[b + c] - texels[a + c]);
    fromSkinFrame(out, o, frame, value(0), value(1), value(2));
  }
}

interface Part {
  readonly mesh: Mesh | SkinnedMesh;
  /** Column of each vertex in the texture, [vertices of the mesh]. */
  readonly columns: Uint32Array;
}

const toRoot = new Matrix4();
const matrix = new Matrix4();
const position = new Vector3();
const rest = new Vector3();
const normal = new Vector3();
const tangent = new Vector3();
const frame = new Float64Array(9);

/** Sets `position` and `frame` to the current position and frame of a vertex of the skin. `matrix`: matrix of the mesh. */
function poseVertex(mesh: Mesh | SkinnedMesh, vertex: number): void {
  const { geometry } = mesh;
  Mesh.prototype.getVertexPosition.call(mesh, vertex, rest);
  position.copy(rest);
  normal.fromBufferAttribute(geometry.getAttribute('normal'), vertex).add(rest);
  tangent.fromBufferAttribute(geometry.getAttribute('tangent'), vertex).add(rest);
  if ('applyBoneTransform' in mesh)
    for (const point of [position, normal, tangent]) mesh.applyBoneTransform(vertex, point);
  // A direction is computed as the difference of two points, so that it is transformed in the same way as positions.
  for (const point of [position, normal, tangent]) point.applyMatrix4(matrix);
  normal.sub(position);
  tangent.sub(position);
  buildSkinFrame(frame, [normal.x, normal.y, normal.z], [tangent.x, tangent.y, tangent.z]);
}

function unify(out: Float32Array, o: number): void {
  const length = Math.hypot(out[o], out[o + 1], out[o + 2]) || 1;
  for (let c = 0; c < 3; c++) out[o + c] /= length;
}

function furOf({ userData }: Object3D): FurVat | null {
  const { fur } = (userData.aftermotion ?? {}) as { fur?: FurVat };
  return fur?.vat ? fur : null;
}

function findParts(root: Object3D, name: string): Part[] {
  const parts: Part[] = [];
  root.traverse((object) => {
    const { isMesh, geometry } = object as Mesh;
    if (!isMesh || furOf(object)?.name !== name) return;
    const columns = geometry.getAttribute('_column');
    parts.push({ mesh: object as Mesh, columns: Uint32Array.from(columns.array) });
    // The mesh is hidden, because the fur is drawn instead.
    object.visible = false;
  });
  return parts;
}

function buildShells(fur: FurVat, parts: readonly Part[], files: FurPlaybackFiles): ShellsData {
  const { columns: vertexCount } = fur.vat;
  const has = (attribute: string) => parts.some(({ mesh }) => mesh.geometry.hasAttribute(attribute));
  const gather = (attribute: string, width: number): Float32Array => {
    const out = new Float32Array(width * vertexCount);
    for (const { mesh, columns } of parts) {
      const values = mesh.geometry.getAttribute(attribute);
      columns.forEach((column, k) => {
        for (let c = 0; c < width; c++) out[width * column + c] = values.getComponent(k, c);
      });
    }
    return out;
  };
  const { colorMap, densityMap } = files;
  return {
    vertexCount,
    indices: Uint32Array.from(
      parts.flatMap(({ mesh, columns }) => Array.from(mesh.geometry.index!.array, (k) => columns[k])),
    ),
    restPositions: gather('_rest_position', 3),
    restNormals: gather('_rest_normal', 3),
    lengths: gather('_length', 1),
    densities: gather('_density', 1),
    colors: has('color') ? gather('color', 3) : null,
    texcoords: has('uv') ? gather('uv', 2) : null,
    maps: {
      color: colorMap ? toPicture(colorMap, linearOfSrgb) : null,
      density: densityMap ? toPicture(densityMap, (value) => value) : null,
    },
    look: { ...fur.look, textures: readBlades(fur.blades, fur.look.layerCount, files.blades) },
    roots: new Float32Array(3 * vertexCount),
    normals: new Float32Array(3 * vertexCount),
    offsets: new Float32Array(3 * vertexCount),
  };
}

/** Returns all texels as floats, flipped so that the first row is the top of the picture. */
function readTexels({ width, height, data }: FurPlaybackFiles['motion']): Float32Array {
  const out = new Float32Array(4 * width * height);
  const isHalf = data instanceof Uint16Array;
  for (let row = 0; row < height; row++) {
    const from = 4 * width * (height - 1 - row);
    for (let k = 0; k < 4 * width; k++) {
      const value = data[from + k];
      out[4 * width * row + k] = isHalf ? DataUtils.fromHalfFloat(value) : value;
    }
  }
  return out;
}

function readBlades(atlas: BladeAtlas, layerCount: number, { data }: PixelPicture): ShellTextures {
  const { width, height, columns, rows } = atlas;
  const texels = new Uint8Array(4 * width * height * layerCount);
  const opacities = new Float64Array(layerCount);
  const light = columns * width * rows * height;
  for (let layer = 0; layer < layerCount; layer++) {
    for (let texel = 0; texel < width * height; texel++) {
      const from = atlasPixel(atlas, layer, texel);
      const to = 4 * (layer * width * height + texel);
      for (let c = 0; c < 3; c++) texels[to + c] = data[4 * from + c];
      texels[to + 3] = data[4 * (light + from)];
      opacities[layer] += texels[to] / 255 / (width * height);
    }
  }
  return { width, height, layerCount, texels, opacities };
}

function toPicture({ width, height, data }: PixelPicture, decode: (value: number) => number): Picture {
  const pixels = Float32Array.from(data, (byte, k) => (k % 4 === 3 ? byte / 255 : decode(byte / 255)));
  return { width, height, pixels };
}

function checkSize(
  file: string,
  found: { readonly width: number; readonly height: number },
  width: number,
  height: number,
): void {
  if (found.width === width && found.height === height) return;
  throw new RangeError(
    `${file}: expected ${width} × ${height} pixels, got ${found.width} × ${found.height}: it belongs to another bake`,
  );
}
