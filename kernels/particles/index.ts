// The kernels of particles. src/systems/particles/kernel.ts documents each function; README.md contains measurements.

export { step } from './step';
export { addAttractor, addBuoyancy, addDrag, addVortex, addWind } from './forces';
export { addTurbulence, blendField } from './turbulence';
