import { maxOf } from '../math/lists.ts';
import { createMatrix, multiplyMatrices } from '../math/matrix.ts';
import type { Actor } from './actor.ts';
import {
  type Drive,
  type DriveRequest,
  type DriveSet,
  driveProducts,
  driveStride,
  maxAngularSpeed,
  maxSpeed,
} from './drive.ts';
import {
  copyDriveFrame,
  createDriveFrame,
  type DriveAnchor,
  type DriveFrame,
  findBindPosition,
  measureRotation,
  measureScale,
  moveDriveFrame,
  readDriveFrame,
} from './drive-frame.ts';
import { measureMoment } from './drive-moment.ts';
import { ReferencePath } from './motion-reference.ts';
import { createRestPose } from './pose.ts';
import { createRigidPose } from './rigid-motion.ts';

export interface ActorDriveOptions {
  /** Start of the simulation, seconds. The actor has no earlier motion. Default 0. */
  readonly startTime?: number;
}

/** A jump that the clip marks is ignored for a bone whose change at the jump is smaller than this: metres and radians. */
const smallJump = 1e-3;
const smallRotation = 5e-3;

/** The frames of all bones at one time. */
interface PosedTick {
  readonly time: number;
  readonly frames: DriveFrame[];
}

/** Creates the drives of the bones of an actor whose motion is recorded and can therefore be evaluated at any time. */
export function createActorDrives(actor: Actor, options: ActorDriveOptions = {}): DriveSet {
  const startTime = options.startTime ?? 0;
  const drives: ActorDrive[] = [];
  const requests: DriveRequest[] = [];
  const anchors: DriveAnchor[] = [];
  /** For each drive: the path of the reference that carries its bone; null if all motion is felt. */
  const carriers: (ReferencePath | null)[] = [];
  // The four ticks of the last step, ascending. The next step uses three of them again.
  let kept: PosedTick[] = [];
  const spare: DriveFrame[][] = [];

  // A periodic motion is continued before its beginning: with the end of the period, moved back by the displacement of one period.
  const { travel } = actor;
  const period = travel?.repeats && Number.isFinite(travel.period) ? travel.period : null;

  function framesBefore(before: number, t0: number): DriveFrame[] {
    const found = findKept(before);
    if (found) return found;
    const frames = poseFrames(before + period!);
    const later = poseFrames(t0 + period!);
    const atStart = poseFrames(t0);
    frames.forEach((frame, index) => {
      const { position } = frame;
      if (carriers[index]) {
        carriers[index].carry(move, before + period!, t0 + period!);
        moveDriveFrame(frame, move, frame);
      }
      for (let axis = 0; axis < 3; axis++) {
        position[axis] -= later[index].position[axis] - atStart[index].position[axis];
      }
    });
    spare.push(later, atStart);
    return frames;
  }

  function framesAt(time: number): DriveFrame[] {
    return findKept(time) ?? poseFrames(time);
  }

  function findKept(time: number): DriveFrame[] | null {
    const found = kept.find((tick) => tick.time === time);
    return found && found.frames.length === requests.length ? found.frames : null;
  }

  function poseFrames(time: number): DriveFrame[] {
    const pose = actor.poseAt(time);
    const frames = spare.pop() ?? [];
    while (frames.length < requests.length) frames.push(createDriveFrame());
    requests.forEach(({ node, inverseBind }, index) => {
      multiplyMatrices(matrix, 0, pose.world, 16 * node, inverseBind, 0);
      readDriveFrame(frames[index], matrix, anchors[index]);
    });
    return frames;
  }

  return {
    add(request) {
      const known = requests.findIndex((other) => isSame(other, request));
      if (known >= 0) return drives[known];
      const drive = new ActorDrive(`${actor.name}/${actor.rig.nodes[request.node].name || request.node}`);
      requests.push(request);
      anchors.push(findAnchor(actor, request));
      carriers.push(findCarrier(request, carriers));
      drives.push(drive);
      return drive;
    },
    advance(before, t0, t1, after) {
      const begins = before < startTime;
      const wraps = begins && period !== null;
      const ticks = [before, t0, t1, after].map((time, index) => ({
        time,
        frames: index > 0 || !begins ? framesAt(time) : wraps ? framesBefore(before, t0) : null,
      }));
      const existing = ticks.filter((tick): tick is PosedTick => tick.frames !== null);
      for (const { frames } of kept) if (!existing.some((tick) => tick.frames === frames)) spare.push(frames);
      kept = existing;
      const marks = [
        wraps ? actor.cutBetween(before + period, t0 + period) : actor.cutBetween(before, t0),
        actor.cutBetween(t0, t1),
        actor.cutBetween(t1, after),
      ];
      // Times outside the four ticks are only needed around a jump.
      const dt = t1 - t0;
      let outer: (DriveFrame[] | null)[] | null = null;
      const findOuter = () => {
        const isBefore = before - dt >= startTime && !actor.cutBetween(before - dt, before);
        const isAfter = !actor.cutBetween(after, after + dt);
        outer ??= [isBefore ? poseFrames(before - dt) : null, isAfter ? poseFrames(after + dt) : null];
        return outer;
      };
      const times = [before - dt, before, t0, t1, after, after + dt];
      drives.forEach((drive, index) => {
        // If there is no frame before the first tick, it is replaced by the frame of the first tick; the values of the replacement are not
        // used.
        const frames = ticks.map((tick) => (tick.frames ?? ticks[1].frames!)[index]);
        const carrier = carriers[index];
        const { motion } = carrier?.reference ?? {};
        const own = motion
          ? marks.map((mark, k) => mark || motion.cutBetween(times[k + 1], times[k + 2]))
          : marks;
        // The frame before the first tick, if it was replaced or moved back by a period, must not be moved again by `carryFrame`.
        const see: SeeFrame = (frame, from, at) =>
          carrier && !(begins && Math.min(from, at) < 1)
            ? carryFrame(carrier, frame, times[from + 1], times[at + 1])
            : frame;
        drive.measure(frames, own, begins && !wraps, dt, see, () =>
          findOuter().map((all) => all?.[index] ?? null),
        );
      });
      for (const frames of outer ?? []) if (frames) spare.push(frames);
    },
  };
}

