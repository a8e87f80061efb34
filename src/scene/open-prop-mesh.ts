import type { BakeBody } from '../bake/bake-plan.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import type { OpenActorOptions } from './open-actor.ts';
import { readMesh } from './read-mesh.ts';
import type { SceneActor } from './scene.ts';
import { requireFile } from './scene-files.ts';

/** The mesh of a rigid thing as it stands before it moves: turned Y up, still in its file's units. */
export interface OpenedPropMesh {
  readonly mesh: TriangleMesh;
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
  const bytes = requireFile(files, entry.file, `${path}.file`);
  const parts: Uint8Array[] = [];
  const read = await readMesh(bytes, entry.file, files, (part) => void parts.push(part));
  const mesh = entry.up === 'z' ? { ...read, positions: turnUp(read.positions, 'z') } : read;
  const height = measureHeight(mesh);
  const scale = entry.height === undefined ? (entry.scale ?? 1) : entry.height / height;
  const folder = entry.file.replace(/[^\\/]*$/, '');
  return {
    mesh,
    scale,
    height: height * scale,
    files: [bytes, ...parts],
    source: /\.(glb|gltf)$/i.test(entry.file)
      ? { bytes, resolve: (uri) => files.read(folder + uri), turn: entry.up === 'z' ? quarterTurn : noTurn }
      : undefined,
    warnings: [...(read.warnings ?? [])],
  };
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

function measureHeight({ positions }: TriangleMesh): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < positions.length; k += 3) {
    min = Math.min(min, positions[k]);
    max = Math.max(max, positions[k]);
  }
  return max - min;
}
