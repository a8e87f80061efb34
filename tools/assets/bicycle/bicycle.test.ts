import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../src/files/gltf/read-gltf.ts';
import { rotateVector } from '../../../src/math/quaternion.ts';
import { isLong } from '../../../src/testing/long.ts';
import { boneIndex, bones } from '../mannequin/skeleton.ts';
import type { Vector } from '../shapes/level-set.ts';
import { buildBicycle } from './build-bicycle.ts';
import { bicycleFile, makeBicycle, makeRider, riders, rideTime } from './make-bicycles.ts';
import { poseRider } from './pose-rider.ts';
import { ridePath } from './ride-path.ts';
import { sampleRide } from './rider-clips.ts';
import { bicycleBone, bracket, crankLength, grip, pedalOut, wheelbase, wheelRadius } from './skeleton.ts';

test('every part is closed, outside out, on one bone', () => {
  for (const { name, positions, indices, skin } of buildBicycle('red')) {
    let volume = 0;
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) =>
        positions.subarray(3 * indices[k + corner], 3 * indices[k + corner] + 3),
      );
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) +
          a[1] * (b[2] * c[0] - b[0] * c[2]) +
          a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    expect(volume, name).toBeGreaterThan(0);
    expect(new Set(skin.joints.filter((_, k) => skin.weights[k] > 0)).size, name).toBe(1);
  }
});

describe('rides', () => {
  test('the rear wheel rolls along its own plane, the front wheel along the steered one', () => {
    for (const { style } of riders) {
      const states = ridePath(style, rideTime, 60 * rideTime);
      for (let k = 1; k + 1 < states.length; k++) {
        const [before, now, after] = [states[k - 1], states[k], states[k + 1]];
        const [vx, vz] = [(after.x - before.x) * 30, (after.z - before.z) * 30];
        expect(Math.hypot(vx, vz)).toBeCloseTo(style.speed, 3);
        expect(vx * Math.cos(now.heading) - vz * Math.sin(now.heading)).toBeCloseTo(0, 3);
        const front = (state: typeof now): Vector => [
          state.x + wheelbase * Math.sin(state.heading),
          0,
          state.z + wheelbase * Math.cos(state.heading),
        ];
        const [a, b] = [front(before), front(after)];
        const way = Math.hypot(b[0] - a[0], b[2] - a[2]);
        expect(way).toBeCloseTo(after.frontDistance - before.frontDistance, 4);
      }
    }
  });

  test('the balance holds in a long curve: tan(lean) = v² / (g r)', () => {
    const style = { speed: 4, weave: 0, weaveTime: 1, phase: 0, turns: [{ from: 0, to: 20, angle: 0.1 }] };
    const states = ridePath(style, 10, 600);
    const [a, b] = [states[598], states[600]];
    const curvature = (b.heading - a.heading) / (b.rearDistance - a.rearDistance);
    expect(Math.tan(b.lean)).toBeCloseTo((style.speed ** 2 * curvature) / 9.81, 3);
  });

  test('wheels turn by their way, and the clip has no gaps', () => {
    const clip = sampleRide('ride', riders[0].style, 2);
    const wheel = clip.rotations.get(bicycleBone('rear_wheel'))!;
    const root = clip.translations.get(0)!;
    for (let key = 1; key < clip.times.length; key++) {
      const step = Math.hypot(root[3 * key] - root[3 * key - 3], root[3 * key + 2] - root[3 * key - 1]);
      const dot = [0, 1, 2, 3].reduce((sum, i) => sum + wheel[4 * key + i] * wheel[4 * key - 4 + i], 0);
      expect(2 * Math.acos(Math.min(1, dot))).toBeCloseTo(step / wheelRadius, 2);
    }
  });
});

test('feet stay on the pedals and hands on the grips, whatever the bicycle does', () => {
  for (let k = 0; k < 24; k++) {
    const crank = (2 * Math.PI * k) / 24;
    const pose = poseRider({ crank, steering: 0.12 * Math.sin(k), lean: 0.1 * Math.cos(k) });
    for (const side of ['L', 'R'] as const) {
      const sign = side === 'L' ? 1 : -1;
      const sole = placePoint(pose, `foot.${side}`, [bones[boneIndex(`foot.${side}`)].position[0], 0, 0.1]);
      const angle = crank + (sign < 0 ? Math.PI : 0);
      expect(sole[0] - sign * pedalOut).toBeCloseTo(0, 1);
      expect(Math.abs(sole[1] - bracket[1] + crankLength * Math.cos(angle) - 0.012)).toBeLessThan(0.02);
      expect(Math.abs(sole[2] - bracket[2] + crankLength * Math.sin(angle))).toBeLessThan(0.02);
      const wrist = placePoint(pose, `hand.${side}`, bones[boneIndex(`hand.${side}`)].position);
      expect(Math.hypot(wrist[0] - sign * grip[0], wrist[1] - grip[1], wrist[2] - grip[2])).toBeLessThan(
        0.12,
      );
    }
  }
});

/** Returns the position in a pose of a point that is given in the mannequin's rest pose. */
function placePoint({ hips, rotations }: ReturnType<typeof poseRider>, bone: string, point: Vector): Vector {
  let at: Vector = point;
  for (let index = boneIndex(bone); index >= 0; index = bones[index].parent) {
    const joint = bones[index].position;
    const out: [number, number, number] = [0, 0, 0];
    rotateVector(out, rotations[index], [at[0] - joint[0], at[1] - joint[1], at[2] - joint[2]]);
    const base = bones[index].parent < 0 ? hips : joint;
    at = [base[0] + out[0], base[1] + out[1], base[2] + out[2]];
  }
  return at;
}

// This takes several seconds, so only the long form of the tests does it.
test.runIf(isLong)('the committed riders are what the script makes', async () => {
  for (const rider of riders)
    expect(Buffer.from(await makeRider(rider)).equals(readFileSync(rider.file)), rider.color).toBe(true);
});

test('wheels have every key, and the rider every third', async () => {
  const { clips, nodes } = await readGltf(new Uint8Array(readFileSync(riders[0].file)), { name: 'rider' });
  const keysOf = (bone: string) =>
    clips[0].channels.find(({ node, path }) => nodes[node].name === bone && path === 'rotation')!.times;
  expect(keysOf('rear_wheel').length).toBe(60 * rideTime + 1);
  expect(keysOf('thigh.L').length).toBe(20 * rideTime + 1);
  expect(keysOf('thigh.L').at(-1)).toBe(rideTime);
});

test('arms and legs reach for every posture of the riders', () => {
  for (const { style } of riders) expect(() => sampleRide('ride', style, rideTime)).not.toThrow();
});

test('the fall comes out the same, to the byte', async () => {
  expect(Buffer.from(await makeBicycle()).equals(readFileSync(bicycleFile))).toBe(true);
});
