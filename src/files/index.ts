export { type ReadGltfOptions, readGltf } from './gltf/read-gltf.ts';
export { readKeys } from './keys.ts';
export { readObj } from './obj.ts';
