// Fur: see src/systems/fur/kernel.ts for the contract of every function, README.md here for what was measured.

export { addEdges } from './edges';
export { stepExplicit } from './explicit';
export { stepPrisms } from './prisms';
export { placeSkin } from './skin';
export { stepSticks } from './sticks';
export { stepTriangles } from './triangles';
