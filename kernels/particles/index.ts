// Particles: see src/systems/particles/kernel.ts for the contract of every function, README.md here for what was measured.

export { step } from './step';
export { addAttractor, addBuoyancy, addDrag, addVortex, addWind } from './forces';
export { addTurbulence, blendField } from './turbulence';
