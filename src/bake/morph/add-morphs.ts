import { encodeBase64 } from '../../files/base64.ts';
import type { GlbPatch } from '../../files/glb-patch.ts';
import type { GltfSource } from '../../files/gltf/gltf-source.ts';
import type { JsonValue } from '../../files/gltf/json-value.ts';
import { addMorphTargets, copyMesh, type PrimitiveDeltas } from '../../files/morph-targets.ts';
import { type WeightsTrack, widenWeights } from '../../files/widen-weights.ts';
import type { Actor } from '../../motion/actor.ts';
import { carryTangents, fitNormals, type NormalFit } from './fit-normals.ts';
import { gatherShapes, type NodeShapes, type ShapePart } from './gather-shapes.ts';
import { measureMotion, measureReduction, type ReductionError } from './measure-reduction.ts';
import { type MorphTrack, sampleTracksAt } from './morph-track.ts';
import {
  expandWeights,
  keepTargets,
  measureShapeProducts,
  type Reduction,
  reduceShapes,
  weighTargets,
} from './reduce-shapes.ts';
import { measureStrain, type SurfaceStrain } from './surface-strain.ts';

/** The keys that move the flesh in one animation of the file. */
export interface MorphClip {
  /** Index of the animation in the patched file. */
  readonly animation: number;
  /** [keyCount] seconds of the animation, rising. */
  readonly times: Float32Array;
  /** [keyCount] seconds of the scene that they show. */
  readonly sceneTimes: Float64Array;
  /** True where the last key is the first of the next round. */
  readonly loops: boolean;
}

export interface AddMorphsOptions {
  readonly actor: Actor;
  /** What moves this actor's flesh. */
  readonly tracks: readonly MorphTrack[];
  readonly clips: readonly MorphClip[];
  /** Morph targets a mesh, at most. Every viewer plays four. */
  readonly mostTargets: number;
}

/** What was added to the mesh of one node. */
export interface MorphReport extends ReductionError {
  /** Name of the node that shows the mesh, or its number. */
  readonly mesh: string;
  /** Outputs whose shapes are in it. */
  readonly parts: readonly string[];
  readonly targets: number;
  readonly vertices: number;
  /** Largest distance in metres from the last key of a clip that repeats to its first; null where none repeats. */
  readonly loopMetres: number | null;
  readonly warnings: readonly string[];
}

/** Targets are added until no more than these are left: shares of the motion, degrees of the normals. */
const tolerance = 0.001;
const normalTolerance = 0.5;
/** A share of the motion that is worth a word. */
const visibleLoss = 0.01;
/** Times that normals are fitted to, and at which what is written is measured, at most. */
const mostFitted = 96;
const mostMeasured = 480;

/**
 * Adds flesh to a character's file: few morph targets a mesh that follow the simulated motion best, with normals and
 * tangents where the mesh has them, and weights in the given clips.
 *
 * Reads what is on the meshes from `source`, the file before the patch. Reports what each mesh got, the error stated.
 * Errors: InputError for a mesh that is also stored compressed in an order of its own.
 */
export function addMorphs(patch: GlbPatch, source: GltfSource, options: AddMorphsOptions): MorphReport[] {
  const { actor, tracks, clips } = options;
  const [start] = tracks.map(({ times }) => times[0]);
  const baked = gatherShapes(actor, tracks, start).map((shapes) => {
    refuseDraco(source, shapes.node);
    return { shapes, ...bakeNode(shapes, source, options) };
  });
  const moved = baked.filter(({ reduction }) => reduction.targetCount > 0);
  // Before any mesh changes: a copy for each but the first of the nodes that share one.
  const taken = new Set<number>();
  const meshes = moved.map(({ shapes: { node } }) => {
    const own = patch.json.nodes![node].mesh!;
    const mesh = taken.has(own) ? copyMesh(patch, node) : own;
    taken.add(mesh);
    return mesh;
  });
  moved.forEach(({ shapes, reduction, deltas }, index) => {
    const mesh = meshes[index];
    const names = Array.from({ length: reduction.targetCount }, (_, k) => `${targetName(shapes)} ${k + 1}`);
    const primitives = listPrimitives(source, shapes.node);
    const first = addMorphTargets(
      patch,
      mesh,
      names,
      new Map(shapes.parts.map((part, k) => [primitives[part.order], deltas[k]])),
    );
    const moves = clips.map(({ animation, times, sceneTimes }): WeightsTrack => {
      const values = Float32Array.from(weighTargets(sampleTracksAt(shapes.tracks, sceneTimes), reduction));
      return { animation, node: shapes.node, times, values };
    });
    addPrepared(patch, shapes);
    widenWeights(patch, source, mesh, first, reduction.targetCount, moves);
  });
  return baked.map(({ report }) => report);
}

