/** Where the page simulates: on the graphics card where that is faster (`auto`), on the CPU, or on the graphics card wherever that is possible. */
export type BackendChoice = 'auto' | 'cpu' | 'webgpu';

export const backendChoices: readonly BackendChoice[] = ['auto', 'cpu', 'webgpu'];

/** Where a system is simulated now. */
export interface SystemBackend {
  /** The name of the system. */
  readonly name: string;
  readonly backend: 'cpu' | 'webgpu';
  /** The name of the graphics card. Null on the CPU. */
  readonly device: string | null;
  /** Why it is simulated on the CPU. Null on the graphics card. */
  readonly reason: string | null;
}
