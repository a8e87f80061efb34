import type { BakeBody } from '../bake/bake-plan.ts';
import { farthestInFile } from '../files/finish-keys.ts';
import { readObj } from '../files/obj.ts';
import { readPlyPoints } from '../files/ply-points.ts';
import { InputError } from '../input-error.ts';
import { maxOf } from '../math/lists.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { measureMesh } from '../motion/measure-mesh.ts';
import { describeMesh, describeSize } from './describe-mesh.ts';
import { farthest, findFar, type Vector } from './far-coordinates.ts';
import type { OpenActorOptions } from './open-actor.ts';
import { readBeside } from './read-beside.ts';
import { readMesh } from './read-mesh.ts';
import type { SceneActor } from './scene.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';

/** The mesh of a rigid object in its rest pose: Y up, in the units of its file. */
export interface OpenedPropMesh {
  readonly mesh: TriangleMesh;
  /** Offset that was subtracted in double precision from coordinates far from the origin, metres; null if there is none. */
  readonly offset: Vector | null;
  /** Metres per unit of the file. */
  readonly scale: number;
  /** Height of the scaled mesh, metres. */
  readonly height: number;
  /** Contents of all files that were read for the mesh. */
  readonly files: readonly Uint8Array[];
  /** The glTF file from which the mesh was read. Absent for other formats. */
  readonly source: BakeBody['source'];
  readonly warnings: readonly string[];
}

/** Reads the mesh of a rigid object. Throws InputError. */
export async function openPropMesh(
  entry: SceneActor,
  { path, files }: OpenActorOptions,
): Promise<OpenedPropMesh> {
  const { file } = entry;
  const bytes = entry.box ? encodeBox(entry.box) : requireFile(files, file, `${path}.file`);
  const parts: Uint8Array[] = [];
  const resolve = readBeside(files, file);
  const read = await readPropMesh(bytes, file, files, (part) => void parts.push(part));
  if (read.indices.length === 0) {
    throw InputError.at(`${path}.file`, `expected an object with a surface, but ${file} has no triangle`);
  }
  const whole = entry.up === 'z' ? { ...read, positions: turnUp(read.positions, 'z') } : read;
  const measures = measureMesh(whole);
  const height = measures.max[1] - measures.min[1];
  if (entry.height !== undefined && !(height > 0)) {
    throw InputError.at(`${path}.height`, `expected a mesh with a height, but ${file} is flat: set scale`);
  }
  const scale = entry.height === undefined ? (entry.scale ?? 1) : entry.height / height;
  const [min, max] = [measures.min, measures.max].map((corner) => corner.map((part) => part * scale));
  const offset = findFar(min, max);
  const reach = maxOf([...min.map(Math.abs), ...max.map(Math.abs)]);
  const size = maxOf(max.map((high, axis) => high - min[axis]));
  const [limit, value, message] =
    size > farthest
      ? [farthest, size, 'in size']
      : [offset ? farthestInFile : farthest, reach, 'from its origin'];
  if (!(value <= limit)) {
    throw InputError.at(
      `${path}.file`,
      `expected a mesh of at most ${limit / 1000} km ${message}, but ${file} has ${Number((value / 1000).toPrecision(3))} km: if its unit is not the metre, set scale`,
    );
  }
  const isGltf = /\.(glb|gltf)$/i.test(file);
  const isSized =
    entry.box !== undefined || entry.scale !== undefined || entry.height !== undefined || isGltf;
  const sizeWarning = isSized ? null : describeSize(measures);
  const roundingWarning = offset && describeRounding(whole, scale, file);
  const unitOffset = offset?.map((part) => part / scale);
  return {
    mesh: unitOffset
      ? { ...whole, positions: whole.positions.map((part, k) => part - unitOffset[k % 3]) }
      : whole,
    offset,
    scale,
    height: entry.height ?? height * scale,
    files: [bytes, ...parts],
    source: isGltf ? { bytes, resolve, turn: entry.up === 'z' ? quarterTurn : noTurn } : undefined,
    warnings: [
      ...(read.warnings ?? []),
      ...describeMesh(measures),
      ...[sizeWarning, roundingWarning].filter((message) => message !== null),
    ],
  };
}

/** The corners of each side of a box, counter-clockwise seen from outside. Bits of a corner: +x, +y, +z. */
const boxSides = ['0231', '4576', '0154', '2673', '0462', '1375'];

/** Returns a box about the origin as OBJ. Its sides share no vertices, so that it has sharp edges. size: width, height, depth. */
function encodeBox(size: readonly [number, number, number]): Uint8Array {
  const lines = boxSides.flatMap((side, k) => [
    ...Array.from(side, (corner) => {
      return `v ${size.map((length, axis) => ((Number(corner) >> axis) & 1 ? length : -length) / 2).join(' ')}`;
    }),
    `f ${[1, 2, 3, 4].map((vertex) => 4 * k + vertex).join(' ')}`,
  ]);
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Reads the mesh with the colours of its file. */
async function readPropMesh(
  bytes: Uint8Array,
  file: string,
  files: SceneFiles,
  onRead: (part: Uint8Array) => void,
): Promise<TriangleMesh> {
  if (/\.obj$/i.test(file)) {
    const find = readBeside(files, file, onRead);
    const warnings: string[] = [];
    const mesh = readObj(new TextDecoder().decode(bytes), file, (library) => {
      try {
        const part = find(library);
        return part && new TextDecoder().decode(part);
      } catch (error) {
        // Many programs write an absolute path of the material library on the author's machine. The mesh is usable without it.
        if (!(error instanceof InputError)) throw error;
        warnings.push(`${error.message}; it is drawn without colours`);
        return undefined;
      }
    });
    return warnings.length > 0 ? { ...mesh, warnings: [...(mesh.warnings ?? []), warnings[0]] } : mesh;
  }
  const mesh = await readMesh(bytes, file, files, onRead);
  if (!/\.ply$/i.test(file)) return mesh;
  const { colors } = readPlyPoints(bytes, file);
  return colors ? { ...mesh, colors: colors.filter((_, k) => k % 4 < 3) } : mesh;
}

/** Returns a warning if the file stores far coordinates in single precision, so that they are rounded; null if nothing was rounded. */
function describeRounding({ positions }: TriangleMesh, scale: number, file: string): string | null {
  if (/\.obj$/i.test(file)) return null;
  const isSingle = positions.every((part) => part === Math.fround(part));
  if (!isSingle || positions.every(Number.isInteger)) return null;
  const largest = positions.reduce((max, part) => Math.max(max, Math.abs(part)), 0);
  const step = 2 ** (Math.floor(Math.log2(largest)) - 23) * scale;
  return `its file stores coordinates in single precision, which has a resolution of ${Number(step.toPrecision(2))} m so far from the origin: export it near the origin, or as OBJ`;
}

const noTurn = [0, 0, 0, 1] as const;
/** Quaternion of `turnUp`: the rotation by −90° about x, which maps +Z to +Y. */
const quarterTurn = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

/** Converts vectors [3 · count] from Z up to Y up: (x, y, z) becomes (x, z, −y). −Y of the file becomes +Z, the front. */
export function turnUp(vectors: Float64Array, up: SceneActor['up']): Float64Array {
  if (up !== 'z') return vectors;
  const out = new Float64Array(vectors.length);
  for (let k = 0; k < vectors.length; k += 3) {
    out[k] = vectors[k];
    out[k + 1] = vectors[k + 2];
    out[k + 2] = -vectors[k + 1];
  }
  return out;
}
