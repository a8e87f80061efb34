import { explainReferenceKernels } from '../systems/kernel-compiler.ts';

/** If kernels run without WebAssembly, reports the reason. Call it after the kernels are created. */
export function notePlainKernels(onNote: ((note: string) => void) | undefined): void {
  const reason = explainReferenceKernels();
  if (reason !== null) onNote?.(reason);
}
