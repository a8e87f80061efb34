import { InputError } from '../input-error.ts';
import { append } from '../math/lists.ts';
import { linearOfSrgb } from '../math/srgb.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { ObjMaterials } from './obj-materials.ts';
import { crossedWarnings, PolygonList } from './polygon-list.ts';

/**
 * Keywords that are skipped without a warning, since they do not affect the surface: names, groups, smoothing, display attributes. `mtllib`
 * and `usemtl` are handled before this set is used.
 */
const silent = new Set(
  'g o s vn mtllib usemtl maplib usemap shadow_obj trace_obj bevel c_interp d_interp lod mg'.split(' '),
);
/** Maps keywords of other elements that are skipped to their description. */
const passedOver: Readonly<Record<string, string>> = {
  l: 'line',
  p: 'point',
  curv: 'free-form curve or surface',
  curv2: 'free-form curve or surface',
  surf: 'free-form curve or surface',
};
/** Keywords that belong to free-form curves and surfaces, and are skipped together with these. */
const freeForm = new Set(
  'vp cstype deg bmat step parm trim hole scrv sp end con ctech stech call csh'.split(' '),
);

/**
 * Reads the surface of a Wavefront OBJ: positions and faces. Polygons are triangulated (`triangulatePolygon`). Texture coordinates are read
 * if all corners have valid ones, colours if all vertices have one (`v x y z r g b`, sRGB). Groups, normals, lines and points are ignored.
 * Units and axes are those of the file.
 *
 * text: the whole file, with any line endings; a backslash at the end of a line continues it. readBeside: returns the text of a material
 * library by its name in the file. If it is given, vertices without a colour get the colour of their material. Throws InputError with the
 * line number for invalid numbers, corners that do not exist, faces below three corners.
 */
