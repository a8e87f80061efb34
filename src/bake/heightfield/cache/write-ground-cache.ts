import { type MeshCacheFormat, mddFormat, pc2Format } from '../../../files/mesh-cache.ts';
import { encodeObj } from '../../../files/obj-write.ts';
import type { BakePlan } from '../../bake-plan.ts';
import { type Bake, countFrames, type OutputReference } from '../../output-definition.ts';
import type { OutputKindName } from '../../output-kinds.ts';
import type { FileSink } from '../../output-sink.ts';
import { placeOutput } from '../../place-output.ts';
import { groundMeshLimit } from '../mesh/build-ground-mesh.ts';
import { countRegionColumns } from '../mesh/ground-region.ts';
import { openGround } from '../open-ground.ts';
import { findMeshRegion } from '../write-ground-mesh.ts';
import { CachedSurface } from './cached-surface.ts';

/** The kinds of files that are mesh caches, with their formats. */
export const cacheKinds = {
  groundMdd: mddFormat,
  groundPc2: pc2Format,
} as const satisfies Partial<Record<OutputKindName, MeshCacheFormat>>;

export type CacheKind = keyof typeof cacheKinds;

/** Returns the kinds of mesh caches that the plan selects. */
export function listCacheKinds({ outputs }: Pick<BakePlan, 'outputs'>): CacheKind[] {
  return (Object.keys(cacheKinds) as CacheKind[]).filter((kind) => outputs.includes(kind));
}

/** The mesh caches of a ground. Their vertices are those of the OBJ, in its order. */
export interface GroundCacheFacts {
  readonly mesh: string;
  /** The caches by their file extensions. */
  readonly files: Readonly<Partial<Record<MeshCacheFormat['extension'], string>>>;
  readonly vertices: number;
  readonly frames: number;
  /** Position in the world = position in the files + offset. Absent if it is zero. */
  readonly offsetMetres?: readonly number[];
}

/** The result of writing mesh caches. `written` is null if the caches would be too large. */
export interface WrittenCache {
  readonly columns: number;
  readonly written: GroundCacheFacts | null;
}

/** Returns the name of a file of a mesh cache. */
export function cacheFileName(name: string, extension: MeshCacheFormat['extension'] | 'obj'): string {
  return `${name}-cache.${extension}`;
}

/** Returns how often `runCache` calls `sink.next`. */
export function countCacheWork(plan: BakePlan): number {
  const count = listCacheKinds(plan).length;
  return count === 0 ? 0 : 1 + count * countFrames(plan);
}

/** Writes a ground as an OBJ in its first frame, and the positions of its vertices in all frames. */
export async function runCache(
  bake: Bake,
  reference: OutputReference,
  sink: FileSink,
): Promise<WrittenCache> {
  const { plan } = bake;
  const { firstFrame, lastFrame, times } = plan;
  const { output, rectangle, createReplay } = openGround(bake, reference);
  const kinds = listCacheKinds(plan);
  await sink.next(`mesh cache of ${output.name}`);
  const replay = createReplay();
  const { region } = findMeshRegion(plan, rectangle, output, replay);
  const columns = countRegionColumns(region);
  if (columns > groundMeshLimit) return { columns, written: null };
  const surface = new CachedSurface(output, region);
  const mesh = placeOutput(plan, kinds[0], cacheFileName(output.name, 'obj'));
  const obj = encodeObj(surface.meshOf(replay.show(firstFrame)));
  await sink.writeParts(mesh, kinds[0], inTurn(obj));
  const start = times.seconds(firstFrame);
  const seconds = Array.from(
    { length: lastFrame - firstFrame + 1 },
    (_, k) => times.seconds(firstFrame + k) - start,
  );
  const cache = {
    vertexCount: surface.vertexCount,
    times: seconds,
    firstFrame: times.number(firstFrame),
  };
  const files: Partial<Record<MeshCacheFormat['extension'], string>> = {};
  for (const kind of kinds) {
    const format: MeshCacheFormat = cacheKinds[kind];
    const file = placeOutput(plan, kind, cacheFileName(output.name, format.extension));
    const parts = async function* () {
      yield format.encodeHeader(cache);
      for (let frame = firstFrame; frame <= lastFrame; frame++) {
        await sink.next(`mesh cache ${frame - firstFrame + 1} of ${seconds.length}`);
        yield format.encodeFrame(surface.positionsOf(replay.show(frame)));
      }
    };
    await sink.writeParts(file, kind, parts());
    files[format.extension] = file;
  }
  return {
    columns,
    written: {
      mesh,
      files,
      vertices: surface.vertexCount,
      frames: seconds.length,
      ...(surface.offset.some((value) => value !== 0) && { offsetMetres: surface.offset }),
    },
  };
}

async function* inTurn<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  yield* values;
}
