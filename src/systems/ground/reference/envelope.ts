import { square } from '../../../math/portable.ts';
import type { KernelMemory } from '../../kernel-memory.ts';
import { noEnvelope, viewSheet } from '../flow/sheet.ts';

const highest = 2 ** 30;

/** See `GroundKernel.clearEnvelope`. */
export function clearEnvelope(memory: KernelMemory, sheet: number): void {
  viewSheet(memory, sheet).envelope.fill(noEnvelope);
}

/** See `GroundKernel.keepEndPose`. */
export function keepEndPose(memory: KernelMemory, sheet: number): void {
  const { envelope, endEnvelope } = viewSheet(memory, sheet);
  endEnvelope.set(envelope);
}

/** See `GroundKernel.placeBlend`. */
export function placeBlend(
  memory: KernelMemory,
  out: number,
  start: number,
  end: number,
  count: number,
  s: number,
  sheet: number,
): void {
  const from = new Float64Array(memory.buffer, start, count * 3);
  const to = new Float64Array(memory.buffer, end, count * 3);
  const write = placer(memory, out, count, sheet);
  for (let k = 0; k < count * 3; k += 3) {
    const x = from[k] + (to[k] - from[k]) * s;
    const y = from[k + 1] + (to[k + 1] - from[k + 1]) * s;
    const z = from[k + 2] + (to[k + 2] - from[k + 2]) * s;
    write(k, x, y, z);
  }
}

/** See `GroundKernel.placeRigid`. */
export function placeRigid(
  memory: KernelMemory,
  out: number,
  rest: number,
  count: number,
  matrix: number,
  sheet: number,
): void {
  const points = new Float64Array(memory.buffer, rest, count * 3);
  const m = new Float64Array(memory.buffer, matrix, 12);
  const write = placer(memory, out, count, sheet);
  for (let k = 0; k < count * 3; k += 3) {
    const [x, y, z] = [points[k], points[k + 1], points[k + 2]];
    write(
      k,
      m[0] * x + m[1] * y + m[2] * z + m[3],
      m[4] * x + m[5] * y + m[6] * z + m[7],
      m[8] * x + m[9] * y + m[10] * z + m[11],
    );
  }
}

function placer(memory: KernelMemory, out: number, count: number, sheet: number) {
  const { record } = viewSheet(memory, sheet);
  const placed = new Int32Array(memory.buffer, out, count * 3);
  const scale = record.scale;
  const unitsPerMetre = record.unitsPerMetre;
  const originX = record.originX;
  const originZ = record.originZ;
  const datum = record.datum;
  return (k: number, x: number, y: number, z: number) => {
    placed[k] = saturate(Math.floor(x * scale + 0.5) - originX);
    placed[k + 1] = Math.max(
      -highest,
      Math.min(highest, saturate(Math.floor(y * unitsPerMetre + 0.5) - datum)),
    );
    placed[k + 2] = saturate(Math.floor(z * scale + 0.5) - originZ);
  };
}

function saturate(x: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, x));
}

/** The motion of placed vertices over a step: see `GroundKernel.castMovingTriangles`. */
interface PlacedMotion {
  readonly from: number;
  readonly to: number;
  readonly lean256: number;
}

/** See `GroundKernel.castTriangles` and, with a motion, `castMovingTriangles`. */
export function castTriangles(
  memory: KernelMemory,
  sheet: number,
  placed: number,
  indices: number,
  triangleCount: number,
  reach: number,
  motion?: PlacedMotion,
): void {
  const { columns, rows, envelope, height, drift } = viewSheet(memory, sheet);
  const corners = new Uint32Array(memory.buffer, indices, triangleCount * 3);
  const vertices = new Int32Array(memory.buffer, placed);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t] * 3, corners[t + 1] * 3, corners[t + 2] * 3];
    const ya = vertices[a + 1];
    const yb = vertices[b + 1];
    const yc = vertices[c + 1];
    const lowest = Math.min(ya, yb, yc);
    const highestCorner = Math.max(ya, yb, yc);
    const [xa, xb, xc] = [vertices[a], vertices[b], vertices[c]];
    const [za, zb, zc] = [vertices[a + 2], vertices[b + 2], vertices[c + 2]];
    const firstColumn = Math.max(0, Math.ceil(Math.min(xa, xb, xc) / 256));
    const lastColumn = Math.min(columns - 1, Math.floor(Math.max(xa, xb, xc) / 256));
    const firstRow = Math.max(0, Math.ceil(Math.min(za, zb, zc) / 256));
    const lastRow = Math.min(rows - 1, Math.floor(Math.max(za, zb, zc) / 256));
    if (firstColumn > lastColumn || firstRow > lastRow) continue;
    let ground = Number.NEGATIVE_INFINITY;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn & ~3; column <= (lastColumn | 3); column++) {
        ground = Math.max(ground, height[row * columns + column]);
      }
    }
    if (lowest > ground + reach) continue;

    // Twice the signed area of the projection. Edges are oriented so that no edge function is negative inside.
    const area = (xb - xa) * (zc - za) - (xc - xa) * (zb - za);
    if (area === 0) continue;
    const turn = area > 0 ? 1 : -1;
    const gradientX = ((yb - ya) * (zc - za) - (yc - ya) * (zb - za)) / area;
    const gradientZ = ((yc - ya) * (xb - xa) - (yb - ya) * (xc - xa)) / area;
    const own = motion ? driftOf(memory, sheet, [a, b, c], motion) : 0;
    for (let row = firstRow; row <= lastRow; row++) {
      const z = row * 256;
      for (let column = firstColumn; column <= lastColumn; column++) {
        const x = column * 256;
        if (turn * ((xb - xa) * (z - za) - (x - xa) * (zb - za)) < 0) continue;
        if (turn * ((xc - xb) * (z - zb) - (x - xb) * (zc - zb)) < 0) continue;
        if (turn * ((xa - xc) * (z - zc) - (x - xc) * (za - zc)) < 0) continue;
        const plane = Math.floor(ya + gradientX * (x - xa) + gradientZ * (z - za));
        const y = Math.max(lowest, Math.min(highestCorner, plane));
        const k = row * columns + column;
        if (motion && (y < envelope[k] || (y === envelope[k] && isStronger(own, drift![k])))) drift![k] = own;
        if (y < envelope[k]) envelope[k] = y;
      }
    }
  }
}

/** Returns the drift of a triangle whose corners have these offsets. */
function driftOf(
  memory: KernelMemory,
  sheet: number,
  corners: readonly number[],
  motion: PlacedMotion,
): number {
  const { record } = viewSheet(memory, sheet);
  const from = new Int32Array(memory.buffer, motion.from);
  const to = new Int32Array(memory.buffer, motion.to);
  const move = (axis: number) => corners.reduce((sum, k) => sum + (to[k + axis] - from[k + axis]), 0);
  const [dx, dz] = [move(0), move(2)];
  const dy = (move(1) * record.scale) / record.unitsPerMetre;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length === 0) return 0;
  const factor = (motion.lean256 * 127) / 256 / length;
  return (Math.trunc(dz * factor) << 8) | (Math.trunc(dx * factor) & 0xff);
}

/** Returns whether a drift is longer. Ties are broken in a fixed way, so that the order of triangles does not matter. */
function isStronger(one: number, other: number): boolean {
  const lengthOf = (drift: number) => square((drift << 24) >> 24) + square(drift >> 8);
  const longer = lengthOf(one) - lengthOf(other);
  return longer > 0 || (longer === 0 && one > other);
}
