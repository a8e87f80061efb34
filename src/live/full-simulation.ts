import { allParts } from '../systems/ground/all-parts.ts';
import { createGroundKernel } from '../systems/ground/load-kernel.ts';
import { explainReferenceKernels } from '../systems/kernel-compiler.ts';
import { LiveSimulation } from './live-simulation.ts';

/** Creates a simulation of any live ground, with or without WebAssembly. */
export function createFullSimulation(): LiveSimulation {
  return new LiveSimulation(createGroundKernel, allParts, explainReferenceKernels);
}
