import { expect, test } from 'vitest';
import { createCoatCoordinates } from '../../../coats/strands/coat-coordinates.ts';
import { measureGradients } from '../../../coats/strands/measure-gradients.ts';
import { encodeFractions, samplePicture } from '../../../coats/strands/sample-picture.ts';
import { makeBall } from '../../../coats/strands/testing/meshes.ts';
import type { Picture } from '../../../motion/picture.ts';
import { combDirections, evaluateCoat } from './coat-maps.ts';

const none = { length: null, comb: null, direction: null };

function picture(width: number, height: number, color: (x: number, y: number) => number[]): Picture {
  const pixels = new Float32Array(4 * width * height).fill(1);
  for (let k = 0; k < width * height; k++) pixels.set(color(k % width, Math.floor(k / width)), 4 * k);
  return { width, height, pixels };
}

/** Returns a square of 2 m with texture coordinates along x and −y, and a seam between its halves. */
function seamedSquare() {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 2, 0, 1, 2, 0, 2, 2, 0);
  const triangles = Uint32Array.of(0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4);
  const normals = Float32Array.from({ length: 18 }, (_, k) => Number(k % 3 === 2));
  const texcoords = new Float32Array(24);
  triangles.forEach((v, corner) => {
    const island = corner < 6 ? 0 : 7;
    texcoords[2 * corner] = island + positions[3 * v] / 2;
    texcoords[2 * corner + 1] = 1 - positions[3 * v + 1] / 2;
  });
  return { mesh: { vertexCount: 6, triangles }, positions, normals, texcoords };
}

test('without maps lengths are 1 and nothing is combed', () => {
  const { lengths, combs } = evaluateCoat(seamedSquare(), none);
  expect(new Set(lengths)).toEqual(new Set([1]));
  expect(combs).toBeNull();
});

test('a picture is read bilinearly and repeats; a vertex on a seam gets the mean of its corners on both sides', () => {
  const out = [0, 0, 0, 0];
  const ramp = picture(4, 1, (x) => [x / 4, 0, 0, 1]);
  samplePicture(out, ramp, 0.5, 0.3);
  expect(out[0]).toBeCloseTo(0.375, 12);
  samplePicture(out, ramp, 1, -5);
  expect(out[0]).toBeCloseTo(0.375, 12);
  samplePicture(out, ramp, Number.NaN, 0);
  expect(out[0]).toBeCloseTo(0.375, 12);
  const skin = seamedSquare();
  skin.texcoords.fill(0.125, 0, 12);
  skin.texcoords.fill(0.875, 12);
  const { lengths } = evaluateCoat(skin, { ...none, length: ramp });
  expect([...lengths].map((value) => Number(value.toFixed(6)))).toEqual([0, 0.5, 0.75, 0, 0.25, 0.75]);
});

test('gradients of texture coordinates on a plane do not depend on triangles and seams', () => {
  const { positions, mesh, texcoords } = seamedSquare();
  const slopes = measureGradients(positions, mesh.triangles, texcoords);
  for (let v = 0; v < 6; v++) {
    [0.5, 0, 0, 0, -0.5, 0].forEach((slope, k) => {
      expect(slopes[6 * v + k]).toBeCloseTo(slope, 6);
    });
  }
});

test('a comb map gives directions along u and v, and middle grey is upright; the comb for all is added', () => {
  const light = (byte: number) => ((byte / 255 + 0.055) / 1.055) ** 2.4;
  const map = encodeFractions(
    picture(1, 1, () => [light(255), light(128), 0, 1]),
    false,
  );
  const { combs } = evaluateCoat(seamedSquare(), { ...none, comb: map });
  expect(combs![0]).toBeCloseTo(1, 4);
  expect(combs![1]).toBeCloseTo(0, 4);
  const upright = encodeFractions(
    picture(1, 1, () => [light(128), light(128), 0, 1]),
    false,
  );
  const both = evaluateCoat(seamedSquare(), { ...none, comb: upright, direction: [0, 0.5, 9] }).combs!;
  [0, 0.5, 0].forEach((part, axis) => {
    expect(both[axis]).toBeCloseTo(part, 4);
  });
});

test('combs are tangential and have a length of at most 1; directions rotate from the normal in proportion to it', () => {
  const { positions, indices } = makeBall(2);
  const { normals } = createCoatCoordinates({ positions, indices });
  const ball = {
    mesh: { vertexCount: positions.length / 3, triangles: indices },
    positions,
    normals,
    texcoords: null,
  };
  for (const direction of [
    [0, -0.5, 0],
    [3, -4, 1],
  ]) {
    const combs = evaluateCoat(ball, { ...none, direction }).combs!;
    const directions = new Float32Array(combs.length);
    combDirections(directions, normals, combs, 1.2);
    for (let o = 0; o < combs.length; o += 3) {
      const [comb, n, s] = [combs, normals, directions].map((array) => [...array.subarray(o, o + 3)]);
      const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      const length = Math.hypot(...comb);
      expect(length).toBeLessThanOrEqual(1 + 1e-6);
      expect(Math.abs(dot(comb, n))).toBeLessThan(1e-6);
      expect(Math.hypot(...s)).toBeCloseTo(1, 5);
      expect(dot(s, n)).toBeCloseTo(Math.cos(1.2 * length), 5);
      expect(dot(s, comb)).toBeGreaterThanOrEqual(0);
    }
  }
});
