/** `aftermotion/three` for WebGPURenderer. Loads three/webgpu, which the classic renderer's users need not. */

export { nodeFlesh } from './flesh/node-flesh.ts';
export { nodeFur } from './fur/node-fur.ts';
export { createNodeShading } from './ground/node-shading.ts';
export * from './index.ts';
export { nodePoints } from './points/node-points.ts';
