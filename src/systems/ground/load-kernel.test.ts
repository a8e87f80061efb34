import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('WASM serves where the machine has it, the twin where asked for', async () => {
  const { createGroundKernel } = await import('./load-kernel.ts');
  expect(createGroundKernel().implementation).toBe('wasm');
  expect(createGroundKernel({ implementation: 'twin' }).implementation).toBe('twin');
  expect(createGroundKernel().memory).not.toBe(createGroundKernel().memory);
});

test.each([
  ['without WebAssembly', undefined],
  ['without SIMD', { validate: () => false }],
])('the twin serves %s', async (_, stub) => {
  vi.stubGlobal('WebAssembly', stub);
  vi.resetModules();
  const { createGroundKernel } = await import('./load-kernel.ts');
  expect(createGroundKernel().implementation).toBe('twin');
  expect(() => createGroundKernel({ implementation: 'wasm' })).toThrow(/SIMD/);
});
