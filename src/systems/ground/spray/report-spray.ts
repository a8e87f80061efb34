import type { Spray } from './spray.ts';

/** The spray's own figures for `report.json`: particles thrown so far and in flight now, and what flies and sticks, m³. */
export function reportSpray({ flight, settings, attached }: Spray) {
  return {
    thrown: flight.nextId,
    inFlight: flight.count,
    airborneVolume: Number(flight.airborne) * settings.unitVolume,
    attachedVolume: Number(attached) * settings.unitVolume,
  };
}

/** What is odd about it, in words. */
export function warnOfSpray({ crowdedSteps, settings }: Spray): string[] {
  if (crowdedSteps === 0) return [];
  const times = crowdedSteps === 1 ? 'in one step' : `in ${crowdedSteps} steps`;
  return [
    `more than half of the ${settings.limit} particles that may fly at once did so ${times}: those thrown then are larger and ` +
      'fewer, and what found no room stayed where it stuck. Raise sprayLimit, or sprayParticle',
  ];
}
