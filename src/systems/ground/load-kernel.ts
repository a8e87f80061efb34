import { kernelBase64 } from './kernel.generated.ts';
import type { GroundKernel, KernelMemory } from './kernel.ts';
import { PlainMemory } from './kernel-memory.ts';
import { createTwinKernel } from './twin/twin-kernel.ts';

export interface GroundKernelOptions {
  /** Which implementation; by default WASM where the machine has it with SIMD, else the plain twin. */
  readonly implementation?: 'wasm' | 'twin';
}

/** The WASM module's functions: those of a kernel, of memory it is given. */
type KernelFunctions = Omit<GroundKernel, 'implementation' | 'memory'>;

let compiled: WebAssembly.Module | null | undefined;

/** The module, compiled once; null where the machine has no WebAssembly or no SIMD. */
function compileKernel(): WebAssembly.Module | null {
  if (compiled !== undefined) return compiled;
  compiled = null;
  if (typeof WebAssembly === 'object') {
    const bytes = decodeBase64(kernelBase64);
    if (WebAssembly.validate(bytes)) compiled = new WebAssembly.Module(bytes);
  }
  return compiled;
}

/**
 * Makes a ground kernel with a memory of its own.
 * Throws an Error when WASM was asked for and the machine cannot run it.
 */
export function createGroundKernel(options: GroundKernelOptions = {}): GroundKernel {
  const module = options.implementation === 'twin' ? null : compileKernel();
  if (!module) {
    if (options.implementation === 'wasm') throw new Error('this machine cannot run WebAssembly with SIMD');
    return createTwinKernel(new PlainMemory());
  }
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return {
    ...(exports as unknown as KernelFunctions),
    implementation: 'wasm',
    memory: memory as KernelMemory,
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes of a base64 text without line breaks: Node and browsers share no decoder. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let v = 0; v < 64; v++) values[alphabet.charCodeAt(v)] = v;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    let word = 0;
    for (let k = 0; k < 4; k++) word = (word << 6) | values[text.charCodeAt(from + k)];
    bytes[to] = word >> 16;
    // Writes past the end are ignored: the padding's.
    bytes[to + 1] = word >> 8;
    bytes[to + 2] = word;
  }
  return bytes;
}
