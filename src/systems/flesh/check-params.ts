import { type FleshParams, fleshParams } from './params.ts';

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
  if (params.mesh !== undefined && params.elements !== fleshParams.elements.default) {
    refuse('elements', 'expected not to be set with "mesh", which has its own elements: leave one out');
  }
  if (params.eachJoint && params.joints === undefined) {
    refuse(
      'eachJoint',
      'expected "joints", each of which carries a part of its own: name them, or leave it out',
    );
  }
  for (const name of ['mesh', 'bone'] as const) {
    if (params.eachJoint && params[name] !== undefined) {
      refuse('eachJoint', `expected not to be set with "${name}", which is for one part: leave one out`);
    }
  }
  for (const name of ['paper', 'loop'] as const) {
    if (params[name] && params.touchedBy.length > 0) {
      refuse('touchedBy', `expected not to be set with "${name}", which has no contacts: leave one out`);
    }
  }
  if (params.modalWarping && params.touchedBy.length > 0) {
    refuse(
      'modalWarping',
      'expected not to be set with "touchedBy", whose contacts find points that are not rotated: leave one out',
    );
  }
  const outside = params.normalModes?.findIndex((mode) => mode > params.modes) ?? -1;
  if (outside >= 0) {
    refuse(
      `normalModes[${outside}]`,
      `expected a shape from 1 to ${params.modes}, the number of modes, got ${params.normalModes![outside]}`,
    );
  }
  const isGravityGiven = params.gravity !== 0 && params.gravity !== fleshParams.gravity.default;
  if (params.paper && isGravityGiven) {
    refuse('gravity', 'expected not to be set with "paper", whose forces have no gravity: leave one out');
  }
  if (params.paper && params.sagged) {
    refuse('sagged', 'expected not to be set with "paper", whose forces have no gravity: leave one out');
  }
  if (params.free && params.core === undefined && params.mesh === undefined) {
    const given = {
      coreRadius: params.coreRadius !== undefined && params.coreRadius > 0,
      gravity: isGravityGiven,
      sagged: params.sagged,
      maxAcceleration: params.maxAcceleration !== undefined,
    };
    for (const [name, isGiven] of Object.entries(given)) {
      if (!isGiven) continue;
      refuse(
        name,
        name === 'coreRadius'
          ? 'expected not to be set with "free", which has no bones: leave one out'
          : 'expected not to be set with "free": nothing holds the body, so acceleration and gravity do not deform it; leave one out',
      );
    }
  }
  return faults;
}
