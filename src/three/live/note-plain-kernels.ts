import { explainPlainKernels } from '../../systems/kernel-compiler.ts';

/** Tells why kernels run without WebAssembly, where they do. To be called once they are made. */
export function notePlainKernels(onNote: ((note: string) => void) | undefined): void {
  const reason = explainPlainKernels();
  if (reason !== null) onNote?.(reason);
}