/** Puts what systems prepared into the node's extras, as `aftermotion.parts`, base64: viewers hand extras on to programs. */
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

function targetName({ tracks }: NodeShapes): string {
  return tracks.map(({ name }) => name).join(' + ');
}

/** Which primitive of a node's mesh each of its rig surfaces is: those without triangles make none. */
function listPrimitives(source: GltfSource, node: number): number[] {
  const primitives = meshOf(source, node).get('primitives').items();
  return [...primitives.keys()].filter((index) => {
    const primitive = primitives[index];
    return primitive.get('mode').integer(0, 6, 4) >= 4 && !primitive.get('attributes').get('POSITION').absent;
  });
}

/** Draco stores vertices in an order of its own, which targets beside it cannot know. */
function refuseDraco(source: GltfSource, node: number): void {
  for (const primitive of meshOf(source, node).get('primitives').items()) {
    if (primitive.extension('KHR_draco_mesh_compression').absent) continue;
    throw primitive.fault(
      'its flesh moves, but its shape is also stored with KHR_draco_mesh_compression, in an order of its own: decode the file first, ' +
        'for example with `npx @gltf-transform/cli copy in.glb out.glb`, or export without compression',
    );
  }
}

function bakeNode(
  shapes: NodeShapes,
  source: GltfSource,
  { actor, tracks, clips, mostTargets }: AddMorphsOptions,
): { reduction: Reduction; deltas: PrimitiveDeltas[]; report: MorphReport } {
  const { modeCount, parts } = shapes;
  const times = tracks.find((track) => shapes.tracks.includes(track))!.times;
  const amplitudes = sampleTracksAt(shapes.tracks, times);
  const gram = measureShapeProducts(shapes);
  const strains = measureStrain(shapes);
  const fitted = sampleTracksAt(shapes.tracks, thin(times, mostFitted));
  const keys = clips.flatMap(({ sceneTimes }) => [...sceneTimes]);
  const measured = sampleTracksAt(
    shapes.tracks,
    thin(Float64Array.from(keys.length > 0 ? keys : times), mostMeasured),
  );
  const primitives = listPrimitives(source, shapes.node);
  const tangents = parts.map((part) => readTangents(source, shapes.node, primitives[part.order], part));
  const whole = reduceShapes(amplitudes, gram, modeCount, modeCount);
  const full = keepTargets(whole, Math.min(mostTargets, whole.targetCount));
  for (let count = fewestTargets(full); ; count++) {
    const reduction = keepTargets(full, count);
    const fittedWeights = weighTargets(fitted, reduction);
    const fit = {
      weights: fittedWeights,
      amplitudes: expandWeights(fittedWeights, reduction, modeCount),
      modeCount,
      reduction,
    };
    const deltas = parts.map((part, k) => buildDeltas(part, strains[k], tangents[k], fit));
    const weights = Float32Array.from(weighTargets(measured, reduction));
    const error = measureReduction(shapes, strains, deltas, {
      simulated: measured,
      shown: expandWeights(weights, reduction, modeCount),
      weights,
    });
    if (count < full.targetCount && (error.normals?.largestDegrees ?? 0) > normalTolerance) continue;
    const report: MorphReport = {
      mesh: actor.rig.nodes[shapes.node].name || `node ${shapes.node}`,
      parts: shapes.tracks.map(({ name }) => name),
      targets: count,
      vertices: parts.reduce((sum, { vertices }) => sum + vertices.length, 0),
      ...error,
      loopMetres: measureLoop(shapes, clips),
      warnings: [...describeOddities(shapes), ...describeLoss(whole, count)],
    };
    return { reduction, deltas, report };
  }
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
  ).largestMetres;
}

