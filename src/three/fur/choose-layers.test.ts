import { Mesh, OrthographicCamera, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { chooseLayers, finFraction, measurePixels, pixelsApart } from './choose-layers.ts';

test('the distance between shells is below a limit in pixels, or fins are fully visible', () => {
  for (const sliceCount of [1, 6, 16, 48, 128]) {
    for (let pixels = 0.1; pixels < 4000; pixels *= 1.07) {
      const layers = chooseLayers(pixels, sliceCount);
      const apart = pixels / layers;
      expect(layers).toBeLessThanOrEqual(sliceCount);
      if (apart > pixelsApart * (1 + 1e-9)) expect(layers).toBe(sliceCount);
      if (apart > 1.8) expect(finFraction(apart)).toBe(1);
      else expect(apart).toBeLessThanOrEqual(1.8);
    }
  }
});

test('shells and fins appear and disappear gradually as the camera approaches', () => {
  let [layers, fraction] = [chooseLayers(0.1, 48), finFraction(0)];
  expect(fraction).toBe(0);
  for (let pixels = 0.1; pixels < 1000; pixels *= 1.01) {
    const next = chooseLayers(pixels, 48);
    const nextFraction = finFraction(pixels / next);
    expect(next - layers).toBeGreaterThanOrEqual(0);
    expect(next / layers).toBeLessThan(1.02);
    expect(Math.abs(nextFraction - fraction)).toBeLessThan(0.03);
    [layers, fraction] = [next, nextFraction];
  }
  expect(layers).toBe(48);
  expect(fraction).toBe(1);
});

test('pixels of a length: by distance in perspective, by scale, and constant in orthographic views', () => {
  const object = new Mesh();
  const sphere = new Sphere(new Vector3(), 1);
  const camera = new PerspectiveCamera(90, 1, 0.1, 100);
  camera.position.z = 11;
  camera.updateMatrixWorld();
  object.updateMatrixWorld();
  // At this distance of 10 m, the 200 rows of the picture show a height of 20 m.
  expect(measurePixels(0.5, object, sphere, camera, 200)).toBeCloseTo(5, 9);
  object.scale.setScalar(2);
  object.updateMatrixWorld();
  expect(measurePixels(0.5, object, sphere, camera, 200)).toBeCloseTo(100 / 9, 9);
  camera.position.z = 1;
  camera.updateMatrixWorld();
  expect(measurePixels(0.5, object, sphere, camera, 200)).toBe(Infinity);
  const level = new OrthographicCamera(-1, 1, 1, -1, 0.1, 100);
  level.updateMatrixWorld();
  expect(measurePixels(0.25, object, sphere, level, 200)).toBeCloseTo(50, 9);
});
