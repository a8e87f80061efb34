import { describe, expect, test } from 'vitest';
import { noEnvelope } from '../flow/sheet.ts';
import { type Bench, Dice, makeBench, putFloats, putIndices } from '../testing/kernel-scenes.ts';

const columns = 64;
const rows = 32;
const cell = 0.01;

/** Casts triangles whose corners are in metres. Returns the envelope and the transformed corners. */
function cast(bench: Bench, coordinates: readonly number[], indices: readonly number[], reach = 2 ** 30) {
  const count = coordinates.length / 3;
  const start = putFloats(bench, coordinates);
  const triangles = putIndices(bench, indices);
  const placed = bench.allocator.allocate(count * 12);
  bench.kernel.placeBlend(placed, start, start, count, 0, bench.pointer);
  bench.kernel.clearEnvelope(bench.pointer);
  bench.kernel.castTriangles(bench.pointer, placed, triangles, indices.length / 3, reach);
  return {
    envelope: bench.sheet.view.envelope.slice(),
    corners: new Int32Array(bench.kernel.memory.buffer, placed, count * 3).slice(),
  };
}

/** Computes the envelope with one vertical ray per column against every triangle, in exact fractions. */
function castRays(corners: Int32Array, indices: readonly number[]): number[] {
  const result: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let lowest = noEnvelope;
      for (let t = 0; t < indices.length; t += 3) {
        const hit = hitTriangle(corners, indices.slice(t, t + 3), column * 256, row * 256);
        if (hit !== null && hit < lowest) lowest = hit;
      }
      result.push(lowest);
    }
  }
  return result;
}

/** Height at which the vertical line through (x, z) intersects a triangle (barycentric coordinates); null if it does not. */
function hitTriangle(corners: Int32Array, triangle: readonly number[], x: number, z: number): number | null {
  const [a, b, c] = triangle.map((v) => [corners[v * 3], corners[v * 3 + 1], corners[v * 3 + 2]]);
  const cross = (p: number[], q: number[], px: number, pz: number) =>
    BigInt(q[0] - p[0]) * BigInt(pz - p[2]) - BigInt(px - p[0]) * BigInt(q[2] - p[2]);
  const area = cross(a, b, c[0], c[2]);
  if (area === 0n) return null;
  const sign = area > 0n ? 1n : -1n;
  const [wa, wb, wc] = [cross(b, c, x, z) * sign, cross(c, a, x, z) * sign, cross(a, b, x, z) * sign];
  if (wa < 0n || wb < 0n || wc < 0n) return null;
  const sum = wa * BigInt(a[1]) + wb * BigInt(b[1]) + wc * BigInt(c[1]);
  const whole = area * sign;
  const quotient = sum / whole;
  return Number(sum < 0n && quotient * whole !== sum ? quotient - 1n : quotient);
}

