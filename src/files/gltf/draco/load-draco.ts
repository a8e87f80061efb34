import type { decodeDraco } from './draco-decoder.ts';

/** Loads the decoder of Draco meshes, 110 kB that only files with such meshes need. Returns the function that decodes. */
export async function loadDraco(): Promise<typeof decodeDraco> {
  return (await import('./draco-decoder.ts')).decodeDraco;
}
