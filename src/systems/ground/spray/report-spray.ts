import type { Spray } from './spray.ts';

/** Values of the spray for `report.json`: particles thrown so far and in flight now, and the volumes that fly and stick, m³. */
export function reportSpray({ flight, settings, attached, clods }: Spray) {
  return {
    thrown: flight.nextId,
    inFlight: flight.count,
    airborneVolume: Number(flight.airborne) * settings.unitVolume,
    attachedVolume: Number(attached) * settings.unitVolume,
    ...(clods && {
      clodsThrown: clods.nextId,
      clodsNow: clods.list.length,
      clodVolume: Number(clods.units) * settings.unitVolume,
    }),
  };
}

/** Returns the warnings about the spray. */
export function warnOfSpray({ crowdedSteps, settings }: Spray): string[] {
  if (crowdedSteps === 0) return [];
  const times = crowdedSteps === 1 ? 'in one step' : `in ${crowdedSteps} steps`;
  return [
    `more than half of the ${settings.limit} particles that may fly at once did so ${times}: those thrown then are larger and ` +
      'fewer, and what found no room stayed where it stuck. Raise maxSprayParticles, or sprayParticleSize',
  ];
}
