export { type ReadGltfOptions, readGltf } from './gltf/read-gltf.ts';
