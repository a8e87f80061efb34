// Runs in a separate process: meshes and solves a thigh of 30 000 elements, and prints the maximum of its memory, MiB.
import { makeThigh, solveThigh } from './flesh-thigh.ts';

const { mesh, fixed } = makeThigh(30_000);
solveThigh(mesh, fixed);
console.log((process.resourceUsage().maxRSS / 1024).toFixed(1));
