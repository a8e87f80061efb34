import type { GltfSource } from '../../files/gltf/gltf-source.ts';
import type { PrimitiveDeltas } from '../../files/morph-targets.ts';
import type { Actor } from '../../motion/actor.ts';
import { percent } from '../percent.ts';
import { carryTangents, fitNormals, type NormalFit } from './fit-normals.ts';
import { gatherShapes, type NodeShapes, type ShapePart } from './gather-shapes.ts';
import { measureReduction, type ReductionError } from './measure-reduction.ts';
import { listPrimitives, meshOf, refuseInstances } from './mesh-primitives.ts';
import { type MorphTrack, sampleTracksAt } from './morph-track.ts';
import {
  countTargets,
  expandWeights,
  keepTargets,
  measureShapeProducts,
  type Reduction,
  reduceShapes,
  weighTargets,
} from './reduce-shapes.ts';
import { RotatedNormals, sampleNormals } from './rotated-normals.ts';
import { findProducts } from './shade-targets.ts';
import { measureStrain, type SurfaceStrain } from './surface-strain.ts';

export interface ReduceMorphsOptions {
  readonly actor: Actor;
  /** The tracks that move this actor's flesh. */
  readonly tracks: readonly MorphTrack[];
  /** Maximum number of morph targets of a mesh, at least two. One of them is the offset that keeps weights in [0, 1]. */
  readonly maxTargets: number;
}

/** The flesh of one node's mesh, reduced to few morph targets. */
export interface ReducedMorphs {
  readonly shapes: NodeShapes;
  readonly reduction: Reduction;
  /** The changes that the targets make, one entry for each part of the shapes. */
  readonly deltas: readonly PrimitiveDeltas[];
  readonly error: ReductionError;
  readonly warnings: readonly string[];
}

/** Targets are added until the error is below these values. tolerance: fraction of the motion. normalTolerance: degrees of the normals. */
const tolerance = 0.001;
const normalTolerance = 0.5;
/** Maximum number of targets that only change normals. */
const maxShades = 6;
/** If the error is above this fraction of the motion, a warning is reported. */
const visibleLoss = 0.01;
/** Maximum number of times at which normals are fitted and the error is measured. */
const maxFitted = 96;
const maxMeasured = 480;

/**
 * Finds, for every mesh that an actor's tracks move, the few targets that approximate the motion best, with normals and tangents
 * if the mesh has them. Reports the error. The result depends on the whole motion, not on frames or clips.
 *
 * source: the actor's file. Throws an `InputError` for a node that shows instances of a mesh.
 */
export function reduceMorphs(
  source: GltfSource,
  { actor, tracks, maxTargets }: ReduceMorphsOptions,
): ReducedMorphs[] {
  return gatherShapes(actor, tracks, tracks[0].times[0]).map((shapes) => {
    refuseInstances(source.root, shapes.node);
    return reduceNode(source, shapes, Math.max(1, maxTargets - 1));
  });
}

function reduceNode(source: GltfSource, shapes: NodeShapes, maxShapes: number): ReducedMorphs {
  const { modeCount, parts } = shapes;
  const [{ stepTimes: times }] = shapes.tracks;
  const amplitudes = sampleTracksAt(shapes.tracks, times);
  const turned = new RotatedNormals(shapes);
  const fitted = sampleTracksAt(shapes.tracks, thin(times, maxFitted));
  const measured = sampleTracksAt(shapes.tracks, thin(times, maxMeasured));
  const primitives = listPrimitives(source.root, shapes.node);
  const tangents = parts.map((part) => readTangents(source, shapes.node, primitives[part.order], part));
  // The strain is needed only for tangents.
  const strains = tangents.some((own) => own !== null) ? measureStrain(shapes) : parts.map(() => null);
  const whole = reduceShapes(amplitudes, measureShapeProducts(shapes), modeCount, modeCount);
  const full = keepTargets(whole, Math.min(maxShapes, whole.targetCount));
  const plain = keepTargets(full, minTargets(full));
  const room = Math.min(maxShades, maxShapes - plain.targetCount);
  // Targets that only change normals do not affect the shapes.
  const plainWeights = weighTargets(fitted, { ...plain, products: [] });
  const samples = sampleNormals(turned, expandWeights(plainWeights, plain, modeCount), modeCount);
  let shades: readonly Float64Array[] | null = null;
  for (let count = 0; ; count++) {
    const reduction = { ...plain, products: shades?.slice(0, count) ?? [] };
    const fittedWeights = weighTargets(fitted, reduction);
    const fit = { weights: fittedWeights, modeCount, reduction };
    const deltas = parts.map((part, k) => buildDeltas(part, strains[k], samples[k], tangents[k], fit));
    const weights = Float32Array.from(weighTargets(measured, reduction));
    const shown = expandWeights(weights, reduction, modeCount);
    const error = measureReduction(shapes, turned, deltas, { simulated: measured, shown, weights });
    if (room > 0 && (error.normals?.largestDegrees ?? 0) > normalTolerance) {
      shades ??= findProducts(parts, turned, plain, fitted, modeCount, room);
      if (count < shades.length) continue;
    }
    return {
      shapes,
      reduction,
      deltas,
      error,
      warnings: [...describeOddities(shapes), ...describeLoss(whole, plain.targetCount)],
    };
  }
}

