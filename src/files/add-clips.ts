import type { Clip } from '../motion/rig.ts';
import { type OpenGlbOptions, openGlbPatch } from './glb-open.ts';

const types = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;

/** Adds clips to the end of the list of clips of a glTF file. Returns the file as a GLB. Throws the same errors as `openGlbPatch`. */
export function addClips(
  bytes: Uint8Array,
  clips: readonly Clip[],
  options: OpenGlbOptions,
): Uint8Array<ArrayBuffer> {
  const { patch } = openGlbPatch(bytes, options);
  for (const { name, channels } of clips) {
    const inputs = new Map<string, number>();
    const samplers = channels.map(({ times, values, path, interpolation }) => {
      const seconds = Float32Array.from(times);
      const key = seconds.join();
      const input = inputs.get(key) ?? patch.addAccessor(seconds, 'SCALAR');
      inputs.set(key, input);
      return { input, output: patch.addAccessor(values, types[path]), interpolation };
    });
    patch.add('animations', {
      name,
      samplers,
      channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
    });
  }
  return patch.toGlb();
}
