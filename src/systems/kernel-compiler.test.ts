import { afterEach, expect, test, vi } from 'vitest';
import { createFleshKernel } from './flesh/load-kernel.ts';
import { createFurKernel } from './fur/load-kernel.ts';
import { createGroundKernel } from './ground/load-kernel.ts';
import { createParticlesKernel } from './particles/load-kernel.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const loaders = { createFleshKernel, createFurKernel, createGroundKernel, createParticlesKernel };

test('there is nothing to explain if kernels run in WebAssembly', async () => {
  const { explainReferenceKernels: explainPlainKernels } = await import('./kernel-compiler.ts');
  for (const create of Object.values(loaders)) expect(create().implementation).toBe('wasm');
  expect(explainPlainKernels()).toBeNull();
});

test('without memory for WebAssembly every kernel is the reference implementation, and the reason is reported', async () => {
  vi.stubGlobal('WebAssembly', {
    ...WebAssembly,
    validate: () => true,
    Module: WebAssembly.Module,
    Memory: class {
      constructor() {
        throw new RangeError('WebAssembly.Memory(): could not allocate memory');
      }
    },
  });
  vi.resetModules();
  const { createFleshKernel: create } = await import('./flesh/load-kernel.ts');
  expect(create().implementation).toBe('reference');
  expect(() => create({ implementation: 'wasm' })).toThrow(
    'the WebAssembly kernel cannot run: WebAssembly cannot have memory here (WebAssembly.Memory(): could not allocate memory)',
  );
  const { explainReferenceKernels: explainPlainKernels } = await import('./kernel-compiler.ts');
  expect(explainPlainKernels()).toMatch(/WebAssembly cannot have memory here .*more slowly$/);
});

test('a page that forbids compiling WebAssembly gets the reference implementation of every kernel, and the reason', async () => {
  vi.stubGlobal('WebAssembly', {
    ...WebAssembly,
    validate: () => true,
    Module: class {
      constructor() {
        throw new EvalError('Wasm code generation disallowed by embedder');
      }
    },
  });
  vi.resetModules();
  for (const [name, create] of Object.entries({
    ...(await import('./flesh/load-kernel.ts')),
    ...(await import('./fur/load-kernel.ts')),
    ...(await import('./ground/load-kernel.ts')),
    ...(await import('./particles/load-kernel.ts')),
  })) {
    expect(create().implementation, name).toBe('reference');
  }
  const { explainReferenceKernels: explainPlainKernels } = await import('./kernel-compiler.ts');
  expect(explainPlainKernels()).toMatch(/disallowed by embedder.*'wasm-unsafe-eval'/);
});
