import { deformSurface } from '../../motion/deform-surface.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import type { MorphSurface } from '../outputs/morph.ts';
import { nameNode } from './mesh/part-frame.ts';
import { type RegionChoice, weighRegion } from './mesh/region-weights.ts';

/** The surfaces of a character that a part moves, and the moving fraction of each surface. */
export interface FleshSelection {
  /** The bone that carries the part. */
  readonly bone: string;
  /** Area that moves as a fraction of the area of the whole character in its rest pose, 0..1. */
  readonly areaFraction: number;
  /** The surfaces of the character, in the order of the rig. */
  readonly surfaces: readonly SelectedSurface[];
}

export interface SelectedSurface {
  /** Index into the rig's surfaces, and the surface's name. */
  readonly surface: number;
  readonly name: string;
  /** Number of vertices that move, and number of all vertices of the surface. */
  readonly vertices: number;
  readonly vertexCount: number;
  /** Number of triangles with at least one moving corner. */
  readonly triangles: number;
  /** Fraction of the surface's area that moves, 0..1. */
  readonly areaFraction: number;
  /** Fraction of the part's whole moving area that is on this surface, 0..1. */
  readonly movingFraction: number;
}

/** A warning is reported if, of the area that a named joint moves, less than this fraction is in the part. */
const minHeldFraction = 0.25;
/**
 * If the area of a joint in the region is less than this fraction of the moving area, the joint belongs to another body of the same flesh.
 */
const elsewhere = 1e-6;
/** A warning is reported if less than this fraction of the moving area follows the named joints. */
const minNamedFraction = 0.5;

/**
 * Measures which surfaces a part moves, in the rest pose. choice: the region that was requested. named: the joints of the region, grouped
 * by the name that was given. There are warnings if a named joint hardly moves anything in the part, and if most of the part follows joints
 * that were not named.
 */
export function measureSelection(
  rig: Rig,
  moved: readonly Pick<MorphSurface, 'surface' | 'vertices'>[],
  node: number,
  choice: RegionChoice & { readonly named?: ReadonlyMap<string, readonly number[]> },
): { readonly selection: FleshSelection; readonly warnings: string[] } {
  const areas = measureVertexAreas(rig);
  const total = areas.reduce((sum, own) => sum + sumOf(own), 0);
  const movingAreas = moved.map(({ surface, vertices }) =>
    vertices.reduce((sum, vertex) => sum + areas[surface][vertex], 0),
  );
  const moving = movingAreas.reduce((sum, area) => sum + area, 0);
  const surfaces = moved.map(({ surface, vertices }, k): SelectedSurface => {
    const { name, positions, indices } = rig.surfaces[surface];
    const isMoved = new Uint8Array(positions.length / 3);
    for (const vertex of vertices) isMoved[vertex] = 1;
    let triangles = 0;
    for (let t = 0; t < indices.length; t += 3) {
      if (isMoved[indices[t]] || isMoved[indices[t + 1]] || isMoved[indices[t + 2]]) triangles++;
    }
    return {
      surface,
      name: name || `surface ${surface}`,
      vertices: vertices.length,
      vertexCount: positions.length / 3,
      triangles,
      areaFraction: fraction(movingAreas[k], sumOf(areas[surface])),
      movingFraction: fraction(movingAreas[k], moving),
    };
  });
  const bone = nameNode(rig, node).replaceAll('"', '');
  return {
    selection: { bone, areaFraction: fraction(moving, total), surfaces },
    warnings: warnOfNames(rig, moved, areas, moving, choice),
  };
}

function warnOfNames(
  rig: Rig,
  moved: readonly Pick<MorphSurface, 'surface' | 'vertices'>[],
  areas: readonly Float64Array[],
  moving: number,
  choice: Parameters<typeof measureSelection>[3],
): string[] {
  const warnings: string[] = [];
  let namedMoving = 0;
  for (const [name, joints] of choice.named ?? []) {
    const weights = weighRegion(rig, { ...choice, joints }, '');
    const weighted = (surface: number, vertex: number) =>
      areas[surface][vertex] * (weights[surface]?.[vertex] ?? 0);
    const held = weights.reduce(
      (sum, own, surface) => sum + (own ? own.reduce((part, _, v) => part + weighted(surface, v), 0) : 0),
      0,
    );
    const holding = moved.reduce(
      (sum, { surface, vertices }) => sum + vertices.reduce((part, v) => part + weighted(surface, v), 0),
      0,
    );
    namedMoving += holding;
    if (held > 0 && held < elsewhere * moving) continue;
    if (held === 0) {
      warnings.push(`the joint "${name}" moves no vertex of the character, so it adds nothing to the part`);
    } else if (holding < minHeldFraction * held) {
      warnings.push(
        `only ${percent(holding / held)} of what the joint "${name}" moves is in the part: the rest is below the threshold or on the boundary of the part; ` +
          'add the neighbouring joints, or give a lower threshold',
      );
    }
  }
  if (choice.named && choice.named.size > 0 && namedMoving < minNamedFraction * moving) {
    warnings.push(
      `only ${percent(namedMoving / moving)} of what moves follows the named joints: a higher threshold leaves the rest out`,
    );
  }
  return warnings;
}

/** Returns for each surface a third of the area of the triangles at each vertex, in the rig's rest pose, rig units². [vertexCount] */
function measureVertexAreas(rig: Rig): Float64Array[] {
  const pose = new Pose(rig);
  pose.updateWorld();
  return rig.surfaces.map((surface) => {
    const { indices } = surface;
    const deformed = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, deformed);
    const out = new Float64Array(deformed.length / 3);
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
      const u = [0, 1, 2].map((axis) => deformed[b + axis] - deformed[a + axis]);
      const w = [0, 1, 2].map((axis) => deformed[c + axis] - deformed[a + axis]);
      const x = u[1] * w[2] - u[2] * w[1];
      const y = u[2] * w[0] - u[0] * w[2];
      const z = u[0] * w[1] - u[1] * w[0];
      const third = Math.sqrt(x * x + y * y + z * z) / 6;
      for (const corner of [a, b, c]) out[corner / 3] += third;
    }
    return out;
  });
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Returns a fraction, rounded to four digits so that files and reports are short. */
function fraction(part: number, whole: number): number {
  return whole > 0 ? Number((part / whole).toPrecision(4)) : 0;
}

function percent(value: number): string {
  return `${Number((100 * value).toPrecision(2))} %`;
}
