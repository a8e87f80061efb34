import { expect, test } from 'vitest';
import { createMatrix } from '../../../math/matrix.ts';
import { hashUnit } from '../../../math/random.ts';
import { createActor } from '../../../motion/actor.ts';
import { type Drive, driveDown, driveStride } from '../../../motion/drive.ts';
import { createDriveFrame, type DriveFrame } from '../../../motion/drive-frame.ts';
import type { Rig } from '../../../motion/rig.ts';
import { createRig, createSurface } from '../../../motion/testing/create-rig.ts';
import { times } from '../../../testing/long.ts';
import { defaultParams } from '../../params.ts';
import type { SystemInputs } from '../../system.ts';
import { noFiles } from '../../testing/no-files.ts';
import { type FleshParams, fleshParams } from '../params.ts';
import { type FleshPrepared, prepareFlesh } from '../prepare.ts';
import type { FleshState } from '../state.ts';
import { fleshSystem } from '../system.ts';
import { createSphere } from '../testing/closed-surfaces.ts';

const radius = 0.1;
const gap = 0.01;
const half = radius + 0.5 * gap;

/** Two balls beside each other along x, each around a bone of its own. */
function createTwoBalls(): Rig {
  const { positions, triangles } = createSphere(radius, 20);
  const count = positions.length / 3;
  const points = [-half, half].flatMap((x) =>
    Array.from(positions, (value, k) => value + (k % 3 === 0 ? x : 0)),
  );
  const joints = Array.from({ length: 2 * count }, (_, k) => (k < count ? 0 : 1));
  const inverseBind = Float64Array.from(
    [half, -half].flatMap((x) => {
      const matrix = createMatrix();
      matrix[12] = x;
      return [...matrix];
    }),
  );
  return createRig({
    nodes: [
      { name: 'root' },
      { name: 'a', parent: 0, translation: [-half, 0, 0] },
      { name: 'b', parent: 0, translation: [half, 0, 0] },
    ],
    skins: [{ name: 'skin', joints: Int32Array.of(1, 2), inverseBind }],
    surfaces: [
      {
        ...createSurface(points, [...triangles, ...Array.from(triangles, (vertex) => vertex + count)]),
        skin: 0,
        influenceCount: 1,
        jointIndices: Uint16Array.from(joints),
        jointWeights: new Float32Array(joints.length).fill(1),
      },
    ],
  });
}

const limit = 0.08;
const params: FleshParams = {
  ...defaultParams(fleshParams),
  elements: 250,
  modes: 20,
  stiffness: 3000,
  gravity: 0,
  damping: 0.3,
  maxDisplacement: limit,
  touchedBy: [{ shape: 'parts', friction: 0.3 }],
} as FleshParams;
const actor = createActor(createTwoBalls(), { name: 'balls', clip: null });
const prepared = (await prepareFlesh(params, {
  ...noFiles,
  path: 'systems[0]',
  name: 'flesh',
  actors: new Map([['balls', actor]]),
  results: new Map(),
}))!;

/** The same parts in the other order. */
function swap({ touch, ...others }: FleshPrepared): FleshPrepared {
  return {
    ...others,
    parts: [...others.parts].reverse(),
    touch: touch && {
      ...touch,
      parts: [...touch.parts].reverse().map(({ others: mutual, ...part }) => ({
        ...part,
        others: mutual && { ...mutual, ignoredBy: [...mutual.ignoredBy].reverse() },
      })),
    },
  };
}

interface Pair {
  readonly states: readonly FleshState[];
  /** Makes a step of dt seconds in which the bones move to these positions, and from where they were. */
  step(frames: ReadonlyMap<number, DriveFrame>, dt?: number): void;
}

function createPair(own: FleshPrepared = prepared): Pair {
  const requests = fleshSystem.drives!(params, own);
  const drives = requests.map(
    ({ node }): Drive & { startFrame: DriveFrame; frame: DriveFrame; node: number } => {
      const moment = new Float64Array(driveStride);
      moment[driveDown + 1] = -1;
      const frame = createDriveFrame();
      return { name: '', start: moment, end: moment, cut: false, startFrame: frame, frame, node } as never;
    },
  );
  const inputs = { drives, startTime: 0 } as unknown as SystemInputs;
  const states = fleshSystem.create(params, inputs, 1, own);
  return {
    states,
    step(frames, dt = 1 / 240) {
      for (const drive of drives) {
        drive.startFrame = drive.frame;
        drive.frame = frames.get(drive.node)!;
      }
      fleshSystem.step(states, inputs, 0, dt);
    },
  };
}

