import type { ColumnGrid } from '../column-grid.ts';
import { shadowOfSun, visibleSkyCoarse } from '../light-sweep.ts';
import { resampleGrid } from '../resample.ts';
import { smoothWalls } from '../smooth-walls.ts';
import type { Point } from './camera.ts';

/**
 * Ground as a smooth surface for pictures: heights, slopes and light at the samples of a grid. Sample (i, j) is at world x + i · step, z +
 * j · step.
 */
export interface GroundSurface {
  readonly columns: number;
  readonly rows: number;
  readonly x: number;
  readonly z: number;
  readonly step: number;
  readonly lowest: number;
  readonly highest: number;
  /** The coarser ground around this one, or the height of level ground around it. */
  readonly around: GroundSurface | number;
  /** Maximum height of each block of samples, row-major. */
  readonly tops: Float32Array;
  readonly height: Float32Array;
  /** Slopes ∂y/∂x and ∂y/∂z. */
  readonly slopeX: Float32Array;
  readonly slopeZ: Float32Array;
  readonly pressed: Float32Array;
  /** Wetness and fraction of stone, 0..1. Absent if everything is dry, or if there is no stone. */
  readonly wetness?: Float32Array;
  readonly stones?: Float32Array;
  /** Fraction of the sun and of the sky, 0..1. */
  readonly lit: Float32Array;
  readonly open: Float32Array;
}

/**
 * Creates a surface that is `refine` times finer than a grid of columns, and computes its light. With `around`, it lies within that coarser
 * ground. Without `around`, its outer tenth blends into level ground. toSun: unit direction to the sun, y > 0.
 */
export function createGroundSurface(
  source: ColumnGrid,
  toSun: Point,
  refine: number,
  around?: GroundSurface,
): GroundSurface {
  const grid = refine > 1 ? smoothWalls(source) : source;
  const columns = (grid.columns - 1) * refine + 1;
  const rows = (grid.rows - 1) * refine + 1;
  const step = grid.step / refine;
  const now = new Float32Array(grid.initial.length);
  let level = 0;
  for (let k = 0; k < now.length; k++) {
    now[k] = grid.initial[k] + grid.change[k];
    level += grid.initial[k] / now.length;
  }
  const height = resampleGrid(now, grid.columns, grid.rows, columns, rows, 0, 0, 1 / refine);
  const finer = (layer: Float32Array) =>
    resampleGrid(layer, grid.columns, grid.rows, columns, rows, 0, 0, 1 / refine);
  const pressed = finer(grid.pressed);
  const border = around ? 0 : Math.max(1, 0.1 * Math.min(columns, rows));
  let [lowest, highest] = around ? [around.lowest, around.highest] : [level, level];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const edge = border > 0 ? Math.min(i, j, columns - 1 - i, rows - 1 - j) / border : 1;
      const keep = edge >= 1 ? 1 : edge * edge * (3 - 2 * edge);
      const k = j * columns + i;
      height[k] = level + keep * (height[k] - level);
      lowest = Math.min(lowest, height[k]);
      highest = Math.max(highest, height[k]);
    }
  }
  const slopeX = new Float32Array(height.length);
  const slopeZ = new Float32Array(height.length);
  const inverse = 1 / (2 * step);
  for (let j = 1; j < rows - 1; j++) {
    for (let i = 1; i < columns - 1; i++) {
      const k = j * columns + i;
      slopeX[k] = (height[k + 1] - height[k - 1]) * inverse;
      slopeZ[k] = (height[k + columns] - height[k - columns]) * inverse;
    }
  }
  const across = Math.sqrt(toSun[0] * toSun[0] + toSun[2] * toSun[2]);
  const sun = { towardX: toSun[0], towardY: toSun[2], slope: toSun[1] / Math.max(across, 1e-6) };
  if (across < 1e-6) sun.towardX = 1;
  return {
    columns,
    rows,
    x: grid.x,
    z: grid.z,
    step,
    lowest,
    highest,
    around: around ?? level,
    tops: findTops(height, columns, rows),
    height,
    slopeX,
    slopeZ,
    pressed,
    ...(grid.wetness && { wetness: finer(grid.wetness) }),
    ...(grid.stones && { stones: finer(grid.stones) }),
    lit: shadowOfSun(height, columns, rows, step, sun),
    open: visibleSkyCoarse(height, columns, rows, step),
  };
}

/** Number of samples along the side of a block. */
const blockSize = 16;
/** The heights of ground that lies within another one may be higher than that by this amount, m. */
const topMargin = 0.3;

function findTops(height: Float32Array, columns: number, rows: number): Float32Array {
  const across = Math.ceil(columns / blockSize);
  const tops = new Float32Array(across * Math.ceil(rows / blockSize)).fill(-Infinity);
  for (let j = 0; j < rows; j++) {
    // A sample also belongs to the block before it, whose last heights are interpolated with it.
    const lastRow = Math.floor(j / blockSize);
    const firstRow = Math.floor(Math.max(0, j - 1) / blockSize);
    for (let i = 0; i < columns; i++) {
      const top = height[j * columns + i];
      const firstColumn = Math.floor(Math.max(0, i - 1) / blockSize);
      for (let b = firstRow; b <= lastRow; b++) {
        for (let a = firstColumn; a <= Math.floor(i / blockSize); a++)
          tops[b * across + a] = Math.max(tops[b * across + a], top);
      }
    }
  }
  return tops;
}

