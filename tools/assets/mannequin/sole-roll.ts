/** Motion of the ankle while the sole rolls on the ground without slipping. */
import { cos, sin } from '../../../src/math/portable.ts';
import { smoothStep } from '../shapes/level-set.ts';
import { soleHeel, soleProfile, soleToe } from './shoe.ts';
import { boneIndex, bones } from './skeleton.ts';

const degree = Math.PI / 180;
const [, ankleHeight, ankleZ] = bones[boneIndex('foot.L')].position;
const [, flexHeight, flexZ] = bones[boneIndex('toes.L')].position;

/** Position of a planted foot: metres forwards and up from the point on the ground below the ankle of the flat foot. */
export interface PlantedFoot {
  readonly ankleForward: number;
  readonly ankleUp: number;
  /** Slope of the toes, degrees, toe up positive. */
  readonly toePitch: number;
}

/**
 * Returns the angle by which the toes roll over their tip when the heel is raised by `angle`, degrees. The rest of the angle bends the shoe
 * at the ball.
 */
function toeRoll(angle: number): number {
  return 0.5 * angle * smoothStep(14, 75, angle);
}

const stepDegrees = 0.1;
const heelTable = tabulate(1, 30);
const toeTable = tabulate(-1, 75);

/**
 * Returns the planted foot whose sole is pitched by `pitch` degrees (toe up positive; −75 to 30). It rolls over the heel while the toe is
 * up. While the heel is up, it rolls over the ball and then over the tip of the toes.
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
  // Position of the flex line. The rolling body (shoe or toes) rotates about its lowest point.
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

/** Rotates (forwards, up) by `pitch` degrees. Positive: toe up. */
function turn(forward: number, up: number, pitch: number): [number, number] {
  const [c, s] = [cos(pitch * degree), sin(pitch * degree)];
  return [forward * c - up * s, forward * s + up * c];
}

/** Returns the lowest point [z, y] of the sole at a pitch: of the whole shoe, or only of the toes. */
function lowestPoint(pitch: number, wholeShoe: boolean): [number, number] {
  let lowest: [number, number] = [0, 0];
  let height = Infinity;
  // If the sole is flat, many points are the lowest. In this case, the edge of the heel counts for rolling backwards, the ball for rolling
  // forwards.
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
