/** `aftermotion/three` for WebGPURenderer. This module loads three/webgpu, which users of the classic renderer do not need. */

export { nodeFlesh } from './flesh/node-flesh.ts';
export { nodeFur } from './fur/node-fur.ts';
export { createNodeShading } from './ground/node-shading.ts';
export * from './index.ts';
export { nodePoints } from './points/node-points.ts';
