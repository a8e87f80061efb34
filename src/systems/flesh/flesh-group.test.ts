import { expect, test } from 'vitest';
import { composeMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { LiveDrive } from '../../motion/live/live-drive.ts';
import { defaultParams } from '../params.ts';
import { FleshGroup } from './flesh-group.ts';
import { type FleshParams, fleshParams } from './params.ts';
import { resolveSettings } from './settings.ts';
import { FleshState } from './state.ts';
import { settleFlesh, stepFlesh } from './step.ts';
import { makeRod } from './testing/lumped-part.ts';

const rod = makeRod();

function poseAt(t: number): Float64Array {
  const out = new Float64Array(16);
  const rotation = quaternionFromAxisAngle([0, 0.6, 0.8], 0.5 * Math.sin(7 * t));
  composeMatrix(out, 0, [0.1 * Math.sin(9 * t), t, 0], 0, rotation, 0, [1, 1, 1], 0);
  return out;
}

test.each(['carry', 'reset'] as const)(
  'many characters, each in its own phase, move as each alone would; jumps: %s',
  (teleport) => {
    const params = {
      ...defaultParams(fleshParams),
      damping: 0.1,
      maxDisplacement: 0.05,
      teleport,
    } as FleshParams;
    const settings = resolveSettings(params, rod, [0, -1, 0]);
    const group = new FleshGroup(rod, settings, 5);
    const alone = [0, 1, 2, 3, 4].map((k) => ({
      state: new FleshState(rod, settings, 'alone'),
      drive: new LiveDrive(`${k}`),
    }));
    for (let frame = 0; frame < 60; frame++) {
      const cut = frame === 30;
      alone.forEach(({ state, drive }, k) => {
        const world = poseAt(frame / 30 + 0.3 * k);
        group.drives[k].push(world, 1 / 30, cut && k === 2);
        drive.push(world, 1 / 30, cut && k === 2);
        if (frame === 0) settleFlesh(state, drive.end);
      });
      const steps = Math.max(...alone.map(({ drive }) => drive.stepCount));
      group.step(1 / 30);
      alone.forEach(({ state, drive }, k) => {
        if (drive.cut && teleport === 'reset') settleFlesh(state, drive.end);
        for (let step = 0; step < steps; step++) {
          drive.advance(step / steps, (step + 1) / steps);
          const joined = { name: drive.name, cut: false, start: drive.start, end: drive.end };
          stepFlesh(state, joined, 1 / 30 / steps);
        }
        const shown = group.amplitudes.subarray(k * rod.modeCount, (k + 1) * rod.modeCount);
        expect(shown).toEqual(state.amplitudes);
      });
    }
    expect(group.amplitudes.every(Number.isFinite)).toBe(true);
  },
);

test('a group refuses the filters that it does not have', () => {
  for (const method of ['gyroscopic', 'paper'] as const) {
    const params = { ...defaultParams(fleshParams), [method]: true } as FleshParams;
    expect(() => new FleshGroup(rod, resolveSettings(params, rod, [0, -1, 0]), 2)).toThrow(
      `${method}: expected not to be set for a group`,
    );
  }
});

test('a character without pushed poses settles; an invalid pose changes nothing', () => {
  const params = { ...defaultParams(fleshParams), damping: 0.3 } as FleshParams;
  const group = new FleshGroup(rod, resolveSettings(params, rod, [0, -1, 0]), 2);
  for (let frame = 0; frame < 30; frame++) {
    for (const drive of group.drives) drive.push(poseAt(frame / 60), 1 / 60);
    group.step(1 / 60);
  }
  const moving = group.amplitudes.slice(0, rod.modeCount);
  const broken = poseAt(0.5);
  broken[12] = Number.NaN;
  for (let frame = 0; frame < 600; frame++) {
    expect(group.drives[1].push(broken, 1 / 60)).toBe(false);
    group.step(1 / 60);
  }
  expect(group.amplitudes.every(Number.isFinite)).toBe(true);
  const [first, second] = [group.amplitudes.slice(0, rod.modeCount), group.amplitudes.slice(rod.modeCount)];
  expect(first).toEqual(second);
  expect(first).not.toEqual(moving);
  const rest = first.slice();
  for (let frame = 0; frame < 60; frame++) group.step(1 / 60);
  rest.forEach((q, mode) => void expect(Math.abs(q - group.amplitudes[mode])).toBeLessThan(1e-6));
  // The next valid pose must not count as a motion from the previous position of the bone.
  group.drives[1].push(poseAt(7), 1 / 60);
  expect(group.drives[1].cut).toBe(true);
});
