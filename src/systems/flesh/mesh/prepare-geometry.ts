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
  /** Elements wanted, met within 10 %. */
  readonly elementCount: number;
  /** A mesh from a file instead of our own, in mesh space, as the character's vertices are: its unit and axes. */
  readonly tetMesh?: TetMesh;
  /** Whether a body that nothing holds is wanted. */
  readonly isFree?: boolean;
  /** Called with the share done, 0..1. */
  progress?(share: number): void;
}

/** A part's elements and the character's vertices in them. */
export interface FleshGeometry {
  /** Ten-node tetrahedra, metres, in the part's space. */
  readonly mesh: TetMesh;
  /** Nodes held to the bone, ascending, those in the middle of edges included. */
  readonly fixed: Uint32Array;
  /** Node of the bone that carries the part, and the part's space to the bone's [16]. */
  readonly node: number;
  readonly inverseBind: Float64Array;
  /** Metres to a unit of the part's space, the mesh space of its main surface. */
  readonly scale: number;
  /** For `embedShapes`. */
  readonly embedded: EmbeddedVertices;
  readonly quality: GeometryQuality;
  readonly warnings: readonly string[];
}

export interface GeometryQuality {
  readonly nodeCount: number;
  readonly tetCount: number;
  readonly fixedNodeCount: number;
  /** m³, of the elements and of the region less its bone. */
  readonly volume: number;
  /** Radius ratio of the worst element and the mean, 3 · inradius / circumradius: 1 regular, 0 flat. */
  readonly worstElement: number;
  readonly meanElement: number;
  /** What became of the vertices that the character's file repeats. */
  readonly copies: JoinCounts;
}

/** Elements of our mesher, at least and at most. */
const fewest = 50;
const most = 500_000;

/**
 * Makes a part of a character ready for the solver: its region closed, its bone core chosen and checked, filled with
 * elements (or with those of a file), the character's vertices found in them.
 *
 * Synchronous and deterministic. Errors: InputError with the option's path under `path`.
 */
export function prepareGeometry(rig: Rig, options: GeometryOptions): FleshGeometry {
  return workThrough(preparingGeometry(rig, options));
}

/** `prepareGeometry` as long work. */
export function* preparingGeometry(rig: Rig, options: GeometryOptions): LongWork<FleshGeometry> {
  const { path, elementCount, tetMesh, isFree = false, progress } = options;
  if (!tetMesh && !(elementCount >= fewest && elementCount <= most)) {
    throw InputError.at(
      `${path}.elements`,
      `expected a number of elements in ${fewest}..${most}, got ${elementCount}`,
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
        progress: (share) => progress?.(0.1 + 0.8 * share),
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

/** The bone core of a region, null for none, and the region's field without it. Errors: as `chooseCore`. */
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
