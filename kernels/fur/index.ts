// The kernels of fur. src/systems/fur/kernel.ts documents each function; README.md contains measurements.

export { addEdges } from './edges';
export { stepExplicit } from './explicit';
export { stepPrisms } from './prisms';
export { placeSkin } from './skin';
export { stepSticks } from './sticks';
export { stepTriangles } from './triangles';
