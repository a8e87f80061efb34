// The kernels of flesh. src/systems/flesh/kernel.ts documents each function. They allocate nothing: the host owns the memory.
export { multiplyBlocks, multiplyMass, multiplyStiffness } from './multiply';
export { addStrip, prolongEdges, restrictEdges, smoothStrip } from './smooth';
export { combineStrips, gramStrips, narrowStrip, subtractScaled, sumSquares, widenStrip } from './strips';
export { filter } from './filter';
export { displace, normalize } from './displace';
