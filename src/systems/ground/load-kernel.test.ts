import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('WASM is the default, and the reference implementation can be requested', async () => {
  const { createGroundKernel } = await import('./load-kernel.ts');
  expect(createGroundKernel().implementation).toBe('wasm');
  expect(createGroundKernel({ implementation: 'reference' }).implementation).toBe('reference');
  expect(createGroundKernel().memory).not.toBe(createGroundKernel().memory);
});

test.each([
  ['without WebAssembly', undefined, /there is no WebAssembly here$/],
  ['without SIMD', { validate: () => false }, /WebAssembly has no SIMD here$/],
])(
  '%s the kernel is the reference implementation, and a request for WASM throws the reason',
  async (_, stub, reason) => {
    vi.stubGlobal('WebAssembly', stub);
    vi.resetModules();
    const { createGroundKernel } = await import('./load-kernel.ts');
    expect(createGroundKernel().implementation).toBe('reference');
    expect(() => createGroundKernel({ implementation: 'wasm' })).toThrow(reason);
  },
);
