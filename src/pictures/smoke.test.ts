import { describe, expect, test } from 'vitest';
import { randomPoints } from '../files/testing/random-points.ts';
import { hashUnit } from '../math/random.ts';
import type { PointsFrame } from '../motion/points-frame.ts';
import { drawSmoke } from './draw-smoke.ts';
import { castThroughSmoke, scatteredLight } from './light-smoke.ts';
import { createCamera } from './perspective/camera.ts';
import { createPointsCanvas } from './points-canvas.ts';
import { projectDots } from './points-dots.ts';
import { roughenSmoke } from './roughen-smoke.ts';
import { fillVolume, opticalDepth } from './smoke-volume.ts';

const cameraOf = (pixels: number) =>
  createCamera({ position: [0, 0, 10], target: [0, 0, 0], fieldOfView: 0.3 }, pixels, pixels);

function puffs(positions: readonly (readonly number[])[], size: number, opacity: number): PointsFrame {
  const points = randomPoints(1, positions.length);
  points.positions.set(positions.flat());
  points.sizes.fill(size);
  for (let k = 0; k < positions.length; k++) points.colors.set([0.8, 0.8, 0.8, opacity], 4 * k);
  return points;
}

function volumeOf(points: PointsFrame, pixels: number) {
  const camera = cameraOf(pixels);
  return { camera, volume: fillVolume(camera, points, projectDots(camera, points))! };
}

const cloud = Array.from({ length: 3000 }, (_, k) => [0, 1, 2].map((axis) => hashUnit(3, k, axis) - 0.5));

describe('smoke as a volume', () => {
  test('a ray through the middle of a puff meets its opacity, and half of its optical depth at its radius', () => {
    const { camera, volume } = volumeOf(puffs([[0, 0, 0]], 0.8, 0.3), 300);
    const { columns, rows, layers, left, top, pixels, depths } = volume;
    const depthAt = (x: number, y: number) => {
      const i = Math.floor((x - left) / pixels);
      const j = Math.floor((y - top) / pixels);
      let sum = 0;
      for (let l = 0; l < layers; l++) sum += depths[(l * rows + j) * columns + i];
      return sum;
    };
    expect(depthAt(150, 150) / opticalDepth(0.3)).toBeCloseTo(1, 1);
    expect(depthAt(150 + (0.4 * camera.focal) / 10, 150) / depthAt(150, 150)).toBeCloseTo(0.5, 1);
  });

  test('the amount of smoke does not depend on the size of the picture', () => {
    const amounts = [60, 150, 400].map((pixels) => {
      const { volume } = volumeOf(puffs(cloud, 0.06, 0.2), pixels);
      return volume.depths.reduce((sum, depth) => sum + depth, 0) * volume.cell ** 2;
    });
    const expected = (3000 * 2 * Math.PI * 0.06 ** 2 * opticalDepth(0.2)) / (8 * Math.LN2);
    for (const amount of amounts) expect(Math.abs(amount / expected - 1)).toBeLessThan(0.03);
  });

  test('light is weakened by the smoke on its way, from every side', () => {
    const { camera, volume } = volumeOf(puffs(cloud, 0.12, 0.3), 120);
    const { columns, rows, layers, depths, thickness, cell } = volume;
    depths.fill(0.01);
    const at = (out: Float32Array, i: number, j: number, l: number) => out[(l * rows + j) * columns + i];
    const middle = [columns, rows, layers].map((n) => n >> 1) as [number, number, number];
    const perMetre = 0.01 / thickness;
    const above = castThroughSmoke(volume, camera, [0, 1, 0]);
    expect(at(above, ...middle)).toBeCloseTo(perMetre * cell * (middle[1] + 0.5), 3);
    const behind = castThroughSmoke(volume, camera, [0, 0, -1]);
    expect(at(behind, ...middle)).toBeCloseTo(perMetre * thickness * (layers - middle[2] - 0.5), 3);
    const aside = castThroughSmoke(volume, camera, [-Math.SQRT1_2, Math.SQRT1_2, 0]);
    const near = [columns >> 1, 8, layers >> 1] as [number, number, number];
    expect(at(aside, ...near)).toBeCloseTo(perMetre * cell * Math.SQRT2 * 8.5, 3);
    expect(scatteredLight(0)).toBe(1);
    expect(scatteredLight(3)).toBeLessThan(scatteredLight(1));
    expect(scatteredLight(3)).toBeGreaterThan(Math.exp(-3));
  });

  test('fine structure changes the amount of smoke little, and is the same in a larger picture', () => {
    const means = [90, 180].map((pixels) => {
      const { camera, volume } = volumeOf(puffs(cloud, 0.12, 0.3), pixels);
      const before = volume.depths.reduce((sum, depth) => sum + depth, 0);
      roughenSmoke(volume, camera, 0.3);
      return volume.depths.reduce((sum, depth) => sum + depth, 0) / before;
    });
    for (const mean of means) expect(Math.abs(mean - 1)).toBeLessThan(0.25);
    expect(Math.abs(means[1] - means[0])).toBeLessThan(0.05);
  });

  test('a dense cloud is bright on the side of the light and dark on the other; thin smoke hides little', () => {
    const draw = (opacity: number) => {
      const camera = cameraOf(120);
      const canvas = createPointsCanvas(120, 120, [0, 0, 0], [0, 0, 0]);
      const points = puffs(cloud, 0.15, opacity);
      drawSmoke(canvas, camera, points, projectDots(camera, points), [-1, 0, 0]);
      const mean = (from: number, to: number) => {
        let sum = 0;
        for (let y = 50; y < 70; y++) for (let x = from; x < to; x++) sum += canvas.paint[3 * (y * 120 + x)];
        return sum / (20 * (to - from));
      };
      return { left: mean(45, 55), right: mean(65, 75) };
    };
    const dense = draw(0.6);
    expect(dense.left).toBeGreaterThan(1.5 * dense.right);
    const thin = draw(0.002);
    expect(thin.left).toBeLessThan(0.4 * dense.left);
    expect(thin.left).toBeGreaterThan(0);
  });

  test('huge puffs, many puffs and puffs without depth take no excessive memory', () => {
    for (const points of [
      puffs([[0, 0, 0]], 1000, 0.5),
      puffs([[0, 0, 0]], 1e-6, 0.5),
      puffs(cloud, 2, 0.01),
    ]) {
      const { volume } = volumeOf(points, 60);
      expect(volume.depths.length).toBeLessThan(1e7);
      expect(Number.isFinite(volume.depths.reduce((sum, depth) => sum + depth, 0))).toBe(true);
    }
    expect(volumeOf(puffs([[0, 0, 20]], 0.1, 0.5), 100).volume).toBe(null);
  });
});
