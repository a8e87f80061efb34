import { encodeBase64 } from '../../files/base64.ts';
import type { GltfMesh } from '../../files/glb.ts';
import type { GlbPatch } from '../../files/glb-patch.ts';
import type { GltfSource } from '../../files/gltf/gltf-source.ts';
import {
  addMorphTargets,
  copyMesh,
  type MorphStorage,
  type PrimitiveDeltas,
} from '../../files/morph-targets.ts';
import { type WeightsTrack, widenWeights } from '../../files/widen-weights.ts';
import { maxOf } from '../../math/lists.ts';
import type { NodeShapes } from './gather-shapes.ts';
import { measureMotion, type ReductionError } from './measure-reduction.ts';
import { listPrimitives, meshOf } from './mesh-primitives.ts';
import { sampleTracksAt } from './morph-track.ts';
import type { ReducedMorphs } from './reduce-morphs.ts';
import { countTargets, type Reduction, weighTargets } from './reduce-shapes.ts';
import { settleDraco } from './settle-draco.ts';
import {
  countUnitTargets,
  listUnitTargets,
  planUnitWeights,
  scaleTargets,
  scaleWeights,
  type UnitWeights,
} from './unit-weights.ts';

/** The keys that move the flesh in one animation of the file. */
export interface MorphClip {
  /** Index of the animation in the patched file. */
  readonly animation: number;
  /** Seconds of the animation, rising, [keyCount]. */
  readonly times: Float32Array;
  /** Times of the scene in seconds that the keys show, [keyCount]. */
  readonly sceneTimes: Float64Array;
  /** True if the last key is also the first key of the next cycle. */
  readonly loops: boolean;
}

/** Report about the morph targets that were added to the mesh of one node. */
export interface MorphReport extends ReductionError {
  /** Name of the node that shows the mesh, or the index of the node if it has no name. */
  readonly mesh: string;
  /** Names of the outputs whose shapes are in the mesh. */
  readonly parts: readonly string[];
  /** Number of morph targets in the file, including the offset. */
  readonly targets: number;
  /** Number of those targets that only change normals. They correct the shading, because no sum of shapes gives the right normals. */
  readonly lightTargets: number;
  readonly vertices: number;
  /** How the targets are stored: sparse if the plan selects it and if it is smaller. */
  readonly storage: MorphStorage;
  /**
   * Maximum quantization step of the mesh's own positions in metres. Null if they are floats. The positions of added targets are never
   * coarser.
   */
  readonly gridMetres: number | null;
  /** Maximum distance between a vertex at the last key of a repeating clip and at its first key, metres. Null if no clip repeats. */
  readonly loopMetres: number | null;
  readonly warnings: readonly string[];
}

/** The weights of one node's targets in the clips, and the mapping of the weights to [0, 1]. */
interface NodeWeights {
  readonly unit: UnitWeights;
  /** For each clip: [keyCount · all targets] weights. */
  readonly keys: readonly Float64Array[];
}

/**
 * Adds reduced flesh to a character's file: morph targets on its meshes, and weights within [0, 1] in the given clips. Returns a report for
 * each mesh, with the error. source: the file before the patch.
 */
export function addMorphs(
  patch: GlbPatch,
  source: GltfSource,
  reduced: readonly ReducedMorphs[],
  clips: readonly MorphClip[],
  storage: MorphStorage,
): MorphReport[] {
  const weights = new Map(reduced.map((entry) => [entry, weighNode(entry, clips)]));
  const moved = reduced.filter((entry) => countUnitTargets(weights.get(entry)!.unit) > 0);
  // If several nodes share a mesh, all of them except the first get a copy before any mesh changes.
  const taken = new Set<number>();
  const meshes = moved.map(({ shapes: { node } }) => {
    const own = patch.json.nodes![node].mesh!;
    const mesh = taken.has(own) ? copyMesh(patch, node) : own;
    taken.add(mesh);
    return mesh;
  });
  const oddities = new Map(
    moved.map((entry, index) => [
      entry,
      [
        ...settleDraco(patch, source, entry.shapes.node, meshes[index]),
        ...describeUnlit(patch.json.meshes![meshes[index]]),
      ],
    ]),
  );
  moved.forEach((entry, index) => {
    const { shapes, reduction, deltas } = entry;
    const { unit, keys } = weights.get(entry)!;
    const mesh = meshes[index];
    const names = nameTargets(shapes, reduction, unit);
    const primitives = listPrimitives(source.root, shapes.node);
    const first = addMorphTargets(
      patch,
      mesh,
      names,
      new Map(shapes.parts.map((part, k) => [primitives[part.order], scaleDeltas(unit, deltas[k])])),
      storage,
    );
    const moves = clips.map(({ animation, times }, k): WeightsTrack => {
      return { animation, node: shapes.node, times, values: scaleWeights(unit, keys[k]) };
    });
    addPrepared(patch, shapes);
    widenWeights(patch, source, mesh, first, names.length, moves);
  });
  return reduced.map((entry) => {
    const report = reportNode(source, entry, weights.get(entry)!.unit, clips);
    return {
      ...report,
      storage: findStorage(patch, entry.shapes.node, report.targets),
      warnings: [...(oddities.get(entry) ?? []), ...report.warnings],
    };
  });
}