/** Targets enough to leave out no more than the tolerance. */
function fewestTargets({ leftOut, targetCount }: Reduction): number {
  const enough = leftOut.findIndex((share) => share <= tolerance);
  return enough < 0 ? targetCount : enough;
}

/** Evenly spread values of a list, the first and the last among them; all where there are no more than `most`. */
function thin(values: Float64Array, most: number): Float64Array {
  if (values.length <= most) return values;
  return Float64Array.from(
    { length: most },
    (_, k) => values[Math.round((k * (values.length - 1)) / (most - 1))],
  );
}

function buildDeltas(
  { surface, vertices, shapes }: ShapePart,
  strain: SurfaceStrain | null,
  tangents: Float32Array | null,
  fit: NormalFit,
): PrimitiveDeltas {
  const { modeCount, reduction } = fit;
  const { targetCount } = reduction;
  const stride = 3 * vertices.length;
  const positions = Array.from({ length: targetCount }, (_, target) => {
    const sums = new Float64Array(stride);
    for (let mode = 0; mode < modeCount; mode++) {
      const share = reduction.shapes[target * modeCount + mode];
      for (let k = 0; k < stride; k++) sums[k] += share * shapes[mode * stride + k];
    }
    return Float32Array.from(sums);
  });
  const { normals } = surface;
  const picked = (values: Float32Array, width: number) =>
    Float32Array.from(
      { length: width * vertices.length },
      (_, k) => values[width * vertices[Math.floor(k / width)] + (k % width)],
    );
  return {
    vertices,
    positions,
    normals: strain && normals && targetCount > 0 ? fitNormals(strain, picked(normals, 3), fit) : null,
    tangents: strain && tangents ? carryTangents(strain, picked(tangents, 4), modeCount, reduction) : null,
  };
}

function meshOf({ root }: GltfSource, node: number): JsonValue {
  const mesh = root.get('nodes').items()[node].get('mesh').value as number;
  return root.get('meshes').items()[mesh];
}

/** [4 · vertexCount]; null where there are none, or no normals to stand on. */
function readTangents(
  source: GltfSource,
  node: number,
  primitive: number,
  part: ShapePart,
): Float32Array | null {
  const tangents = meshOf(source, node).get('primitives').items()[primitive].get('attributes').get('TANGENT');
  if (tangents.absent || !part.surface.normals) return null;
  const values = source.accessors.readFloats(tangents, 'VEC4');
  return values.length === (4 * part.surface.positions.length) / 3 ? values : null;
}

/** Says what more targets would do where few leave out what can be seen. */
function describeLoss({ leftOut }: Reduction, count: number): string[] {
  if (leftOut[count] <= visibleLoss) return [];
  const enough = leftOut.findIndex((share) => share <= visibleLoss);
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
  return [
    `${count} morph targets leave out ${percent(leftOut[count])} of its motion; ${enough} would leave out ` +
      `${percent(leftOut[enough])}: set morphTargets in the scene where the viewer plays more than 4`,
  ];
}

function describeOddities(shapes: NodeShapes): string[] {
  const bare = shapes.parts.filter(({ surface }) => !surface.normals).map(({ surface }) => surface.name);
  if (bare.length === 0) return [];
  return [
    `${bare.join(', ')}: no normals in the file, so none are written; viewers shade each triangle flat from where it stands`,
  ];
}
