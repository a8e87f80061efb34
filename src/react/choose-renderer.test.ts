import { expect, test } from 'vitest';
import { chooseRenderer } from './choose-renderer.ts';

const create = () => ({ init: async () => {}, initTexture: () => {}, backend: {}, isWebGPURenderer: true });
const webgl = { isWebGLRenderer: true };

test('a ground on the graphics card is drawn by the WebGPU renderer of the canvas', () => {
  const canvas = create();
  expect(chooseRenderer(canvas, undefined, 'auto')).toBe(canvas);
  expect(chooseRenderer(canvas, undefined, 'webgpu')).toBe(canvas);
});

test('a ground on the CPU, and a canvas that draws with WebGL, use none', () => {
  expect(chooseRenderer(create(), undefined)).toBeNull();
  expect(chooseRenderer(create(), undefined, 'cpu')).toBeNull();
  expect(chooseRenderer(webgl, undefined, 'auto')).toBeNull();
});

test('the property comes first, also if it is null', () => {
  const own = create();
  expect(chooseRenderer(create(), own, 'auto')).toBe(own);
  expect(chooseRenderer(create(), null, 'auto')).toBeNull();
});