/** The storage is sparse if any of the last `count` targets of the node's mesh is sparse. */
function findStorage({ json }: GlbPatch, node: number, count: number): MorphStorage {
  const { primitives } = json.meshes![json.nodes![node].mesh!];
  const targets = primitives.flatMap((primitive) => primitive.targets?.slice(-count) ?? []);
  const isSparse = targets
    .flatMap((target) => Object.values(target))
    .some((index) => json.accessors![index].sparse);
  return isSparse ? 'sparse' : 'dense';
}

/** The ranges of weights are those of the whole motion, so that they do not depend on the clips and their frame rate. */
function weighNode({ shapes, reduction }: ReducedMorphs, clips: readonly MorphClip[]): NodeWeights {
  const { tracks } = shapes;
  const weigh = (times: ArrayLike<number>) => weighTargets(sampleTracksAt(tracks, times), reduction);
  const keys = clips.map(({ sceneTimes }) => weigh(sceneTimes));
  return { unit: planUnitWeights(countTargets(reduction), weigh(tracks[0].stepTimes), keys), keys };
}

function scaleDeltas(unit: UnitWeights, { vertices, positions, normals, tangents }: PrimitiveDeltas) {
  return {
    vertices,
    positions: scaleTargets(unit, positions),
    normals: normals && scaleTargets(unit, normals),
    tangents: tangents && scaleTargets(unit, tangents),
  };
}

/**
 * Returns a warning if targets of the source file move a mesh without changing its normals, because the mesh is then shaded as if it did
 * not move.
 */
function describeUnlit({ primitives, extras }: GltfMesh): string[] {
  const [{ targets = [] }] = primitives;
  const names = (extras as { targetNames?: unknown } | undefined)?.targetNames;
  const bare = targets.flatMap((_, index) =>
    primitives.some(
      ({ attributes, targets: own }) =>
        attributes.NORMAL !== undefined && own?.[index] !== undefined && own[index].NORMAL === undefined,
    )
      ? [Array.isArray(names) && typeof names[index] === 'string' ? names[index] : String(index)]
      : [],
  );
  if (bare.length === 0) return [];
  return [
    `its own morph targets ${bare.join(', ')} move vertices without their normals; they are kept as they are, so light ` +
      'falls on them as if they did not move: export them with normals to mend that',
  ];
}

/** Writes prepared data into the node's extras, as `aftermotion.parts`, base64. Viewers make extras available to programs. */
function addPrepared(patch: GlbPatch, { node, tracks }: NodeShapes): void {
  const parts = tracks.flatMap(({ name, prepared }) =>
    prepared ? [{ name, data: encodeBase64(prepared) }] : [],
  );
  const target = patch.json.nodes![node];
  const { extras } = target;
  const isOpen =
    extras === undefined || (typeof extras === 'object' && extras !== null && !Array.isArray(extras));
  if (parts.length > 0 && isOpen) target.extras = { ...extras, aftermotion: { parts } };
}

function nameTargets(
  { tracks }: NodeShapes,
  { targetCount, products }: Reduction,
  unit: UnitWeights,
): string[] {
  const own = tracks.map(({ name }) => name).join(' + ');
  const names = [
    ...Array.from({ length: targetCount }, (_, k) => `${own} ${k + 1}`),
    ...products.map((_, k) => `${own} light ${k + 1}`),
  ];
  return listUnitTargets(unit, names, `${own} offset`);
}

function reportNode(
  source: GltfSource,
  { shapes, reduction, error, warnings }: ReducedMorphs,
  unit: UnitWeights,
  clips: readonly MorphClip[],
): Omit<MorphReport, 'storage'> {
  return {
    mesh: source.root.get('nodes').items()[shapes.node].get('name').text() || `node ${shapes.node}`,
    parts: shapes.tracks.map(({ name }) => name),
    targets: countUnitTargets(unit),
    lightTargets: reduction.products.length,
    vertices: shapes.parts.reduce((sum, { vertices }) => sum + vertices.length, 0),
    ...error,
    gridMetres: measureGrid(source, shapes),
    loopMetres: measureLoop(shapes, clips),
    warnings,
  };
}

/** Returns the quantization steps of positions in metres, from the size of a mesh unit at each vertex. */
function measureGrid({ root, accessors }: GltfSource, { node, parts }: NodeShapes): number | null {
  const primitives = meshOf(root, node).get('primitives').items();
  const numbers = listPrimitives(root, node);
  const steps = parts.flatMap(({ order, scales }) => {
    const step = accessors.step(primitives[numbers[order]].get('attributes').get('POSITION'));
    return step > 0 ? [step * scales.reduce((max, scale) => Math.max(max, scale), 0)] : [];
  });
  return steps.length > 0 ? maxOf(steps) : null;
}

function measureLoop(shapes: NodeShapes, clips: readonly MorphClip[]): number | null {
  const looping = clips.find(({ loops }) => loops);
  if (!looping) return null;
  const { sceneTimes } = looping;
  const ends = sampleTracksAt(shapes.tracks, [sceneTimes[0], sceneTimes[sceneTimes.length - 1]]);
  const half = ends.length / 2;
  return measureMotion(
    shapes,
    ends.subarray(0, half).map((value, mode) => ends[half + mode] - value),
  ).maxMetres;
}
