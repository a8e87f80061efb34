import { expect, test } from 'vitest';
import type { BakeActor } from '../../src/index.ts';
import {
  createPointsSubject,
  createSubject,
  inCoat,
  type Point,
  placeCamera,
  type Subject,
} from './views.ts';

/** Returns the elevation of the camera `front`, degrees, and whether the whole box is visible. */
function lookAtBox(min: Point, max: Point, aspect: number): { down: number; fraction: number } {
  const { position, target, fieldOfView } = placeCamera(
    'front',
    createPointsSubject({ min, max }),
    0,
    aspect,
  );
  const away = Math.hypot(position[0] - target[0], position[2] - target[2]);
  const [sine, cosine] = [position[1] - target[1], away].map(
    (side) => side / Math.hypot(away, position[1] - target[1]),
  );
  const turn = Math.atan2(position[0] - target[0], position[2] - target[2]);
  const wide = Math.tan((fieldOfView * Math.PI) / 360);
  let fraction = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [x, y, z] = [0, 1, 2].map((axis) => (corner & (1 << axis) ? max : min)[axis] - target[axis]);
    const right = x * Math.cos(turn) - z * Math.sin(turn);
    const near = x * Math.sin(turn) + z * Math.cos(turn);
    const distance = Math.hypot(away, position[1] - target[1]) - near * cosine - y * sine;
    const up = y * cosine - near * sine;
    fraction = Math.max(
      fraction,
      Math.abs(right) / (wide * aspect * distance),
      Math.abs(up) / (wide * distance),
    );
  }
  return { down: (Math.atan2(sine, cosine) * 180) / Math.PI, fraction };
}

test('text and clouds are seen horizontally, flat subjects from above, and both are completely visible', () => {
  for (const aspect of [0.46, 1, 16 / 9]) {
    for (const [min, max, isFlat] of [
      [[-1.2, 0.8, -0.05], [1.2, 1.4, 0.05], false],
      [[-0.5, 0, -0.5], [0.5, 1, 0.5], false],
      [[-1, 0, -1], [1, 0.16, 1], true],
      [[-0.3, 0, -0.3], [0.3, 0.16, 0.3], true],
      [[-3, 0, -1.2], [3, 0.2, 1.2], true],
    ] as const) {
      const { down, fraction } = lookAtBox(min, max, aspect);
      expect(down > 20, `${min} ${max}`).toBe(isFlat);
      expect(fraction, `${min} ${max} at ${aspect}`).toBeLessThan(1);
      expect(fraction, `${min} ${max} at ${aspect}`).toBeGreaterThan(0.6);
    }
  }
});

/** Returns an actor with one foot of 0.3 m that steps 0.8 m forward along +X each second, on the ground for 0.7 s of it. */
function createStepper(): BakeActor {
  const posedMeshesAt = (t: number) => {
    const step = Math.floor(t);
    const flight = Math.max(0, (t - step - 0.7) / 0.3);
    const [x, y] = [0.8 * (step + flight), flight > 0 ? 0.2 : 0];
    const positions = Float64Array.from([x, y, 0, x + 0.3, y, 0, x + 0.3, y, 0.1, x, y + 1.7, 0]);
    return [{ positions, indices: Uint32Array.of(0, 1, 2, 0, 2, 3), color: [1, 1, 1] as const }];
  };
  return { report: { height: 1.7 }, posedMeshesAt } as unknown as BakeActor;
}

test('the camera `close` looks at a print that the character has left, also while it stands on the next one', () => {
  const subject = createSubject(createStepper(), 0, 6);
  for (let t = 2; t < 6; t += 0.05) {
    const [x] = subject.printAt(t);
    const foot = 0.8 * (Math.floor(t) + Math.max(0, (t - Math.floor(t) - 0.7) / 0.3));
    // The middle of a print, and not of the one under the foot.
    const nearest = Math.round((x - 0.15) / 0.8);
    expect(Math.abs(x - 0.15 - 0.8 * nearest), `${t} s`).toBeLessThan(0.16);
    expect(x, `${t} s`).toBeLessThan(foot);
    expect(x, `${t} s`).toBeGreaterThan(foot - 1.7);
  }
});

test('the camera `side` is on the side of the sun', () => {
  const subject = createSubject(createStepper(), 0, 6);
  const { position, target } = placeCamera('side', subject, 3, 16 / 9);
  const [fx, , fz] = subject.forward;
  const left = (position[0] - target[0]) * fz - (position[2] - target[2]) * fx;
  expect(Math.sign(left)).toBe(Math.sign(subject.toSun[2]));
});

test('for a stationary character with a coat the sun is beside the camera, for a running one behind the character', () => {
  const still: Subject = createPointsSubject({ min: [0, 0, 0], max: [1, 1, 1] });
  expect(inCoat(still).toSun).not.toEqual(still.toSun);
  const runs = { ...still, to: [5, 0, 0] as const };
  expect(inCoat(runs)).toBe(runs);
});
