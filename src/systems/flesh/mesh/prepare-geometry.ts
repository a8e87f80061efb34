import { InputError } from '../../../input-error.ts';
import { type LongWork, workThrough } from '../../../long-work.ts';
import { append } from '../../../math/lists.ts';
import { pow } from '../../../math/portable.ts';
import type { JoinCounts } from '../../../motion/join-surface.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { adoptMesh } from './adopt-mesh.ts';
import type { BoneCore } from './bone-core.ts';
import { type CoreChoice, chooseCore } from './choose-core.ts';
import { type EmbeddedVertices, embedVertices } from './embed-shapes.ts';

export { embeddingShapes, embedShapes } from './embed-shapes.ts';

import { extractingRegion, type Region, type RegionOptions } from './extract-region.ts';
import { meshingRegion } from './mesh-region.ts';
import { RegionField } from './region-field.ts';

export interface GeometryOptions extends Omit<RegionOptions, 'mayBeSheet'> {
  /** Default: the bones of the region's joints. */
  readonly core?: CoreChoice;
  /** Number of elements wanted. The actual number is within 10 % of it. */
  readonly elementCount: number;
  /**
   * A mesh from a file, which is used instead of running the mesher. It is in mesh space, with the unit and axes of the character's
   * vertices.
   */
  readonly tetMesh?: TetMesh;
  /** Whether the body need not be held. */
  readonly isFree?: boolean;
  /** Whether each of the joints has a part of its own. Read by `dividingRegion`. */
  readonly eachJoint?: boolean;
  /** Called with the fraction of the work that is done, 0..1. */
  progress?(fraction: number): void;
}

/** A part's elements, and the positions of the character's vertices in them. */
export interface FleshGeometry {
  /** Ten-node tetrahedra, metres, in the part's space. */
  readonly mesh: TetMesh;
  /** Indices of the nodes held to the bone, ascending, including mid-edge nodes. */
  readonly fixed: Uint32Array;
  /** Node of the bone that carries the part. inverseBind [16]: transform from the part's space to the bone's space. */
  readonly node: number;
  readonly inverseBind: Float64Array;
  /** Metres per unit of the part's space, which is the mesh space of its main surface. */
  readonly scale: number;
  /** The positions of vertices in the form that `embedShapes` needs. */
  readonly embedded: EmbeddedVertices;
  readonly quality: GeometryQuality;
  readonly warnings: readonly string[];
}

export interface GeometryQuality {
  readonly nodeCount: number;
  readonly tetCount: number;
  readonly fixedNodeCount: number;
  /** Volume of the elements, m³. */
  readonly volume: number;
  /** Radius ratio, 3 · inradius / circumradius, of the worst element, and the mean of all: 1 for a regular element, 0 for a flat one. */
  readonly worstElement: number;
  readonly meanElement: number;
  /** Number of repeated vertices of the file that were joined, and number of those that were not. */
  readonly copies: JoinCounts;
}

/** Minimum and maximum number of elements of the mesher. */
const minElements = 50;
const maxElements = 500_000;

/**
 * Prepares a part of a character for the solver: closes its region, chooses and checks its bone core, fills it with elements (or takes
 * those of a file), and locates the character's vertices in them.
 *
 * Synchronous and deterministic. Throws InputError with the path of the option, which begins with `path`.
 */
export function prepareGeometry(rig: Rig, options: GeometryOptions): FleshGeometry {
  return workThrough(preparingGeometry(rig, options));
}

/** Does the same as `prepareGeometry`, as long work. */
export function* preparingGeometry(rig: Rig, options: GeometryOptions): LongWork<FleshGeometry> {
  const { path, elementCount, tetMesh, isFree = false, progress } = options;
  if (!tetMesh && !(elementCount >= minElements && elementCount <= maxElements)) {
    throw InputError.at(
      `${path}.elements`,
      `expected a number of elements in ${minElements}..${maxElements}, got ${elementCount}`,
    );
  }
  const region = yield* extractingRegion(rig, { ...options, mayBeSheet: tetMesh !== undefined });
  progress?.(0.1);
  const warnings = [...region.warnings];
  yield;
  const { core: bone, field } = findCore(rig, region, options, warnings);
  const meshed = tetMesh
    ? adoptMesh(tetMesh, region, field, bone, isFree, `${path}.mesh`)
    : yield* meshingRegion(region.surface, {
        path,
        field: field.withCore(bone),
        elementCount,
        isFree,
        progress: (fraction) => progress?.(0.1 + 0.8 * fraction),
      });
  const { mesh, fixed, quality, size } = meshed;
  append(warnings, meshed.warnings);
  const embedded = yield* embedVertices(rig, region, mesh, size);
  progress?.(1);
  const { node, inverseBind, scale } = region.frame;
  return {
    mesh,
    fixed,
    node,
    inverseBind,
    scale,
    embedded,
    quality: {
      nodeCount: mesh.positions.length / 3,
      tetCount: mesh.tets.length / 10,
      fixedNodeCount: fixed.length,
      volume: quality.volume,
      worstElement: quality.worst,
      meanElement: quality.mean,
      copies: region.copies,
    },
    warnings,
  };
}

/**
 * Returns the bone core of a region (null if there is none), and the region's distance field without the core. Throws the same errors as
 * `chooseCore`.
 */
export function findCore(
  rig: Rig,
  region: Region,
  { path, core = { kind: 'bones' }, joints = [], elementCount, tetMesh }: GeometryOptions,
  warnings: string[],
): { core: BoneCore | null; field: RegionField } {
  const field = new RegionField(region.surface, region.isCut, null);
  const cell = pow(
    (12 * Math.abs(region.volume)) / (tetMesh ? tetMesh.tets.length / tetMesh.nodesPerTet : elementCount),
    1 / 3,
  );
  return { core: chooseCore(core, rig, joints, region, field, cell, path, warnings), field };
}