const matrix = createMatrix();
const move = createRigidPose();

/**
 * Returns a frame at tick `from` as it is felt at tick `at`. Ticks 0 … 3 are the four of the step; −1 and 4 are the ticks before and after
 * them. The result is valid until the second call after this one.
 */
type SeeFrame = (frame: DriveFrame, from: number, at: number) => DriveFrame;

const carried = [createDriveFrame(), createDriveFrame()];

function carryFrame(carrier: ReferencePath, frame: DriveFrame, from: number, at: number): DriveFrame {
  carrier.carry(move, from, at);
  carried.reverse();
  moveDriveFrame(carried[0], move, frame);
  return carried[0];
}

/** Returns the path of a request's reference. Requests with the same reference have the same path object. */
function findCarrier(
  { reference }: DriveRequest,
  known: readonly (ReferencePath | null)[],
): ReferencePath | null {
  if (!reference || reference.factor === 1) return null;
  return known.find((path) => path?.reference === reference) ?? new ReferencePath(reference);
}

/**
 * Returns the bone's bind position in mesh space, and metres per mesh unit in the rest pose. A bone whose scale is 0 in the rest pose gets
 * the actor's scale.
 */
function findAnchor({ rig, scale }: Actor, { node, inverseBind, scale: asked }: DriveRequest): DriveAnchor {
  const rest = createRestPose(rig, scale);
  multiplyMatrices(matrix, 0, rest.world, 16 * node, inverseBind, 0);
  return { bind: findBindPosition(inverseBind), scale: asked ?? (measureScale(matrix) || scale) };
}

function isSame(a: DriveRequest, b: DriveRequest): boolean {
  return (
    a.node === b.node &&
    a.reference === b.reference &&
    a.inverseBind.every((value, k) => value === b.inverseBind[k])
  );
}

class ActorDrive implements Drive {
  cut = true;
  vanishes = false;
  readonly startFrame = createDriveFrame();
  readonly frame = createDriveFrame();
  readonly start = new Float64Array(driveStride);
  readonly end = new Float64Array(driveStride);

