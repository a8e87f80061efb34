import { explainReferenceKernels } from '../../systems/kernel-compiler.ts';

/** Reports why kernels run without WebAssembly, if they do. Call it after they are created. */
export function notePlainKernels(onNote: ((note: string) => void) | undefined): void {
  const reason = explainReferenceKernels();
  if (reason !== null) onNote?.(reason);
}
