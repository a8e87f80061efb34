import { expect, test } from 'vitest';
import { KernelAllocator } from '../kernel-memory.ts';
import { DisplacedSurface } from './displaced-surface.ts';
import { createFleshKernel } from './load-kernel.ts';
import { makeRod } from './testing/lumped-part.ts';

/** Displaces and normalizes base vectors with one implementation. All inputs are sines. */
function displaceBy(implementation: 'wasm' | 'reference', vertexCount: number, modeCount: number) {
  const kernel = createFleshKernel({ implementation });
  const allocator = new KernelAllocator(kernel.memory);
  const stride = Math.ceil((12 * vertexCount) / 32) * 32;
  const [out, base] = [allocator.allocate(stride), allocator.allocate(stride)];
  const shapes = allocator.allocate(stride * modeCount);
  const amplitudes = allocator.allocate(4 * modeCount);
  const floats = new Float32Array(kernel.memory.buffer);
  for (let k = 0; k < stride / 4; k++) floats[base / 4 + k] = Math.sin(k);
  for (let k = 0; k < (stride * modeCount) / 4; k++) floats[shapes / 4 + k] = Math.cos(0.7 * k);
  for (let mode = 0; mode < modeCount; mode++) floats[amplitudes / 4 + mode] = 0.1 * Math.sin(3 * mode + 1);
  // One vector has length 0.
  for (let k = 3; k < 6; k++) {
    floats[base / 4 + k] = 0;
    for (let mode = 0; mode < modeCount; mode++) floats[(shapes + mode * stride) / 4 + k] = 0;
  }
  kernel.displace(out, base, shapes, amplitudes, modeCount, stride);
  const moved = floats.slice(out / 4, out / 4 + 3 * vertexCount);
  kernel.normalize(out, vertexCount);
  const unit = floats.slice(out / 4, out / 4 + 3 * vertexCount);
  return { moved, unit };
}

test.each([
  [2, 1],
  [17, 5],
  [101, 12],
])(
  '%i vertices and %i modes: sum of the shapes, unit normals; kernel and reference are bit-identical',
  (vertexCount, modeCount) => {
    const wasm = displaceBy('wasm', vertexCount, modeCount);
    const reference = displaceBy('reference', vertexCount, modeCount);
    expect(wasm).toEqual(reference);
    const stride = Math.ceil((12 * vertexCount) / 32) * 8;
    for (let k = 0; k < 3 * vertexCount; k++) {
      if (k >= 3 && k < 6) continue;
      let sum = Math.sin(k);
      for (let mode = 0; mode < modeCount; mode++) {
        sum += 0.1 * Math.sin(3 * mode + 1) * Math.cos(0.7 * (mode * stride + k));
      }
      expect(Math.abs(wasm.moved[k] - sum)).toBeLessThan(1e-5);
    }
    for (let k = 0; k < 3 * vertexCount; k += 3) {
      const length = Math.hypot(...wasm.unit.subarray(k, k + 3));
      expect(Math.abs(length - (k === 3 ? 0 : 1))).toBeLessThan(1e-6);
    }
  },
);

test.each([
  ['all modes change the normals', undefined],
  ['the last mode changes the normals', [makeRod().modeCount - 1]],
])('vertices that have shapes are displaced by them, the others do not change: %s', (_, normalModes) => {
  const rod = makeRod();
  const [whole] = rod.surfaces;
  // Every other point moves.
  const vertices = Uint32Array.of(0, 2, 4, 6);
  const take = (from: Float32Array) =>
    Float32Array.from({ length: 12 * rod.modeCount }, (_, k) => {
      const [mode, vertex, axis] = [Math.floor(k / 12), vertices[Math.floor((k % 12) / 3)], k % 3];
      return from[3 * (8 * mode + vertex) + axis];
    });
  const shapes = take(whole.shapes);
  const normals = shapes.map((value) => 0.3 * value).slice(-12 * (normalModes?.length ?? rod.modeCount));
  const base = Float32Array.from({ length: 24 }, (_, k) => Math.sin(k));
  const baseNormals = Float32Array.from({ length: 24 }, (_, k) => (k % 3 === 1 ? 1 : 0));
  const displaced = new DisplacedSurface(
    { surface: 0, vertices, shapes, normals, ...(normalModes && { normalModes }) },
    rod.modeCount,
    base,
    baseNormals,
  );
  const amplitudes = Float64Array.from({ length: rod.modeCount }, (_, mode) => 0.02 * (mode - 2));
  for (const factor of [0, 1, -2]) {
    const own = amplitudes.map((q) => factor * q);
    displaced.displace(own);
    const positions = base.slice();
    const unitNormals = baseNormals.slice();
    displaced.writeInto(positions, unitNormals);
    for (let vertex = 0; vertex < 8; vertex++) {
      const index = vertices.indexOf(vertex);
      const moved = [0, 1, 2].map((axis) =>
        index < 0 ? 0 : own.reduce((sum, q, m) => sum + q * shapes[3 * (4 * m + index) + axis], 0),
      );
      const turning = [0, 1, 2].map((axis) =>
        index < 0
          ? 0
          : own.reduce(
              (sum, q, m) =>
                sum + (normalModes?.includes(m) === false ? 0 : q * shapes[3 * (4 * m + index) + axis]),
              0,
            ),
      );
      const normal = turning.map((value, axis) => 0.3 * value + baseNormals[3 * vertex + axis]);
      const length = Math.hypot(...normal);
      for (let axis = 0; axis < 3; axis++) {
        expect(positions[3 * vertex + axis]).toBeCloseTo(base[3 * vertex + axis] + moved[axis], 5);
        expect(unitNormals[3 * vertex + axis]).toBeCloseTo(normal[axis] / length, 5);
      }
    }
  }
});
