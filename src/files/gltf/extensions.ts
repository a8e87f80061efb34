import type { JsonValue } from './json-value.ts';

/** Extensions that are supported. */
export const readExtensions: readonly string[] = [
  'KHR_mesh_quantization',
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'EXT_mesh_gpu_instancing',
  'KHR_texture_transform',
  'KHR_node_visibility',
  'KHR_animation_pointer',
];

/** Other extensions that a file may require, because they do not affect shape or motion. */
const harmless = [
  /^(KHR|EXT|MSFT|ADOBE|VRMC|MPEG)_(materials|texture|lights|xmp|audio|environment)/,
  /^(KHR_xmp|KHR_xmp_json_ld|KHR_node_hoverability|KHR_node_selectability)$/,
  /^(VRM|VRMC_.*)$/,
];

/** Throws InputError, before any geometry is read, if a file requires an unsupported extension. The message names the extension. */
export function checkExtensions(root: JsonValue): void {
  for (const required of root.get('extensionsRequired').items()) {
    const name = required.text();
    if (readExtensions.includes(name) || harmless.some((pattern) => pattern.test(name))) continue;
    throw required.fault(
      `the file needs ${name || 'an extension without a name'}, which is not supported: export it without that extension`,
    );
  }
}
