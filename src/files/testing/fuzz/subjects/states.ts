import { openScene } from '../../../../scene/open-scene.ts';
import { parseScene } from '../../../../scene/parse-scene.ts';
import { busyScene, busySceneFiles } from '../../../../scene/testing/busy-scene.ts';
import { simulatePlan } from '../../../../scene/testing/simulate-plan.ts';
import { toFraction } from '../../../../simulation/fraction.ts';
import type { Simulation } from '../../../../simulation/simulation.ts';
import { decodeFleshPart, encodeFleshPart } from '../../../../systems/flesh/part-file.ts';
import { makeRod } from '../../../../systems/flesh/testing/lumped-part.ts';
import { type FuzzSubject, singleFile } from '../fuzz-subject.ts';

let simulation: Simulation | null = null;

/** A moment of a scene with every system in it. */
async function openSimulation(): Promise<Simulation> {
  if (!simulation) {
    const files = { read: (path: string) => busySceneFiles.get(path) };
    simulation = simulatePlan(await openScene(parseScene(busyScene()), files));
    simulation.advanceTo(toFraction(0.3));
  }
  return simulation;
}

export const stateSubjects: readonly FuzzSubject[] = [
  {
    name: 'prepared flesh',
    kind: 'binary',
    sources: () => singleFile('fuzz.flesh', encodeFleshPart({ ...makeRod(), name: 'Schenkel ½' })),
    read: ([{ name, bytes }]) => void decodeFleshPart(bytes, name),
    // All of it is under a checksum.
    leastTaken: 0,
  },
  {
    name: 'checkpoint',
    kind: 'binary',
    sources: async () => singleFile('checkpoint', (await openSimulation()).save('a scene 7')),
    async read([{ bytes }]) {
      (await openSimulation()).load(bytes);
    },
  },
];