describe.each(['wasm', 'reference'] as const)('casting by the %s kernel', (implementation) => {
  test.each([1, 2, 3, 4, 5, 6])('equals the result of one ray per column, random triangles %i', (seed) => {
    const dice = new Dice(seed);
    const bench = makeBench(implementation, columns, rows);
    const size = dice.pick([0.02, 0.2, 2]);
    const coordinates: number[] = [];
    const indices: number[] = [];
    for (let t = 0; t < 30; t++) {
      const [x, y, z] = [dice.between(0, columns * cell), dice.between(-1, 1), dice.between(0, rows * cell)];
      for (let v = 0; v < 3; v++) {
        indices.push(coordinates.length / 3);
        coordinates.push(
          x + dice.between(-size, size),
          y + dice.between(-size, size),
          z + dice.between(-size, size),
        );
        // Corners are exactly on columns and edges run along them. Common edges must belong to both triangles.
        if (seed % 2 === 0)
          for (const k of [3, 1])
            coordinates[coordinates.length - k] = Math.round(coordinates.at(-k)! / cell) * cell;
      }
    }
    const { envelope, corners } = cast(bench, coordinates, indices);
    const rays = castRays(corners, indices);
    let covered = 0;
    for (let k = 0; k < rays.length; k++) {
      if (rays[k] === noEnvelope) expect(envelope[k]).toBe(noEnvelope);
      else {
        covered++;
        // The plane is evaluated in float64, so the result may differ by one unit (10⁻⁶ m).
        expect(Math.abs(envelope[k] - rays[k])).toBeLessThanOrEqual(1);
      }
    }
    expect(covered).toBeGreaterThan(10);
  });

  test('a sphere gives its lower half, within the error of its facets', () => {
    const bench = makeBench(implementation, columns, rows);
    const [radius, cx, cy, cz] = [0.12, 0.301, 0.1, 0.152];
    const [bands, slices] = [48, 96];
    const coordinates: number[] = [];
    const indices: number[] = [];
    for (let band = 0; band <= bands; band++) {
      for (let slice = 0; slice <= slices; slice++) {
        const [a, b] = [(Math.PI * band) / bands, (2 * Math.PI * slice) / slices];
        coordinates.push(
          cx + radius * Math.sin(a) * Math.cos(b),
          cy - radius * Math.cos(a),
          cz + radius * Math.sin(a) * Math.sin(b),
        );
        if (band === bands || slice === slices) continue;
        const k = band * (slices + 1) + slice;
        indices.push(k, k + 1, k + slices + 1, k + 1, k + slices + 2, k + slices + 1);
      }
    }
    const { envelope } = cast(bench, coordinates, indices);
    let covered = 0;
    for (let k = 0; k < envelope.length; k++) {
      const distance = Math.hypot((k % columns) * cell - cx, Math.floor(k / columns) * cell - cz);
      if (distance > radius * 1.001) expect(envelope[k]).toBe(noEnvelope);
      if (distance > radius * 0.95) continue;
      covered++;
      const exact = cy - Math.sqrt(radius ** 2 - distance ** 2);
      const error = envelope[k] / 2 ** 20 - exact;
      expect(error).toBeGreaterThan(-1e-5);
      expect(error).toBeLessThan(8e-4);
    }
    expect(covered).toBeGreaterThan(350);
  });

  test('triangles out of reach of the ground are omitted, all others are drawn completely', () => {
    const bench = makeBench(implementation, columns, rows);
    const low = [0.05, 0.01, 0.05, 0.2, 0.01, 0.05, 0.05, 0.3, 0.2];
    const high = low.map((x, k) => (k % 3 === 1 ? 0.02 + k : x + 0.3));
    const { envelope } = cast(bench, [...low, ...high], [0, 1, 2, 3, 4, 5], 0.015 * 2 ** 20);
    const drawn = envelope.filter((y) => y !== noEnvelope);
    expect(drawn.length).toBeGreaterThan(50);
    expect(Math.max(...drawn)).toBeGreaterThan(0.1 * 2 ** 20);
    for (let k = 0; k < envelope.length; k++) if (k % columns > 25) expect(envelope[k]).toBe(noEnvelope);
  });

  test('the result does not depend on the origin of the sheet', () => {
    const dice = new Dice(7);
    const coordinates = Array.from({ length: 90 }, (_, k) => dice.between(0, k % 3 === 0 ? 0.6 : 0.3));
    const indices = coordinates.slice(0, 30).map((_, k) => k);
    const near = makeBench(implementation, 96, 64);
    near.sheet.place(-32, -32);
    const a = cast(near, coordinates, indices).envelope;
    const b = cast(makeBench(implementation, columns, rows), coordinates, indices).envelope;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++)
        expect(a[(row + 32) * 96 + column + 32]).toBe(b[row * columns + column]);
    }
  });

  test('an interpolated pose and a rigid pose are transformed correctly', () => {
    const bench = makeBench(implementation, 32, 32);
    bench.sheet.place(100, -50, 1000);
    const start = putFloats(bench, [1, 0.5, -0.5, 2, 0, 0]);
    const end = putFloats(bench, [1.1, 0.7, -0.5, 2, 0, 0]);
    const out = bench.allocator.allocate(24);
    const read = () => [...new Int32Array(bench.kernel.memory.buffer, out, 6)];
    bench.kernel.placeBlend(out, start, end, 2, 0.5, bench.pointer);
    expect(read()).toEqual([5 * 256, Math.floor(0.6 * 2 ** 20 + 0.5) - 1000, 0, 100 * 256, -1000, 50 * 256]);
    // Rotation by 90° about Y: (x, y, z) → (z, y, −x), then one metre along each axis.
    const matrix = putFloats(bench, [0, 0, 1, 1, 0, 1, 0, 1, -1, 0, 0, 1]);
    bench.kernel.placeRigid(out, start, 2, matrix, bench.pointer);
    expect(read()).toEqual([-50 * 256, 1.5 * 2 ** 20 - 1000, 50 * 256, 0, 2 ** 20 - 1000, -50 * 256]);
  });
});