export function readObj(
  text: string,
  name: string,
  readBeside?: (file: string) => string | undefined,
): TriangleMesh {
  const positions: number[] = [];
  const texcoords: number[] = [];
  const faces = new PolygonList();
  const { indices } = faces;
  const texcoordIndices: number[] = [];
  const colors: number[] = [];
  const materials = new ObjMaterials(readBeside);
  const skipped = new Map<string, number>();
  const skip = (what: string) => skipped.set(what, (skipped.get(what) ?? 0) + 1);
  let lineNumber = 0;
  let at = 0;
  while (at < text.length) {
    const firstLine = lineNumber + 1;
    let line = '';
    for (let continues = true; continues; ) {
      let end = text.indexOf('\n', at);
      if (end < 0) end = text.length;
      let piece = text.slice(at, end);
      if (piece.endsWith('\r')) piece = piece.slice(0, -1);
      at = end + 1;
      lineNumber++;
      continues = piece.endsWith('\\') && at < text.length;
      line += continues ? `${piece.slice(0, -1)} ` : piece;
    }
    const code = line.charCodeAt(0);
    // For speed, comments and normals (vn) are skipped before the line is split into tokens.
    const isOther = code === 0x23 || (code === 0x76 && line[1] === 'n');
    if (isOther) continue;
    const tokens = line.split(/\s#/, 1)[0].trim().split(/\s+/);
    const location = () => `${name} line ${firstLine}`;
    if (tokens[0] === 'v') {
      if (tokens.length < 4)
        throw InputError.at(location(), `expected v x y z, got ${JSON.stringify(line.trim())}`);
      for (let axis = 1; axis <= 3; axis++) positions.push(readNumber(tokens[axis], location));
      // Three numbers after x y z are a colour. A single number, or a number before the colour, is the weight for rational curves.
      if (tokens.length >= 7) append(colors, tokens.slice(-3).map(Number));
    } else if (tokens[0] === 'vt') {
      texcoords.push(Number(tokens[1]), 1 - Number(tokens[2] ?? 0));
    } else if (tokens[0] === 'f') {
      const corners = tokens.slice(1);
      if (corners.length < 3) {
        throw InputError.at(location(), `expected a face of at least 3 corners, got ${corners.length}`);
      }
      faces.add(corners.map((word) => readCorner(word, positions.length / 3, location)));
      pushFan(
        texcoordIndices,
        corners.map((word) => readTexcoordIndex(word, texcoords.length / 2)),
      );
    } else if (tokens[0] === 'mtllib') {
      materials.addLibrary(line.trim().slice(6).trim(), tokens.slice(1));
    } else if (tokens[0] === 'usemtl') {
      materials.use(line.trim().slice(6).trim(), indices.length);
    } else if (Object.hasOwn(passedOver, tokens[0])) {
      skip(passedOver[tokens[0]]);
    } else if (
      tokens[0] !== '' &&
      !tokens[0].startsWith('#') &&
      !silent.has(tokens[0]) &&
      !freeForm.has(tokens[0])
    ) {
      skip('unknown line');
    }
  }
  if (positions.length === 0)
    throw InputError.at(name, 'expected an OBJ mesh, got a file without a vertex (v x y z)');
  if (indices.length === 0)
    throw InputError.at(name, 'expected an OBJ mesh with faces (f a b c), got vertices alone');
  const vertexCount = positions.length / 3;
  const beyond = indices.findIndex((index) => index >= vertexCount);
  if (beyond >= 0) {
    throw InputError.at(
      name,
      `expected corners up to ${vertexCount}, its number of vertices, got ${indices[beyond] + 1}`,
    );
  }
  faces.open(positions, texcoordIndices);
  const cornerTexcoords = gatherTexcoords(texcoords, texcoordIndices);
  const mesh: TriangleMesh = {
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    ...(cornerTexcoords && { cornerTexcoords }),
  };
  const own = linearColors(colors, vertexCount);
  return {
    ...(own ? { ...mesh, colors: own } : materials.paint(mesh)),
    warnings: [
      ...crossedWarnings(faces),
      ...Array.from(
        skipped,
        ([what, count]) => `${count} ${what}${count === 1 ? ' is' : 's are'} passed over`,
      ),
    ],
  };
}

/**
 * Returns linear colours, 0..1, [3 · vertices]. Null if some vertices have no colour or a colour is invalid. In the file, colours are 0..1,
 * or 0..255 if one value is larger than 1.
 */
function linearColors(colors: readonly number[], vertexCount: number): Float32Array | null {
  if (colors.length !== 3 * vertexCount || !colors.every((part) => part >= 0 && part <= 255)) return null;
  const largest = colors.some((part) => part > 1) ? 255 : 1;
  return Float32Array.from(colors, (part) => linearOfSrgb(part / largest));
}

/** Divides a polygon into a triangle fan from its first corner. */
function pushFan(out: number[], corners: readonly number[]): void {
  for (let k = 2; k < corners.length; k++) out.push(corners[0], corners[k - 1], corners[k]);
}

/** Returns texture coordinates [2 · corners]. Null if a corner has none, as incomplete coordinates are useless. */
function gatherTexcoords(texcoords: readonly number[], corners: readonly number[]): Float32Array | null {
  const out = new Float32Array(2 * corners.length);
  for (let k = 0; k < corners.length; k++) {
    out[2 * k] = texcoords[2 * corners[k]];
    out[2 * k + 1] = texcoords[2 * corners[k] + 1];
  }
  return out.every(Number.isFinite) ? out : null;
}

function readNumber(word: string, location: () => string): number {
  const value = Number(word);
  if (!Number.isFinite(value))
    throw InputError.at(location(), `expected a number, got ${JSON.stringify(word)}`);
  return value;
}

/**
 * Returns the vertex index of a corner `v`, `v/vt`, `v/vt/vn` or `v//vn`. In the file, indices start at 1; negative indices count back from
 * the last vertex so far.
 */
function readCorner(word: string, vertexCount: number, location: () => string): number {
  const slash = word.indexOf('/');
  const value = Number(slash < 0 ? word : word.slice(0, slash));
  const index = value < 0 ? vertexCount + value : value - 1;
  if (Number.isInteger(value) && index >= 0) return index;
  throw InputError.at(location(), `expected a corner such as 7, 7/1/2 or -1, got ${JSON.stringify(word)}`);
}

/** Returns the index of the texture coordinates of a corner `v/vt` or `v/vt/vn`, counted like vertices; NaN if the corner has none. */
function readTexcoordIndex(word: string, texcoordCount: number): number {
  const value = Number(word.split('/')[1] || Number.NaN);
  const index = value < 0 ? texcoordCount + value : value - 1;
  return Number.isInteger(index) ? index : Number.NaN;
}
