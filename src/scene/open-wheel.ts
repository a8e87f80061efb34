import type { RollReport } from '../bake/bake-report.ts';
import { InputError } from '../input-error.ts';
import { atan2 } from '../math/portable.ts';
import { conjugateQuaternion, multiplyQuaternions } from '../math/quaternion.ts';
import { facePath } from '../motion/face-path.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { measureWheel } from '../motion/measure-wheel.ts';
import { createRigidPose, type RigidMotion } from '../motion/rigid-motion.ts';
import { createRollingMotion, type Wheel } from '../motion/rolling-motion.ts';
import type { OpenActorOptions } from './open-actor.ts';
import type { OpenedMotion } from './open-motion.ts';
import { turnUp } from './open-prop-mesh.ts';
import type { SceneActor } from './scene.ts';

export interface OpenedWheel {
  readonly motion: RigidMotion;
  readonly report: RollReport;
  readonly warnings: readonly string[];
}

/** Minimum value of `MeasuredWheel.clearness` with which an axle can be found. */
const minClear = 0.1;

/** Creates a rigid object that rolls along its motion. mesh: the mesh in the units of its file. scale: metres per unit. */
export function openWheel(
  entry: SceneActor,
  mesh: TriangleMesh,
  scale: number,
  { motion, positions }: OpenedMotion,
  { path, startTime, endTime }: OpenActorOptions,
): OpenedWheel {
  const given = entry.axle && turnUp(Float64Array.from(entry.axle), entry.up);
  if (given?.every((part) => part === 0)) {
    throw InputError.at(`${path}.axle`, 'expected a direction, got one of length 0');
  }
  const measured = measureWheel(mesh, given && [...given]);
  const radius = entry.radius ?? measured.radius * scale;
  if (!(radius > 0)) {
    throw InputError.at(`${path}.roll`, 'expected a wheel, got a mesh that is a line or a point: set radius');
  }
  const wheel: Wheel = {
    radius,
    axle: measured.axle,
    centre: measured.centre.map((coordinate) => coordinate * scale) as [number, number, number],
  };
  const warnings: string[] = [];
  if (!given && measured.clearness < minClear) {
    warnings.push(
      `the axle of ${entry.file} is not clear: it rolls about ${listNumbers(measured.axle)}; set axle to choose another`,
    );
  }
  if (wheel.centre.some((coordinate) => coordinate !== 0)) {
    warnings.push(
      `its axle passes its origin at ${listNumbers(wheel.centre)} m: the mesh rotates about the axle, and its origin moves`,
    );
  }
  const base = positions ? facePath(positions, wheel) : motion;
  const spun = positions ? 0 : measureSpin(base, wheel.axle, startTime, endTime);
  if (Math.abs(spun) > Math.PI) {
    warnings.push(
      `the motion that it follows already rotates it ${round(Math.abs(spun) / (2 * Math.PI))} times about its axle, and roll rotates it again: leave roll out`,
    );
  }
  const rolling = createRollingMotion(base, wheel, { startTime, facesPath: positions !== null });
  const pathLength = rolling.distanceAt(Math.max(startTime, endTime)) - rolling.distanceAt(startTime);
  return {
    motion: rolling,
    report: {
      radius: round(radius),
      axle: measured.axle.map(round) as [number, number, number],
      turns: round(pathLength / (2 * Math.PI * radius)),
    },
    warnings,
  };
}

/** Number of steps per second in which a rotation is measured. */
const spinRate = 120;

/** Returns the angle, radians, by which a motion rotates a body about one of the body's own axes from start to end. */
function measureSpin(motion: RigidMotion, axle: readonly number[], start: number, end: number): number {
  const before = createRigidPose();
  const after = createRigidPose();
  const turn = [0, 0, 0, 1];
  let spin = 0;
  motion.sample(before, start);
  const count = Math.ceil((end - start) * spinRate);
  for (let k = 1; k <= count; k++) {
    motion.sample(after, start + k / spinRate);
    multiplyQuaternions(turn, conjugateQuaternion(before.rotation), after.rotation);
    const along = turn[0] * axle[0] + turn[1] * axle[1] + turn[2] * axle[2];
    spin += turn[3] < 0 ? 2 * atan2(-along, -turn[3]) : 2 * atan2(along, turn[3]);
    before.position.set(after.position);
    before.rotation.set(after.rotation);
  }
  return spin;
}

function listNumbers(vector: readonly number[]): string {
  return vector.map((part) => String(Number(part.toPrecision(3)))).join(', ');
}

function round(value: number): number {
  return Number(value.toPrecision(5));
}
