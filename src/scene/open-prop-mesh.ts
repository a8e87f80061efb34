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

/** The mesh of a rigid thing as it stands before it moves: turned Y up, still in its file's units. */
export interface OpenedPropMesh {
  readonly mesh: TriangleMesh;
  /** What was taken off its coordinates, in double precision, as they lie far from the origin, m; null where nothing was. */
  readonly offset: Vector | null;
  /** Metres to a unit. */
  readonly scale: number;
  /** Metres. */
  readonly height: number;
  /** Bytes of every file that was read for it. */
  readonly files: readonly Uint8Array[];
  /** Where it is a glTF. */
  readonly source: BakeBody['source'];
  readonly warnings: readonly string[];
}

/** Reads the mesh of a rigid thing. Throws InputError. */
export async function openPropMesh(
  entry: SceneActor,
  { path, files }: OpenActorOptions,
): Promise<OpenedPropMesh> {
  const { file } = entry;
  const bytes = requireFile(files, file, `${path}.file`);
  const parts: Uint8Array[] = [];
  const resolve = readBeside(files, file);
  const read = await readPropMesh(bytes, file, files, (part) => void parts.push(part));
  if (read.indices.length === 0) {
    throw InputError.at(`${path}.file`, `expected a thing with a surface, but ${file} holds no triangle`);
  }
  const whole = entry.up === 'z' ? { ...read, positions: turnUp(read.positions, 'z') } : read;
  const measures = measureMesh(whole);
  const height = measures.max[1] - measures.min[1];
  if (entry.height !== undefined && !(height > 0)) {
    throw InputError.at(`${path}.height`, `expected a mesh with a height, but ${file} is flat: give scale`);
  }
  const scale = entry.height === undefined ? (entry.scale ?? 1) : entry.height / height;
  const [min, max] = [measures.min, measures.max].map((corner) => corner.map((part) => part * scale));
  const offset = findFar(min, max);
  const reach = maxOf([...min.map(Math.abs), ...max.map(Math.abs)]);
  const size = maxOf(max.map((high, axis) => high - min[axis]));
  const [limit, value, words] =
    size > farthest
      ? [farthest, size, 'in size']
      : [offset ? farthestInFile : farthest, reach, 'from its origin'];
  if (!(value <= limit)) {
    throw InputError.at(
      `${path}.file`,
      `expected a mesh of at most ${limit / 1000} km ${words}, but ${file} has ${Number((value / 1000).toPrecision(3))} km: if its unit is not the metre, set scale`,
    );
  }
  const isGltf = /\.(glb|gltf)$/i.test(file);
  const isSized = entry.scale !== undefined || entry.height !== undefined || isGltf;
  const sizeWords = isSized ? null : describeSize(measures);
  const roundingWords = offset && describeRounding(whole, scale, file);
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
      ...[sizeWords, roundingWords].filter((words) => words !== null),
    ],
  };
}

/** The mesh with the colours of its file. */
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
        // Many programs write where a library lay on the machine of its author.
        if (!(error instanceof InputError)) throw error;
        warnings.push(`${error.message}; its colours are left out`);
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

/** What single precision has cost a mesh far from the origin before it was read; null where its file is finer. */
function describeRounding({ positions }: TriangleMesh, scale: number, file: string): string | null {
  if (/\.obj$/i.test(file)) return null;
  const isSingle = positions.every((part) => part === Math.fround(part));
  if (!isSingle || positions.every(Number.isInteger)) return null;
  const largest = positions.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
  const step = 2 ** (Math.floor(Math.log2(largest)) - 23) * scale;
  return `its file holds coordinates in single precision, which are ${Number(step.toPrecision(2))} m apart so far from the origin: export it near the origin, or as OBJ`;
}

const noTurn = [0, 0, 0, 1] as const;
/** What `turnUp` does: a quarter turn about x that brings z up. */
const quarterTurn = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

/** Vectors [3 · count] of a file whose up is Z as they stand with Y up: −Y of the file comes to the front. */
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
