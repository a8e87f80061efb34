import type { PlainMemory } from '../../kernel-memory.ts';
import { MemoryViews } from '../../memory-views.ts';
import type { FurKernel } from '../kernel.ts';
import { furStoreBytes } from '../records.generated.ts';
import { addEdges } from './edges.ts';
import { stepExplicit } from './explicit.ts';
import { ReferencePrisms } from './prisms.ts';
import { placeSkin } from './skin.ts';
import { stepSticks } from './sticks.ts';
import { stepTriangles } from './triangles.ts';

/** Creates the reference implementation of the kernel in plain TypeScript. Also used if the WASM module cannot be loaded. */
export function createReferenceKernel(memory: PlainMemory): FurKernel {
  const views = new MemoryViews(memory);
  const prisms = new ReferencePrisms();
  /** Index at which each plane begins in the float64 view. */
  const at = new Uint32Array(furStoreBytes / 4);

  function find(store: number): Uint32Array {
    const { words } = views;
    for (let k = 0; k < at.length; k++) at[k] = words[store / 4 + k] >>> 3;
    return at;
  }

  return {
    implementation: 'reference',
    memory,
    placeSkin: (store, fraction, rate, count) => placeSkin(views.doubles, find(store), fraction, rate, count),
    addEdges: (store, params, count) => addEdges(views.doubles, views.words, find(store), params / 8, count),
    stepExplicit: (store, params, count, flags) =>
      stepExplicit(views.doubles, find(store), params / 8, count, flags),
    stepSticks: (store, params, count, flags) =>
      stepSticks(views.doubles, find(store), params / 8, count, flags),
    stepTriangles: (store, params, triangleCount, flags) =>
      stepTriangles(views.doubles, find(store), params / 8, triangleCount, flags),
    stepPrisms: (store, params, _work, count, strandCount, edgeCount, flags) =>
      prisms.step(views.doubles, views.words, find(store), params / 8, count, strandCount, edgeCount, flags),
  };
}