/** Frames of both bones, moved by these distances along x. */
function moved(a: number, b: number): Map<number, DriveFrame> {
  return new Map(
    [a, b].map((x, k) => {
      const frame = createDriveFrame();
      frame.position[0] = x;
      return [k + 1, frame];
    }),
  );
}

/** Returns the positions of the vertices of a part, metres. */
function pointsOf({ part, amplitudes }: FleshState, x: number): number[][] {
  const [{ vertices, shapes, surface }] = part.surfaces;
  const { positions } = actor.rig.surfaces[surface];
  return Array.from(vertices, (vertex, index) =>
    [0, 1, 2].map((axis) => {
      let value = positions[3 * vertex + axis] + (axis === 0 ? x : 0);
      for (let mode = 0; mode < part.modeCount; mode++) {
        value += amplitudes[mode] * shapes[3 * (mode * vertices.length + index) + axis];
      }
      return value;
    }),
  );
}

const maxX = (points: number[][]) => points.reduce((max, [x]) => Math.max(max, x), Number.NEGATIVE_INFINITY);
const press = 0.02;

/** Presses one ball against the other by 50 mm. */
function pressTogether(pair: Pair): void {
  for (let step = 0; step < 240; step++)
    pair.step(moved(press * Math.min(1, step / 60), -press * Math.min(1, step / 60)));
}

test('two parts that are pressed together both give way, do not enter each other, and their order has no effect', () => {
  const [pair, swapped] = [createPair(), createPair(swap(prepared))];
  for (const one of [pair, swapped]) pressTogether(one);
  expect([...swapped.states[1].amplitudes]).toEqual([...pair.states[0].amplitudes]);
  expect([...swapped.states[0].amplitudes]).toEqual([...pair.states[1].amplitudes]);
  const [a, b] = pair.states;
  const left = maxX(pointsOf(a, press));
  const right = -maxX(pointsOf(b, -press).map(([x]) => [-x]));
  // Without contact, they would overlap by 30 mm.
  expect(left - right).toBeLessThan(0.006);
  const [moveA, moveB] = [radius - half + press - left, right - (half - radius - press)];
  expect(moveA).toBeGreaterThan(0.01);
  expect(moveB / moveA).toBeGreaterThan(0.8);
  expect(moveB / moveA).toBeLessThan(1.25);
  expect(a.totals.touched).toBeGreaterThan(100);
  for (let step = 0; step < 240; step++) pair.step(moved(0, 0));
  for (const state of pair.states) {
    for (const q of state.amplitudes) expect(Math.abs(q)).toBeLessThan(2e-3);
  }
});

test('parts that jump into each other and through each other stay within their limit, and come to rest', {
  timeout: 240_000,
}, () => {
  for (let run = 0; run < times({ short: 2, long: 60 }); run++) {
    let drawn = 0;
    const signed = () => 2 * hashUnit(11, run, drawn++) - 1;
    const pair = createPair();
    for (let step = 0; step < 40; step++) {
      const far = signed() > 0.8 ? 3 : 0.1;
      const frames = moved(far * signed(), far * signed());
      for (const frame of frames.values()) {
        frame.position[1] = 0.05 * signed();
        if (signed() > 0) frame.rotation.set([0, 0.6, 0, 0.8]);
      }
      pair.step(frames, 10 ** (-4 + 3 * Math.abs(signed())));
      for (const [k, state] of pair.states.entries()) {
        const still = { ...state, part: state.part, amplitudes: new Float64Array(state.amplitudes.length) };
        const rest = pointsOf(still as FleshState, 0);
        const apart = pointsOf(state, 0).map((at, vertex) =>
          Math.hypot(...at.map((value, axis) => value - rest[vertex][axis])),
        );
        expect(Math.max(...apart), `part ${k}`).toBeLessThanOrEqual(limit * (1 + 1e-6));
      }
    }
    for (let step = 0; step < 480; step++) pair.step(moved(-1, 1));
    for (const state of pair.states) for (const q of state.amplitudes) expect(Math.abs(q)).toBeLessThan(2e-3);
  }
});
