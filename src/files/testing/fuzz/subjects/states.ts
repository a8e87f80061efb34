import { checksum } from '../../../../math/checksum.ts';
import { Hasher } from '../../../../math/hash.ts';
import { inspectGroundState } from '../../../../scene/inspect-ground-state.ts';
import { openScene } from '../../../../scene/open-scene.ts';
import { parseScene } from '../../../../scene/parse-scene.ts';
import { busyScene, busySceneFiles } from '../../../../scene/testing/busy-scene.ts';
import { simulatePlan } from '../../../../scene/testing/simulate-plan.ts';
import { recordHeadBytes } from '../../../../sealed-record.ts';
import { toFraction } from '../../../../simulation/fraction.ts';
import type { Simulation } from '../../../../simulation/simulation.ts';
import { decodeFleshPart, encodeFleshPart } from '../../../../systems/flesh/part-file.ts';
import { makeRod } from '../../../../systems/flesh/testing/lumped-part.ts';
import { readEarlierGround } from '../../../../systems/ground/surface/earlier-ground.ts';
import type { HeightfieldOutput } from '../../../../systems/outputs/heightfield.ts';
import { checkFinite, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

let simulation: Simulation | null = null;

/** Returns a simulation, at 0.3 s, of a scene with all systems. */
async function openSimulation(): Promise<Simulation> {
  if (!simulation) {
    const files = { read: (path: string) => busySceneFiles.get(path) };
    simulation = simulatePlan(await openScene(parseScene(busyScene()), files));
    simulation.advanceTo(toFraction(0.3));
  }
  return simulation;
}

/** Returns the encoded state of the scene's ground. */
async function encodeGrounds(): Promise<Uint8Array[]> {
  const [ground] = (await openSimulation()).outputs('yard') as readonly HeightfieldOutput[];
  return [ground.encodeState!()];
}

/** Length of the checksum at the end of a ground state, in bytes. */
const digestLength = 16;

/** Corrects the checksum of a damaged ground state, so that the reader does not refuse the state for its checksum. */
function mendDigest(bytes: Uint8Array): Uint8Array {
  if (bytes.length < digestLength) return bytes;
  const mended = bytes.slice();
  const end = bytes.length - digestLength;
  mended.set(new TextEncoder().encode(new Hasher().bytes(bytes.subarray(0, end)).digest()), end);
  return mended;
}

/** Recomputes the checksum of a damaged sealed record. */
function mendRecord(bytes: Uint8Array): Uint8Array {
  if (bytes.length < recordHeadBytes) return bytes;
  const mended = bytes.slice();
  const [low, high] = checksum(bytes.subarray(0, 24), bytes.subarray(recordHeadBytes));
  const view = new DataView(mended.buffer);
  view.setUint32(24, low, true);
  view.setUint32(28, high, true);
  return mended;
}

export const stateSubjects: readonly FuzzSubject[] = [
  {
    name: 'prepared flesh',
    kind: 'binary',
    sources: () => singleFile('fuzz.flesh', encodeFleshPart({ ...makeRod(), name: 'Schenkel ½' })),
    read: ([{ name, bytes }]) => void decodeFleshPart(bytes, name),
    mend: mendRecord,
  },
  {
    name: 'ground state',
    kind: 'binary',
    sources: async () => singleFile('fuzz.ground', ...(await encodeGrounds())),
    read([{ name, bytes }]) {
      const { top, bottom, cell } = readEarlierGround(bytes, name);
      checkFinite([top, bottom, cell], 'its range');
      inspectGroundState(bytes, name);
    },
    mend: mendDigest,
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
