import { beforeAll, describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import type { DeformingCollider } from '../../../motion/collider.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import { topologyKinds } from '../topology/topology.ts';
import { ballMesh, movingBody } from './testing/ball.ts';
import { openWalker } from './testing/open-walker.ts';
import { dt, limit, Patch } from './testing/patch.ts';
import { stillCollider } from './testing/still-collider.ts';

/** Fraction of a strand's length that stays inside a body on the skin, since strands lean at most by the limit. */
const tolerance = 0.1;
const radius = 0.2;

describe('a ball that rolls over a patch', () => {
  const patch = new Patch();
  const middle = 0.375;
  const ball = movingBody('ball', ballMesh(radius, 16), [-0.4, radius, middle], [1.4, radius, middle], 1.5);
  let deepest = 0;
  beforeAll(() => {
    for (let tick = 0; tick < 180; tick++) {
      ball.advance(tick * dt, (tick + 1) * dt);
      patch.step(ball.colliders);
      if (tick % 12 > 0) continue;
      const [cx, cy, cz] = ball.collider.end.position;
      patch.eachPoint((x, y, z) => {
        deepest = Math.max(deepest, radius - Math.hypot(x - cx, y - cy, z - cz));
      });
    }
  });

  test('no strand is inside the ball by more than a tenth of its length', () => {
    expect(deepest).toBeLessThan(tolerance * patch.length);
  });

  test('leaves a lane of flat strands', () => {
    for (let x = 0.1; x < 0.9; x += 0.05) {
      for (const z of [-0.05, 0, 0.05]) {
        expect(patch.angleOf(patch.strandAt(x, middle + z))).toBeGreaterThan((70 * Math.PI) / 180);
      }
    }
  });

  test('the strands are trodden in the direction of the motion', () => {
    const { offsets } = patch;
    for (let x = 0.1; x < 0.9; x += 0.05) {
      expect(offsets[3 * patch.strandAt(x, middle)]).toBeGreaterThan(0.9 * patch.length);
    }
  });

  test('strands beyond the lane are bit-identical to untouched ones', () => {
    const alone = new Patch();
    for (let tick = 0; tick < 180; tick++) alone.step([]);
    for (let i = 0; i < patch.mesh.vertexCount; i++) {
      const z = patch.mesh.positions[3 * i + 2] - middle;
      // A strand of 0.1 m reaches a ball of 0.2 m at the height of its tip at most 0.18 m from the middle.
      if (Math.abs(z) <= 0.18) continue;
      for (let axis = 0; axis < 3; axis++)
        expect(patch.offsets[3 * i + axis]).toBe(alone.offsets[3 * i + axis]);
    }
  });

  test('strands recover by half in each half-life, and completely in the end', () => {
    const other = new Patch({ treadHalfLife: 0.5, columns: 15, rows: 15 });
    const press = movingBody('ball', ballMesh(radius, 12), [0.2, 0.5, 0.2], [0.2, radius, 0.2], 0.5);
    for (let tick = 0; tick < 60; tick++) {
      press.advance(tick * dt, (tick + 1) * dt);
      other.step(press.colliders);
    }
    const strand = other.strandAt(0.2, 0.2);
    const amount = () => other.contact.save()[strand];
    const before = amount();
    expect(before).toBeGreaterThan(0.95);
    for (let tick = 0; tick < 60; tick++) other.step([]);
    expect(Math.abs(amount() - before / 2)).toBeLessThan(1e-9);
    for (let tick = 0; tick < 1500; tick++) other.step([]);
    expect(other.contact.trodden).toBe(0);
    expect(other.angleOf(strand)).toBeLessThan(1e-3);
  });
});

test('a body that is larger than strands parts them: they stand around a post', () => {
  const patch = new Patch({ treadHalfLife: 0 });
  // The post is two metres high and starts below the ground, so that its ends are far from all strands.
  const post = tube(0.08, 1);
  const body = movingBody('post', post, [-0.3, 0, 0.375], [0.5, 0, 0.375], 1);
  for (let tick = 0; tick < 120; tick++) {
    body.advance(tick * dt, (tick + 1) * dt);
    patch.step(body.colliders);
  }
  const [cx, , cz] = body.collider.end.position;
  let deepest = 0;
  patch.eachPoint((x, _y, z, i) => {
    const root = Math.hypot(patch.mesh.positions[3 * i] - cx, patch.mesh.positions[3 * i + 2] - cz);
    // Strands whose roots are inside the post are ignored.
    if (root > 0.08) deepest = Math.max(deepest, 0.08 - Math.hypot(x - cx, z - cz));
  });
  expect(deepest).toBeLessThan(tolerance * patch.length);
  // Strands behind the post are upright again.
  expect(patch.angleOf(patch.strandAt(0.1, 0.375))).toBeLessThan(0.3);
});

test.each(topologyKinds)('%s: a rod that sweeps across between two ticks is not missed', (kind) => {
  const patch = new Patch({ kind, columns: 21, rows: 11 });
  // The rod is 3 cm thick and lies across all rows, at half the height of the strands. It moves by 8 cm per tick.
  const rod = turned(tube(0.015, 0.5));
  const body = movingBody('rod', rod, [0.05, 0.06, 0.125], [0.45, 0.06, 0.125], 5 * dt);

  const { vertexOf, strandCount } = patch.solver.topology;
  const wasBent = new Uint8Array(strandCount);
  for (let tick = 0; tick < 5; tick++) {
    body.advance(tick * dt, (tick + 1) * dt);
    patch.step(body.colliders);
    for (let i = 0; i < strandCount; i++) if (patch.angleOf(i) > 0.3) wasBent[i] = 1;
  }
  const missed = wasBent.filter((bent, i) => {
    const x = patch.mesh.positions[3 * vertexOf[i]];
    return x > 0.09 && x < 0.41 && !bent;
  });
  expect(missed.length).toBe(0);
});

test('strands on a stationary body do not tremble', () => {
  const patch = new Patch({ treadHalfLife: 0, columns: 17, rows: 17 });
  const ball = movingBody('ball', ballMesh(0.1, 16), [0.2, 0.12, 0.2], [0.2, 0.12, 0.2], 1);
  const step = (tick: number) => {
    ball.advance(tick * dt, (tick + 1) * dt);
    patch.step(ball.colliders);
  };
  for (let tick = 0; tick < 240; tick++) step(tick);
  expect(patch.contact.touched).toBeGreaterThan(10);
  let max = 0;
  for (let tick = 240; tick < 280; tick++) {
    const before = patch.offsets.slice();
    step(tick);
    for (let k = 0; k < before.length; k++) max = Math.max(max, Math.abs(patch.offsets[k] - before[k]));
  }
  expect(max).toBeLessThan(0.02 * patch.length);
});

test('strands keep their length and stay above the skin: 40 balls at 20 m/s (seed 3)', () => {
  const patch = new Patch({ columns: 13, rows: 13, spacing: 0.04 });
  for (let k = 0; k < 40; k++) {
    const place = (use: number, height: number) =>
      [
        hashUnit(3, use, k, 0) * 0.5,
        height + 0.1 * hashUnit(3, use, k, 1),
        hashUnit(3, use, k, 2) * 0.5,
      ] as const;
    const ball = movingBody(
      'ball',
      ballMesh(0.03 + 0.1 * hashUnit(3, 9, k), 8),
      place(1, 0.2),
      place(2, -0.05),
      0.02,
    );
    for (let tick = 0; tick < 4; tick++) {
      ball.advance(tick * dt, (tick + 1) * dt);
      patch.step(ball.colliders);
    }
    let [lowest, longest, shortest] = [1, 0, 1];
    for (let i = 0; i < patch.mesh.vertexCount; i++) {
      const [x, y, z] = patch.offsets.subarray(3 * i, 3 * i + 3);
      const size = Math.hypot(x, y, z);
      lowest = Math.min(lowest, y / size);
      longest = Math.max(longest, size);
      shortest = Math.min(shortest, size);
    }
    expect(lowest).toBeGreaterThan(Math.cos(limit) - 1e-9);
    expect(longest).toBeLessThan(1.3 * patch.length);
    expect(shortest).toBeGreaterThan(0.7 * patch.length);
  }
});

test('a restored state continues bit-identically', () => {
  const start = () => ({
    patch: new Patch(),
    ball: movingBody('ball', ballMesh(radius, 12), [-0.4, radius, 0.3], [1.4, radius, 0.4], 1),
  });
  const run = ({ patch, ball }: ReturnType<typeof start>, from: number, to: number) => {
    for (let tick = from; tick < to; tick++) {
      ball.advance(tick * dt, (tick + 1) * dt);
      patch.step(ball.colliders);
    }
  };
  const whole = start();
  run(whole, 0, 50);
  const tips = whole.patch.solver.save();
  const tread = whole.patch.contact.save();
  run(whole, 50, 100);
  const other = start();
  other.patch.solver.restore(tips);
  other.patch.contact.restore(tread);
  run(other, 50, 100);
  expect(other.patch.offsets).toEqual(whole.patch.offsets);
  expect(other.patch.contact.save()).toEqual(whole.patch.contact.save());
});

test('a body that is teleported sweeps no strands', () => {
  const patch = new Patch();
  const ball = movingBody('ball', ballMesh(radius), [-5, radius, 0.375], [0.5, radius, 0.375], dt);
  ball.advance(0, dt);
  ball.collider.cut = true;
  patch.step(ball.colliders);
  expect(patch.angleOf(patch.strandAt(0.5, 0.375))).toBeGreaterThan(1);
  expect(patch.angleOf(patch.strandAt(0.1, 0.375))).toBeLessThan(1e-9);
});

test('during a pause, only the strands inside a body move', () => {
  const patch = new Patch();
  const ball = movingBody('ball', ballMesh(radius), [0.5, radius, 0.375], [0.5, radius, 0.375], 1);
  ball.advance(0, dt);
  for (let k = 0; k < 3; k++) patch.step(ball.colliders, 0);
  expect(patch.offsets.every(Number.isFinite)).toBe(true);
  expect(patch.solver.store.plane(planes.velocity).every((v) => v === 0)).toBe(true);
});

test('a walker treads with its soles, and parts grass with its legs', { timeout: 60_000 }, async () => {
  const walker = await openWalker();
  const patch = new Patch({ columns: 31, rows: 41, spacing: 0.03, length: 0.12 });
  const { positions } = patch.mesh;
  // Centres the patch on the walker's path.
  const [x0, z0] = findFeet(walker);
  for (let k = 0; k < positions.length; k += 3) {
    positions[k] += x0 - 0.45;
    positions[k + 2] += z0 - 0.4;
  }
  patch.solver.reset(positions, patch.mesh.normals);
  let touched = 0;
  for (let tick = 0; tick < 80; tick++) {
    walker.advance(tick * dt, (tick + 1) * dt);
    patch.step(walker.colliders);
    touched = Math.max(touched, patch.contact.touched);
  }
  expect(touched).toBeGreaterThan(20);
  // Each sole of about 10 × 28 cm covers about 30 strands.
  expect(patch.contact.trodden).toBeGreaterThan(40);
  const flat = [...patch.contact.save().subarray(0, patch.mesh.vertexCount)].filter((amount) => amount > 0.8);
  expect(flat.length).toBeGreaterThan(25);
  expect(flat.length).toBeLessThan(patch.mesh.vertexCount / 3);
  expect(patch.offsets.every(Number.isFinite)).toBe(true);
});

/** Returns x and z of the mean of all vertices below 5 cm in the first step. */
function findFeet(walker: Awaited<ReturnType<typeof openWalker>>): [number, number] {
  walker.advance(0, dt);
  let [x, z, count] = [0, 0, 0];
  for (const collider of walker.colliders as DeformingCollider[]) {
    for (let k = 0; k < collider.end.length; k += 3) {
      if (collider.end[k + 1] > 0.05) continue;
      x += collider.end[k];
      z += collider.end[k + 2];
      count++;
    }
  }
  return [x / count, z / count];
}

test('invalid colliders do no harm: empty, a point, NaN positions', () => {
  const patch = new Patch({ columns: 5, rows: 5 });
  const empty = stillCollider('empty', new Float64Array(0), new Uint32Array(0));
  const point = stillCollider('point', Float64Array.of(0.05, 0.05, 0.05), Uint32Array.of(0, 0, 0));
  const torn = stillCollider(
    'torn',
    Float64Array.of(0, 0, 0, 0.1, 0.05, 0, Number.NaN, 0, 0, 0.05, Infinity, 0.1),
    Uint32Array.of(0, 1, 2, 1, 2, 3),
  );
  for (let tick = 0; tick < 5; tick++) patch.step([empty, point, torn]);
  expect(patch.offsets.every(Number.isFinite)).toBe(true);
});

/** Creates an open tube about y. */
function tube(size: number, half: number) {
  const sides = 24;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k < sides; k++) {
    const turn = (2 * Math.PI * k) / sides;
    for (const y of [-half, half]) positions.push(size * Math.cos(turn), y, size * Math.sin(turn));
    const [a, b] = [2 * k, 2 * ((k + 1) % sides)];
    indices.push(a, a + 1, b, b, a + 1, b + 1);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Rotates a mesh by 90° about x: the y axis becomes the z axis. */
function turned({ positions, indices }: ReturnType<typeof tube>): ReturnType<typeof tube> {
  const out = positions.slice();
  for (let k = 0; k < out.length; k += 3) {
    out[k + 1] = -positions[k + 2];
    out[k + 2] = positions[k + 1];
  }
  return { positions: out, indices };
}
