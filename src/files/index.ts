export { decodeExr, type ExrChannel, type ExrImage } from './exr-read.ts';
export { ExrEncoder, type ExrWriteOptions, encodeExr } from './exr-write.ts';
export { type OpenGlbOptions, openGlbPatch } from './glb-open.ts';
export { GlbPatch } from './glb-patch.ts';
export { type ReadGltfOptions, readGltf } from './gltf/read-gltf.ts';
export { readKeys } from './keys.ts';
export { readObj } from './obj.ts';
export { decodePng, decodePng16, encodePng8, encodePng16, type PngImage, type PngText } from './png.ts';
