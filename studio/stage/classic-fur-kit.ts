// What draws fur with WebGL. A file of its own, so that it becomes a chunk that is loaded with the first fur.
export { FurObject } from '../../src/three/index.ts';