/** Returns the distance along a ray up to which it is above all heights, if that is further than t. Otherwise t. */
function skipEmpty(
  surface: GroundSurface,
  origin: Point,
  direction: readonly [number, number, number],
  t: number,
): number {
  const [dx, dy, dz] = direction;
  const x = origin[0] + t * dx;
  const z = origin[2] + t * dz;
  const held = surfaceAt(surface, x, z);
  if (!held) return t;
  const side = held.step * blockSize;
  const i = Math.floor((x - held.x) / side);
  const j = Math.floor((z - held.z) / side);
  const toX = dx === 0 ? Infinity : (held.x + (dx > 0 ? i + 1 : i) * side - origin[0]) / dx;
  const toZ = dz === 0 ? Infinity : (held.z + (dz > 0 ? j + 1 : j) * side - origin[2]) / dz;
  const exit = Math.min(toX, toZ);
  const lowest = origin[1] + (dy < 0 ? exit : t) * dy;
  const top = held.tops[j * Math.ceil(held.columns / blockSize) + i] + (held === surface ? 0 : topMargin);
  return lowest > top ? Math.max(t, exit) : t;
}

/** Returns the surface that contains a point: this one, or the one around it. Null if the point is outside, on level ground. */
export function surfaceAt(surface: GroundSurface, x: number, z: number): GroundSurface | null {
  const i = (x - surface.x) / surface.step;
  const j = (z - surface.z) / surface.step;
  if (i >= 0 && j >= 0 && i < surface.columns - 1 && j < surface.rows - 1) return surface;
  return typeof surface.around === 'number' ? null : surfaceAt(surface.around, x, z);
}

/** Returns a layer at a point inside a surface, by linear interpolation. */
export function sampleLayer(surface: GroundSurface, layer: Float32Array, x: number, z: number): number {
  const i = (x - surface.x) / surface.step;
  const j = (z - surface.z) / surface.step;
  const { columns } = surface;
  const column = i | 0;
  const row = j | 0;
  const s = i - column;
  const t = j - row;
  const k = row * columns + column;
  const top = layer[k] + s * (layer[k + 1] - layer[k]);
  const bottom = layer[k + columns] + s * (layer[k + columns + 1] - layer[k + columns]);
  return top + t * (bottom - top);
}

/** Returns the height of the ground at a world position. */
export function heightAt(surface: GroundSurface, x: number, z: number): number {
  const i = (x - surface.x) / surface.step;
  const j = (z - surface.z) / surface.step;
  if (i >= 0 && j >= 0 && i < surface.columns - 1 && j < surface.rows - 1)
    return sampleLayer(surface, surface.height, x, z);
  return typeof surface.around === 'number' ? surface.around : heightAt(surface.around, x, z);
}

/**
 * Returns the distance along a ray to the ground, metres. Infinity if the ray misses the ground. The ray is followed between the lowest and
 * the highest height in steps of about half a sample, or of `spread` times the distance if that is more: `spread` is the width of a pixel
 * at a distance of 1 m. The intersection is then refined to a thousandth of a step.
 */
export function hitGround(
  surface: GroundSurface,
  origin: Point,
  direction: readonly [number, number, number],
  spread: number,
): number {
  const { lowest, highest } = surface;
  const [dx, dy, dz] = direction;
  let from = 0;
  let to = Infinity;
  if (dy < 0) {
    from = Math.max(0, (highest - origin[1]) / dy);
    to = (lowest - origin[1]) / dy;
  } else {
    if (origin[1] > highest) return Infinity;
    to = dy > 0 ? (highest - origin[1]) / dy : 0;
  }
  if (!(to > from)) return dy < 0 && to >= 0 ? to : Infinity;
  const level = Math.sqrt(dx * dx + dz * dz);
  const minStep = (0.6 * surface.step) / Math.max(level, 1e-3);
  let near = from;
  for (let t = from; ; ) {
    const y = origin[1] + t * dy;
    if (y <= heightAt(surface, origin[0] + t * dx, origin[2] + t * dz)) {
      let far = t;
      for (let n = 0; n < 10 && far > near; n++) {
        const middle = (near + far) / 2;
        const ground = heightAt(surface, origin[0] + middle * dx, origin[2] + middle * dz);
        if (origin[1] + middle * dy <= ground) far = middle;
        else near = middle;
      }
      return far;
    }
    if (t >= to) return dy < 0 ? to : Infinity;
    // Ground that lies within another one is wide, so that a ray crosses many samples.
    const empty = typeof surface.around === 'number' ? t : skipEmpty(surface, origin, direction, t);
    near = Math.max(t, Math.min(to, empty));
    t = Math.min(to, Math.max(empty, t + Math.max(minStep, t * spread)));
  }
}
