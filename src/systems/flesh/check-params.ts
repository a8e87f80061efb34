import type { FleshParams } from './params.ts';

/** Returns the faults that concern several parameters together. */
export function checkFlesh(params: FleshParams): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const refuse = (path: string, message: string) => faults.push({ path, message });
  if (params.damping !== undefined && params.halfLife !== undefined) {
    refuse('halfLife', 'expected a damping ratio or a half-life, got both: leave one out');
  }
  if (params.core !== undefined && params.coreRadius !== undefined) {
    refuse('coreRadius', 'expected a core or its radius, got both: leave one out');
  }
  if (params.paper && params.gyroscopic) {
    refuse(
      'gyroscopic',
      'expected not to be set with "paper", whose filter has no gyroscopic forces: leave one out',
    );
  }
  if (params.paper && params.loop) {
    refuse('loop', 'expected not to be set with "paper", whose filter does not repeat: leave one out');
  }
  return faults;
}