/** Returns the minimum number of targets for which the error is within the tolerance. */
function minTargets({ leftOut, targetCount }: Reduction): number {
  const enough = leftOut.findIndex((fraction) => fraction <= tolerance);
  return enough < 0 ? targetCount : enough;
}

/** Returns evenly spaced values of a list, including the first and the last; all values if there are at most `maxCount`. */
export function thin(values: Float64Array, max: number): Float64Array {
  if (values.length <= max) return values;
  return Float64Array.from(
    { length: max },
    (_, k) => values[Math.round((k * (values.length - 1)) / (max - 1))],
  );
}

function buildDeltas(
  { surface, vertices, shapes }: ShapePart,
  strain: SurfaceStrain | null,
  samples: readonly Float32Array[] | null,
  tangents: Float32Array | null,
  fit: NormalFit,
): PrimitiveDeltas {
  const { modeCount, reduction } = fit;
  const targetCount = countTargets(reduction);
  const stride = 3 * vertices.length;
  const positions = Array.from({ length: targetCount }, (_, target) => {
    const sums = new Float64Array(stride);
    for (let mode = 0; mode < modeCount; mode++) {
      const fraction = reduction.shapes[target * modeCount + mode] ?? 0;
      for (let k = 0; k < stride; k++) sums[k] += fraction * shapes[mode * stride + k];
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
    normals: samples && normals && targetCount > 0 ? fitNormals(picked(normals, 3), samples, fit) : null,
    tangents: strain && tangents ? carryTangents(strain, picked(tangents, 4), modeCount, reduction) : null,
  };
}

/** Returns tangents [4 · vertexCount]. Null if the primitive has no tangents, or no normals for them. */
function readTangents(
  source: GltfSource,
  node: number,
  primitive: number,
  part: ShapePart,
): Float32Array | null {
  const tangents = meshOf(source.root, node)
    .get('primitives')
    .items()
    [primitive].get('attributes')
    .get('TANGENT');
  if (tangents.absent || !part.surface.normals) return null;
  const values = source.accessors.readFloats(tangents, 'VEC4');
  return values.length === (4 * part.surface.positions.length) / 3 ? values : null;
}

/** If the error is visible, returns a warning that states how many more targets would help. */
function describeLoss({ leftOut }: Reduction, count: number): string[] {
  if (leftOut[count] <= visibleLoss) return [];
  const enough = leftOut.findIndex((fraction) => fraction <= visibleLoss);
  return [
    `${count} shapes and an offset leave out ${percent(leftOut[count])} of its motion; ${enough} shapes would leave out ` +
      `${percent(leftOut[enough])}: set morphTargets to ${enough + 1} in the scene`,
  ];
}

function describeOddities(shapes: NodeShapes): string[] {
  const bare = shapes.parts.filter(({ surface }) => !surface.normals).map(({ surface }) => surface.name);
  if (bare.length === 0) return [];
  return [
    `${bare.join(', ')}: no normals in the file, so none are written; viewers compute flat normals from the displaced triangles`,
  ];
}
