/** How the ankle moves while the sole rolls on the ground without slipping. */
import { cos, sin } from '../../../src/math/portable.ts';
import { smoothStep } from '../shapes/level-set.ts';
import { soleHeel, soleProfile, soleToe } from './shoe.ts';
import { boneIndex, bones } from './skeleton.ts';

const degree = Math.PI / 180;
const [, ankleHeight, ankleZ] = bones[boneIndex('foot.L')].position;
const [, flexHeight, flexZ] = bones[boneIndex('toes.L')].position;

/** A planted foot, its flat position taken as the origin: metres forwards and up from the flat ankle's ground point. */
export interface PlantedFoot {
  readonly ankleForward: number;
  readonly ankleUp: number;
  /** Slope of the toes, degrees, toe up positive. */
  readonly toePitch: number;
}

/** Of a heel raised by `angle` degrees, how much the toes roll over their tip; the rest bends the shoe at the ball. */
function toeRoll(angle: number): number {
  return 0.5 * angle * smoothStep(14, 75, angle);
}

const stepDegrees = 0.1;
const heelTable = tabulate(1, 30);
const toeTable = tabulate(-1, 75);

/**
 * The planted foot whose sole is pitched by `pitch` degrees (toe up positive; −75 to 30): over the heel while the toe is up, over the
 * ball and then the tip of the toes while the heel is up.
 */
export function rollSole(pitch: number): PlantedFoot {
  const table = pitch >= 0 ? heelTable : toeTable;
  const at = Math.min(Math.abs(pitch) / stepDegrees, table.length - 1.001);
  const index = Math.floor(at);
  const t = at - index;
  const [a, b] = [table[index], table[index + 1]];
  return {
    ankleForward: a.ankleForward + (b.ankleForward - a.ankleForward) * t,
    ankleUp: a.ankleUp + (b.ankleUp - a.ankleUp) * t,
    toePitch: a.toePitch + (b.toePitch - a.toePitch) * t,
  };
}

function tabulate(sign: 1 | -1, limit: number): PlantedFoot[] {
  const table: PlantedFoot[] = [];
  // Where the flex line stands; the rolling body (shoe or toes) turns about its lowest point.
  let [flexForward, flexUp] = [flexZ, flexHeight];
  let contact = lowestPoint(0, sign > 0);
  for (let i = 0; i * stepDegrees <= limit; i++) {
    const angle = i * stepDegrees;
    const toePitch = sign > 0 ? angle : -toeRoll(angle);
    const [contactForward, contactUp] = turn(contact[0] - flexZ, contact[1] - flexHeight, toePitch);
    if (i > 0) {
      const before = sign > 0 ? angle - stepDegrees : -toeRoll(angle - stepDegrees);
      const [oldForward] = turn(contact[0] - flexZ, contact[1] - flexHeight, before);
      flexForward += oldForward - contactForward;
      flexUp = -contactUp;
    }
    const [ankleForward, ankleUp] = turn(ankleZ - flexZ, ankleHeight - flexHeight, sign * angle);
    table.push({ ankleForward: flexForward + ankleForward - ankleZ, ankleUp: flexUp + ankleUp, toePitch });
    contact = lowestPoint(toePitch, sign > 0);
  }
  return table;
}

/** Turns (forwards, up) by `pitch` degrees, toe up positive. */
function turn(forward: number, up: number, pitch: number): [number, number] {
  const [c, s] = [cos(pitch * degree), sin(pitch * degree)];
  return [forward * c - up * s, forward * s + up * c];
}

/** Sole point [z, y] that is lowest at a pitch: anywhere on the shoe, or on the toes alone. */
function lowestPoint(pitch: number, wholeShoe: boolean): [number, number] {
  let lowest: [number, number] = [0, 0];
  let height = Infinity;
  // Flat, the heel's edge carries a shoe that rolls backwards, the ball one that rolls forwards.
  const [from, to] = wholeShoe ? [soleToe, soleHeel] : [flexZ, soleToe];
  for (let i = 0; i <= 600; i++) {
    const z = from + ((to - from) * i) / 600;
    const y = soleProfile(0, z);
    const up = turn(z - flexZ, y - flexHeight, pitch)[1];
    if (up <= height + 1e-12) {
      height = Math.min(height, up);
      lowest = [z, y];
    }
  }
  return lowest;
}
