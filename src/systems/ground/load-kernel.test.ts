import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('WASM serves where the machine has it, the reference where asked for', async () => {
  const { createGroundKernel } = await import('./load-kernel.ts');
  expect(createGroundKernel().implementation).toBe('wasm');
  expect(createGroundKernel({ implementation: 'reference' }).implementation).toBe('reference');
  expect(createGroundKernel().memory).not.toBe(createGroundKernel().memory);
});

test.each([
  ['without WebAssembly', undefined],
  ['without SIMD', { validate: () => false }],
])('the reference serves %s', async (_, stub) => {
  vi.stubGlobal('WebAssembly', stub);
  vi.resetModules();
  const { createGroundKernel } = await import('./load-kernel.ts');
  expect(createGroundKernel().implementation).toBe('reference');
  expect(() => createGroundKernel({ implementation: 'wasm' })).toThrow(/SIMD/);
});
