import { openRecord, sealRecord } from '../../sealed-record.ts';
import type { RigidKey } from '../keyed-collider.ts';
import { PressHistory, type PressSource } from '../response/pressed-ground.ts';
import { type RigidMotion, sampleRigidKeys } from '../rigid-motion.ts';
import { keyRate } from './key-rate.ts';
import type { PropSample, SimulatedBody } from './simulated-body.ts';

/** The simulated motion of one object, as far as others need it. */
export interface PropRecord {
  /** Poses at the start of the simulation and every 1 / `keyRate` seconds, and what happened at these times. */
  readonly keys: readonly RigidKey[];
  readonly samples: readonly PropSample[];
  /** How far it was raised at its release, m. */
  readonly raised: number;
  /** What it pressed. */
  readonly history: PressHistory;
}

/** Raise the version when the simulation gives other results. */
const kind = { kind: 'PROP', version: 1, description: 'simulated objects', remedy: 'simulate them again' };
/** Numbers for each key: position, rotation, and the sample. */
const stride = 14;

/** Returns the motions of the objects of a scene as bytes. `key`: of their inputs. */
export function encodeProps(records: readonly PropRecord[], key: string): Uint8Array {
  const numbers: number[] = [records.length];
  for (const { keys, samples, raised, history } of records) {
    numbers.push(keys.length, raised);
    keys.forEach(({ position, rotation }, k) => {
      const { load, drag, sinkage, isLimited, speed, isAtRest, excess } = samples[k];
      numbers.push(position[0], position[1], position[2]);
      numbers.push(rotation![0], rotation![1], rotation![2], rotation![3]);
      numbers.push(load, drag, sinkage, Number(isLimited), speed, Number(isAtRest), excess);
    });
    history.write(numbers);
  }
  return sealRecord(kind, key, new Uint8Array(Float64Array.from(numbers).buffer));
}

/** Returns the inverse of `encodeProps`. Null if the bytes are damaged, or of other inputs. */
export function decodeProps(bytes: Uint8Array, key: string, startTime: number): PropRecord[] | null {
  let body: Uint8Array;
  try {
    const record = openRecord(bytes, kind);
    if (record.name !== key) return null;
    ({ body } = record);
  } catch {
    return null;
  }
  // A copy: the bytes may be a view of a larger buffer.
  const numbers = new Float64Array(new Uint8Array(body).buffer);
  let at = 1;
  return Array.from({ length: numbers[0] }, () => {
    const [count, raised] = numbers.subarray(at, at + 2);
    at += 2;
    const keys: RigidKey[] = [];
    const samples: PropSample[] = [];
    for (let k = 0; k < count; k++, at += stride) {
      const [x, y, z, a, b, c, d, ...rest] = numbers.subarray(at, at + stride);
      keys.push({ time: startTime + k / keyRate, position: [x, y, z], rotation: [a, b, c, d] });
      const [load, drag, sinkage, isLimited, speed, isAtRest, excess] = rest;
      samples.push({
        load,
        drag,
        sinkage,
        isLimited: isLimited === 1,
        speed,
        isAtRest: isAtRest === 1,
        excess,
      });
    }
    const read = PressHistory.read(numbers, at);
    at = read.end;
    return { keys, samples, raised, history: read.history };
  });
}

/** The simulated objects of a scene: simulated now, or read from a record. */
export interface SimulatedProps {
  /** Returns the motion of an object. */
  motionOf(index: number): RigidMotion;
  /** Returns what happened to an object at each key. */
  samplesOf(index: number): readonly PropSample[];
  /** Returns how far an object was raised at its release, because it was in the ground, m. */
  raisedBy(index: number): number;
  /** Returns what an object presses into its ground. */
  sourceOf(index: number): PressSource;
}

/** Returns the objects with motions that were simulated before. */
export function playProps(
  records: readonly PropRecord[],
  bodies: readonly SimulatedBody[],
  startTime: number,
): SimulatedProps {
  return {
    motionOf: (index) => createPropMotion(bodies[index], records[index].keys, startTime, () => {}),
    samplesOf: (index) => records[index].samples,
    raisedBy: (index) => records[index].raised,
    sourceOf: (index) => ({ pressedBefore: (t, area) => records[index].history.before(t, area, 1) }),
  };
}

/** Returns the motion of an object: the one that is given until its release, then that of its keys. `advanceTo`: called before keys up to a time are read. */
export function createPropMotion(
  { releaseTime, given }: SimulatedBody,
  keys: readonly RigidKey[],
  startTime: number,
  advanceTo: (t: number) => void,
  times: readonly number[] = keys.map(({ time }) => time),
): RigidMotion {
  const isHeld = releaseTime > startTime;
  return {
    knots: isHeld ? null : times,
    cutBetween: (t0, t1) => t0 < releaseTime && given.cutBetween(t0, Math.min(t1, releaseTime)),
    sample: (out, t) => {
      if (isHeld && t <= releaseTime) return given.sample(out, t);
      advanceTo(t);
      sampleRigidKeys(out, keys, t);
    },
  };
}
