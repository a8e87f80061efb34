import { maxOf, minOf } from '../math/lists.ts';
import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import type { ColumnGrid } from './column-grid.ts';
import { type GroundView, viewAxes } from './ground-view.ts';
import type { PosedMesh, PosedMeshBounds } from './posed-mesh.ts';

/** A rectangle of the world seen from above, metres. */
export interface Area {
  readonly x0: number;
  readonly z0: number;
  readonly x1: number;
  readonly z1: number;
}

/** The data of one moment that a sheet keeps. */
export interface Moment {
  readonly t: number;
  readonly figures: readonly PosedMesh[];
  /** Bounds of the meshes. Null if there are none. */
  readonly bounds: PosedMeshBounds | null;
  /** The ground that has changed so far. Null if there is none. */
  readonly grid: ColumnGrid | null;
}

function unite(areas: readonly Area[]): Area | null {
  if (areas.length === 0) return null;
  return {
    x0: minOf(areas.map((area) => area.x0)),
    z0: minOf(areas.map((area) => area.z0)),
    x1: maxOf(areas.map((area) => area.x1)),
    z1: maxOf(areas.map((area) => area.z1)),
  };
}

const areaOfBounds = ({ min, max }: PosedMeshBounds): Area => ({
  x0: min[0],
  z0: min[2],
  x1: max[0],
  z1: max[2],
});

export const areaOfGrid = (grid: ColumnGrid): Area => ({
  x0: grid.x - grid.step / 2,
  z0: grid.z - grid.step / 2,
  x1: grid.x + (grid.columns - 0.5) * grid.step,
  z1: grid.z + (grid.rows - 0.5) * grid.step,
});

/** Returns the ground's boundary as an area, half a cell larger than its outermost columns. Null if the ground has no boundary. */
export function areaOfExtent(ground: HeightfieldOutput): Area | null {
  if (!ground.extent) return null;
  const { i0, j0, columns, rows } = ground.extent;
  const { cell } = ground;
  return {
    x0: (i0 - 0.5) * cell,
    z0: (j0 - 0.5) * cell,
    x1: (i0 + columns - 0.5) * cell,
    z1: (j0 + rows - 0.5) * cell,
  };
}

/** Returns the area of the changed ground and of the meshes at all moments. If there are none, a square of one metre at the origin. */
export function areaOfAction(moments: readonly Moment[], ground: HeightfieldOutput): Area {
  const areas: Area[] = [];
  for (const { grid, bounds } of moments) {
    if (grid) areas.push(areaOfGrid(grid));
    if (bounds) areas.push(areaOfBounds(bounds));
  }
  const extent = areaOfExtent(ground);
  return unite(areas) ?? extent ?? { x0: -1, z0: -1, x1: 1, z1: 1 };
}

/**
 * Returns the number of steps of 90° that rotate the longer side of an area to the horizontal, so that meshes that move along it move to
 * the right.
 */
export function chooseTurn(area: Area, moments: readonly Moment[]): number {
  const alongZ = area.z1 - area.z0 > 1.15 * (area.x1 - area.x0);
  const centers = moments.flatMap(({ bounds }) =>
    bounds ? [[(bounds.min[0] + bounds.max[0]) / 2, (bounds.min[2] + bounds.max[2]) / 2]] : [],
  );
  const axis = alongZ ? 1 : 0;
  const travel = centers.length > 1 ? centers[centers.length - 1][axis] - centers[0][axis] : 0;
  return (alongZ ? 1 : 0) + (travel < -0.05 * (area.x1 - area.x0 + area.z1 - area.z0) ? 2 : 0);
}

/** Returns the size of a rotated area in the picture: along the picture and across it. */
export function turnedSize(area: Area, turn: number): { long: number; cross: number } {
  const [x, z] = [area.x1 - area.x0, area.z1 - area.z0];
  return turn & 1 ? { long: z, cross: x } : { long: x, cross: z };
}

/**
 * Returns the area on a sheet: all motion with some ground around it. Its width is at least its length / `maxAspect`, and its length at
 * least `minAspect` times its width. It lies within the ground's boundary. If the whole ground is not much larger, returns the whole
 * ground.
 */
export function chooseArea(
  action: Area,
  turn: number,
  ground: HeightfieldOutput,
  minAspect: number,
  maxAspect: number,
): Area {
  const size = turnedSize(action, turn);
  const pad = Math.max(10 * ground.cell, 0.06 * Math.min(Math.max(size.long, size.cross), 5 * size.cross));
  let long = size.long + 2 * pad;
  let cross = Math.max(size.cross + 2 * pad, long / maxAspect);
  long = Math.max(long, cross * minAspect);
  const extent = areaOfExtent(ground);
  if (extent) {
    const edge = turnedSize(extent, turn);
    if (edge.long <= 1.5 * long && edge.cross <= 2.5 * cross && edge.long <= maxAspect * edge.cross)
      return extent;
    long = Math.min(long, edge.long);
    cross = Math.min(cross, edge.cross);
  }
  return centeredArea((action.x0 + action.x1) / 2, (action.z0 + action.z1) / 2, long, cross, turn, extent);
}

/**
 * Returns an area of a given size around a point. It is moved, not shrunk, so that it lies within the outer area, which must be large
 * enough.
 */
export function centeredArea(
  x: number,
  z: number,
  long: number,
  cross: number,
  turn: number,
  within: Area | null,
): Area {
  const sizeX = turn & 1 ? cross : long;
  const sizeZ = turn & 1 ? long : cross;
  let x0 = x - sizeX / 2;
  let z0 = z - sizeZ / 2;
  if (within) {
    x0 = Math.max(within.x0, Math.min(x0, within.x1 - sizeX));
    z0 = Math.max(within.z0, Math.min(z0, within.z1 - sizeZ));
  }
  return { x0, z0, x1: x0 + sizeX, z1: z0 + sizeZ };
}

/**
 * Returns the view in which the long side of an area fills `width` pixels. The height of the view depends on the area, but is at most
 * `maxHeight`.
 */
export function viewOfArea(area: Area, turn: number, width: number, maxHeight: number): GroundView {
  const { long, cross } = turnedSize(area, turn);
  let scale = long / width;
  if (cross / scale > maxHeight) scale = cross / maxHeight;
  return {
    x: (area.x0 + area.x1) / 2,
    z: (area.z0 + area.z1) / 2,
    turn,
    width: Math.max(1, Math.min(width, Math.round(long / scale))),
    height: Math.max(1, Math.min(maxHeight, Math.round(cross / scale))),
    scale,
  };
}

/** Divides a long area into `count` consecutive parts, in the direction to the right in the picture. */
export function cutArea(area: Area, turn: number, count: number): Area[] {
  const { right } = viewAxes(turn);
  return Array.from({ length: count }, (_, k) => {
    const n = right[0] + right[1] > 0 ? k : count - 1 - k;
    const from = n / count;
    const to = (n + 1) / count;
    if (turn & 1) {
      const z = area.z1 - area.z0;
      return { ...area, z0: area.z0 + from * z, z1: area.z0 + to * z };
    }
    const x = area.x1 - area.x0;
    return { ...area, x0: area.x0 + from * x, x1: area.x0 + to * x };
  });
}