  constructor(readonly name: string) {}

  /**
   * Computes the drive from the frames at four ticks. marks: whether the clip marks a jump between each tick and the next. begins: whether
   * the first frame does not exist. `findOuter` returns the frames one tick before and one tick after the four, null where the motion is
   * not continuous.
   */
  measure(
    [before, from, to, after]: readonly DriveFrame[],
    marks: readonly boolean[],
    begins: boolean,
    dt: number,
    see: SeeFrame,
    findOuter: () => readonly (DriveFrame | null)[],
  ): void {
    const { start, end } = this;
    this.vanishes = from.vanishes || to.vanishes;
    copyDriveFrame(this.startFrame, from);
    copyDriveFrame(this.frame, to);
    const changes = [
      measureChange(see(before, 0, 1), from, dt),
      measureChange(see(from, 1, 2), to, dt),
      measureChange(see(to, 2, 3), after, dt),
    ];
    const cutBefore = begins || isCut(marks[0], changes[0], [changes[1]]);
    this.cut = isCut(marks[1], changes[1], begins ? [changes[2]] : [changes[0], changes[2]]);
    const cutAfter = isCut(marks[2], changes[2], [changes[1]]);
    measureMoment(start, cutBefore ? null : see(before, 0, 1), from, this.cut ? null : see(to, 2, 1), dt);
    measureMoment(end, this.cut ? null : see(from, 1, 2), to, cutAfter ? null : see(after, 3, 2), dt);
    // If the frame before or after a tick is missing, the acceleration at the nearest tick that has both is used.
    const startKnown = !cutBefore && !this.cut;
    const endKnown = !this.cut && !cutAfter;
    if (startKnown && endKnown) return;
    if (!this.cut) {
      copyAcceleration(start, startKnown ? start : endKnown ? end : null);
      copyAcceleration(end, endKnown ? end : startKnown ? start : null);
      return;
    }
    const [outerBefore, outerAfter] = findOuter();
    const firstSeen = outerBefore && see(outerBefore, -1, 0);
    measureMoment(beside, cutBefore ? null : firstSeen, before, see(from, 1, 0), dt);
    copyAcceleration(start, cutBefore || !outerBefore ? null : beside);
    const lastSeen = outerAfter && see(outerAfter, 4, 3);
    measureMoment(beside, see(to, 2, 3), after, cutAfter ? null : lastSeen, dt);
    copyAcceleration(end, cutAfter || !outerAfter ? null : beside);
  }
}

const beside = new Float64Array(driveStride);

function copyAcceleration(out: Float64Array, from: Float64Array | null): void {
  for (let k = 0; k < driveProducts; k++) out[k] = from ? from[k] : 0;
}

/** Displacement and rotation of a frame between two ticks, and the rate of the ticks, 1/s. */
interface Way {
  readonly distance: number;
  readonly turn: number;
  readonly rate: number;
}

function measureChange(from: DriveFrame, to: DriveFrame, dt: number): Way {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const change = to.position[axis] - from.position[axis];
    square += change * change;
  }
  measureRotation(turn, from.rotation, to.rotation);
  const angle = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  // If a frame becomes its mirror image, or if its scale is 0, this is a jump.
  const keeps = from.mirror === to.mirror && !from.vanishes && !to.vanishes;
  return { distance: Math.sqrt(square), turn: keeps ? angle : Number.POSITIVE_INFINITY, rate: 1 / dt };
}

const turn = new Float64Array(3);

/**
 * Returns whether a frame jumps between two ticks: it moves faster than the maximum speed, or the clip marks a jump and the motion before
 * and after does not explain the change.
 */
function isCut(marked: boolean, change: Way, beside: readonly Way[]): boolean {
  if (change.distance * change.rate > maxSpeed || change.turn * change.rate > maxAngularSpeed) return true;
  if (!marked) return false;
  const distance = maxOf(beside.map((other) => other.distance));
  const angle = maxOf(beside.map((other) => other.turn));
  return change.distance > 2 * distance + smallJump || change.turn > 2 * angle + smallRotation;
}
