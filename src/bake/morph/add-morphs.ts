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
  /** [keyCount] seconds of the animation, rising. */
  readonly times: Float32Array;
  /** [keyCount] seconds of the scene that they show. */
  readonly sceneTimes: Float64Array;
  /** True if the last key is the first of the next cycle. */
  readonly loops: boolean;
}

/** The morph targets that were added to the mesh of one node. */
export interface MorphReport extends ReductionError {
  /** Name of the node that shows the mesh, or its index. */
  readonly mesh: string;
  /** Names of the outputs whose shapes are in it. */
  readonly parts: readonly string[];
  /** Number of morph targets in the file, including the offset. */
  readonly targets: number;
  /** How many of them only change normals. They correct the shading, which no sum of shapes reproduces. */
  readonly lightTargets: number;
  readonly vertices: number;
  /** How the targets are stored: sparse if the plan asks for it and it is smaller. */
  readonly storage: MorphStorage;
  /** Maximum quantization step of the mesh's own positions in metres. Null for floats. What is added is never coarser. */
  readonly gridMetres: number | null;
  /** Maximum distance from the last key of a repeating clip to its first, metres. Null if none repeats. */
  readonly loopMetres: number | null;
  readonly warnings: readonly string[];
}

/** The weights of one node's targets in the clips, and how they are mapped to [0, 1]. */
interface NodeWeights {
  readonly unit: UnitWeights;
  /** [keyCount · all targets] for each clip. */
  readonly keys: readonly Float64Array[];
}

/**
 * Adds reduced flesh to a character's file: morph targets on its meshes, and weights in the given clips, each in [0, 1]. Reports
 * what each mesh received, with the error. source: the file before the patch.
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
  // Nodes that share a mesh get copies of it, except for the first, before any mesh changes.
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

/** Sparse if any of the last `count` targets of the node's mesh is. */
function findStorage({ json }: GlbPatch, node: number, count: number): MorphStorage {
  const { primitives } = json.meshes![json.nodes![node].mesh!];
  const targets = primitives.flatMap((primitive) => primitive.targets?.slice(-count) ?? []);
  const isSparse = targets
    .flatMap((target) => Object.values(target))
    .some((index) => json.accessors![index].sparse);
  return isSparse ? 'sparse' : 'dense';
}

/** Ranges are those of the whole motion, so that they do not depend on the clips and their frame rate. */
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

/** Warns about targets of the source file that move a mesh without its normals: it is then shaded as if it did not move. */
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

/** Writes prepared data into the node's extras, as `aftermotion.parts`, base64. Viewers pass extras on to programs. */
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

/** Quantization steps of positions, by the size of a unit of the mesh at each vertex. */
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
