import { createDriveFrame } from '../src/motion/drive-frame.ts';
import { makeLumpedPart, type Vector } from '../src/systems/flesh/testing/lumped-part.ts';
import { placeBody, rodDamping, stepOf } from '../src/systems/flesh/touch/testing/rod-touch.ts';
import { createBoxShape, createCapsule } from '../src/systems/flesh/touch/touch-shape.ts';
import { TouchSolver } from '../src/systems/flesh/touch/touch-solver.ts';
import { TouchSurface } from '../src/systems/flesh/touch/touch-surface.ts';

const [pointCount, modeCount, stepCount] = [2000, 40, 400];

/**
 * Measures the milliseconds of processor time of contact in one step: a belly of 2000 points and 40 shapes, half a ball of 20 cm, and two
 * capsules that press it. Half of the steps have contacts, most of these all 16.
 */
export function timeFleshTouch(): number {
  const points = Array.from({ length: pointCount }, (_, k): Vector => {
    const z = (k + 0.5) / pointCount;
    const across = Math.sqrt(1 - z * z);
    return [0.2 * across * Math.cos(2.399963 * k), 0.2 * across * Math.sin(2.399963 * k), 0.2 * z];
  });
  const fields = Array.from({ length: modeCount }, (_, mode) => {
    const [a, b, c] = [mode % 3, Math.floor(mode / 3) % 4, Math.floor(mode / 12)];
    return points.map(([x, y, z]): Vector => {
      const value = z * Math.cos(6 * b * x + a) * Math.cos(6 * c * y + b);
      return [a === 0 ? value : 0.1 * value, a === 1 ? value : 0.1 * value, a === 2 ? value : 0.1 * value];
    });
  });
  const part = makeLumpedPart({
    points,
    masses: points.map(() => 6 / pointCount),
    fields,
    frequencies: fields.map((_, mode) => 4 + 0.4 * mode),
  });
  const mesh = {
    positions: points.flat(),
    normals: points.flat().map((value) => value / 0.2),
    influenceCount: 1,
    jointIndices: points.map(() => 0),
    jointWeights: points.map(() => 1),
    slots: [0],
    scale: 1,
  };
  const solver = new TouchSolver(part, rodDamping, new TouchSurface(part, [mesh]));
  const hand = createBoxShape(createCapsule([-0.04, 0, 0], [0.04, 0, 0], 0.035));
  const arm = createBoxShape(createCapsule([0.05, 0, 0], [0.3, 0, 0.05], 0.05));
  const filter = { amplitudes: new Float64Array(modeCount), velocities: new Float64Array(modeCount) };
  const before = new Float64Array(modeCount);
  const press = (steps: number) => {
    for (let step = 0; step < steps; step++) {
      before.set(filter.amplitudes);
      // The flesh springs back a little in each step, so that contacts stay.
      for (let mode = 0; mode < modeCount; mode++) filter.amplitudes[mode] *= 0.97;
      const frame = createDriveFrame();
      frame.position.set([0, 0, 0.2 - 0.002 * (step % 10)]);
      solver.push(filter, stepOf(before, [placeBody(hand, 0.4, frame), placeBody(arm, 0.4, frame)]));
    }
  };
  press(stepCount);
  const begun = process.cpuUsage();
  press(stepCount);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / stepCount;
}
