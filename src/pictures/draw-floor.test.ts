import { expect, test } from 'vitest';
import { drawFloor } from './draw-floor.ts';
import { evenLight } from './draw-points.ts';
import { createCamera } from './perspective/camera.ts';
import { createPointsCanvas } from './points-canvas.ts';
import { displayByte } from './tone.ts';

const floor = { min: [-1, -1], max: [1, 1], height: 0, color: [1, 0, 0], opacity: 1 } as const;

test('a floor has its colour inside the rectangle, fades around it, and leaves the sky as it is', () => {
  const [width, height] = [61, 41];
  const canvas = createPointsCanvas(width, height, [0, 0, 0], [0, 0, 0]);
  const camera = createCamera({ position: [0, 2, 6], target: [0, 0, 0], fieldOfView: 1 }, width, height);
  drawFloor(canvas, camera, floor);
  const red = (x: number, y: number) => canvas.paint[3 * (y * width + x)];
  expect(red(30, 20)).toBeCloseTo(1, 5);
  const row = Array.from({ length: 31 }, (_, k) => red(30 + k, 20));
  for (let k = 1; k < row.length; k++) expect(row[k]).toBeLessThanOrEqual(row[k - 1] + 1e-6);
  expect(row[30]).toBe(0);
  expect(row.some((value) => value > 0.05 && value < 0.95)).toBe(true);
  expect(red(30, 0)).toBe(0);
});

test('from below, and without an area, nothing is drawn', () => {
  const canvas = createPointsCanvas(20, 20, [0, 0, 0], [0, 0, 0]);
  const below = createCamera({ position: [0, -2, 6], target: [0, 0, 0], fieldOfView: 1 }, 20, 20);
  drawFloor(canvas, below, floor);
  const above = createCamera({ position: [0, 2, 6], target: [0, 0, 0], fieldOfView: 1 }, 20, 20);
  drawFloor(canvas, above, { ...floor, max: [-1, 1] });
  expect(canvas.paint.every((value) => value === 0)).toBe(true);
});

test('what is white and faces the lamp is white', () => {
  expect(displayByte(0.85 * evenLight(0.5, 0.9))).toBeGreaterThan(235);
  expect(displayByte(0.85 * evenLight(-0.5, 0))).toBeGreaterThan(150);
});
