import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { quaternionFromAxisAngle } from '../../../math/slerp.ts';
import type { Collider } from '../../../motion/collider.ts';
import type { ColliderDriver } from '../../../motion/collider-driver.ts';
import { createKeyedCollider, type TriangleMesh } from '../../../motion/keyed-collider.ts';
import { GroundSurface } from '../../ground-surface.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../outputs/heightfield.ts';
import { CohortTable } from '../cohort-table.ts';
import { KeyLaw } from '../laws/key-law.ts';
import { createStepLaw, freeLaw } from '../laws/step-law.ts';
import { createParticlesKernel } from '../load-kernel.ts';
import { stepParticles } from '../step-particles.ts';
import { ParticleStore } from '../store.ts';
import { Obstacles } from './obstacles.ts';

const still = [0, 0, 0, 1] as const;

/** Creates a box of the given half sizes. Its faces are outward or, for a room, inward. */
function makeBox(sizes: readonly [number, number, number], isRoom = false): TriangleMesh {
  const corners = Array.from({ length: 8 }, (_, k) =>
    sizes.map((half, axis) => ((k >> axis) & 1 ? half : -half)),
  );
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const indices = faces.flatMap(([a, b, c, d]) => (isRoom ? [a, c, b, a, d, c] : [a, b, c, a, c, d]));
  return { positions: Float64Array.from(corners.flat()), indices: Uint32Array.from(indices) };
}

/** Creates a sheet in the plane x = 0, or a floor in the plane y = 0 that faces upward. */
function makeSheet(half: number, isFloor: boolean): TriangleMesh {
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ].map(([u, w]) => (isFloor ? [u, 0, w] : [0, u, w]));
  return { positions: Float64Array.from(corners.flat()), indices: Uint32Array.of(0, 2, 1, 0, 3, 2) };
}

/** Creates a ball of flat rings, with corners and edges in the planes x = 0 and z = 0. */
function makeBall(radius: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const [rings, sides] = [8, 12];
  for (let ring = 0; ring <= rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const [up, around] = [(Math.PI * ring) / rings, (2 * Math.PI * side) / sides];
      positions.push(
        radius * Math.sin(up) * Math.cos(around),
        radius * Math.cos(up),
        radius * Math.sin(up) * Math.sin(around),
      );
      if (ring === rings) continue;
      const [a, b] = [ring * sides + side, ring * sides + ((side + 1) % sides)];
      indices.push(a, b, a + sides, b, b + sides, a + sides);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A minimal system of particles without targets. */
class Bed {
  readonly store: ParticleStore;
  readonly table: CohortTable;
  readonly obstacles: Obstacles;
  touches = 0;
  private time = 0;
  private readonly law = createStepLaw();
  private readonly uniform: Float64Array;

  constructor(
    count: number,
    readonly dt: number,
    private readonly drivers: readonly ColliderDriver[],
    options: {
      restitution?: number;
      friction?: number;
      gravity?: number;
      grounds?: HeightfieldOutput[];
      size?: number;
    } = {},
  ) {
    this.store = new ParticleStore(createParticlesKernel(), count, { forces: false });
    this.store.cohort.fill(0);
    this.store.size.fill(options.size ?? 0.02);
    this.table = new CohortTable(this.store, 2);
    this.uniform = Float64Array.of(0, -(options.gravity ?? 0), 0);
    this.obstacles = new Obstacles({
      restitution: options.restitution ?? 0.3,
      friction: options.friction ?? 0.3,
    });
    this.grounds = options.grounds ?? [];
  }

  private readonly grounds: readonly HeightfieldOutput[];

  get colliders(): readonly Collider[] {
    return this.drivers.flatMap((driver) => driver.colliders);
  }

  /** Runs one tick, divided into steps that end at these fractions of its duration. */
  tick(fractions: readonly number[] = [1], prepare?: () => void): void {
    const { store, table, dt, obstacles, law, uniform } = this;
    for (const driver of this.drivers) driver.advance(this.time, this.time + dt);
    obstacles.update(this.colliders, this.grounds, dt);
    let from = 0;
    for (const to of fractions) {
      const length = (to - from) * dt;
      freeLaw(law, 1, length);
      table.set(0, law, uniform);
      prepare?.();
      stepParticles(store, table, length, 0, store.capacity, { forces: false, weights: false });
      const step = { from, to, dt: length, uniform, forces: false };
      this.touches += obstacles.collide(store, table, step, 0, store.capacity);
      from = to;
    }
    this.time += dt;
  }
}

const floorAt = (y: number) =>
  createKeyedCollider('floor', makeSheet(50, true), [{ time: 0, position: [0, y, 0], rotation: still }]);

describe('bounces have the exact height', () => {
  test.each([
    [1, 1 / 60],
    [0.8, 1 / 120],
    [0.5, 1 / 240],
  ])('bounce %f in steps of %f s', (bounce, dt) => {
    const bed = new Bed(1, dt, [floorAt(0.5)], { restitution: bounce, gravity: 9.81, friction: 0 });
    const { store } = bed;
    store.y[0] = 0.51 + 2;
    store.vx[0] = 0.3;
    // The initial velocity of a semi-implicit step is half a step of gravity ahead.
    store.vy[0] = (9.81 * dt) / 2;
    let expected = 2;
    let wasRising = true;
    let tops = 0;
    let lowest = Infinity;
    for (let k = 0; k * dt < 6 && tops < 4; k++) {
      const [y, v] = [store.y[0], store.vy[0]];
      bed.tick();
      const isRising = store.vy[0] > 0;
      if (isRising && !wasRising) expected *= bounce * bounce;
      if (!isRising && wasRising && k > 0) {
        // The vertex of the parabola through the samples.
        const top = y - 0.51 + (v - (9.81 * dt) / 2) ** 2 / (2 * 9.81);
        expect(top / expected).toBeCloseTo(1, 2);
        tops++;
      }
      wasRising = isRising;
      lowest = Math.min(lowest, store.y[0]);
    }
    expect(lowest).toBeGreaterThanOrEqual(0.51 - 1e-9);
    expect(tops).toBeGreaterThan(2);
    expect(store.vx[0]).toBeCloseTo(0.3, 9);
  });
});

test('a particle on a floor does not move, or slides until it stops', () => {
  const bed = new Bed(2, 1 / 120, [floorAt(0)], { gravity: 9.81, restitution: 0.5, friction: 0.2 });
  const { store } = bed;
  store.y.set([0.01, 0.4]);
  store.vx.set([0, 1]);
  for (let k = 0; k < 600; k++) bed.tick();
  expect(store.y[0]).toBeCloseTo(0.01, 9);
  expect(store.y[1]).toBeCloseTo(0.01, 9);
  expect(Math.hypot(store.vx[1], store.vy[1])).toBeLessThan(1e-6);
});

test('no particle passes through a sheet at 100 m/s, from either side, at any position', () => {
  const sheet = createKeyedCollider('sheet', makeSheet(1, false), [
    { time: 0, position: [0, 0, 0], rotation: still },
  ]);
  for (const size of [0, 0.01, 0.2]) {
    const bed = new Bed(500, 1 / 60, [sheet], { size, restitution: 0.5 });
    const { store } = bed;
    for (let i = 0; i < 500; i++) {
      const side = i % 2 === 0 ? 1 : -1;
      store.x[i] = side * (0.2 + 3 * hashUnit(1, i));
      store.vx[i] = -side * 100;
      // Some particles hit the edge between the two triangles exactly.
      store.y[i] = 1.6 * (hashUnit(2, i) - 0.5);
      store.z[i] = i % 5 === 0 ? store.y[i] : 1.6 * (hashUnit(3, i) - 0.5);
    }
    for (let k = 0; k < 10; k++) bed.tick(k % 2 ? [0.3, 1] : [1]);
    for (let i = 0; i < 500; i++) {
      const side = i % 2 === 0 ? 1 : -1;
      expect(side * store.x[i]).toBeGreaterThan(0);
      expect(side * store.vx[i]).toBeCloseTo(50, 6);
    }
    expect(bed.touches).toBe(500);
  }
});

test('a sheet that moves at 100 m/s pushes all particles', () => {
  const sheet = createKeyedCollider('sheet', makeSheet(1, false), [
    { time: 0, position: [-1, 0, 0], rotation: still },
    { time: 1, position: [99, 0, 0], rotation: still },
  ]);
  const bed = new Bed(200, 1 / 60, [sheet], { restitution: 0, friction: 0 });
  const { store } = bed;
  for (let i = 0; i < 200; i++) {
    // The first tick is a cut, over which the sheet jumps.
    store.x[i] = 1 + 20 * hashUnit(1, i);
    store.y[i] = 1.6 * (hashUnit(2, i) - 0.5);
    store.z[i] = 1.6 * (hashUnit(3, i) - 0.5);
  }
  for (let k = 0; k < 50; k++) bed.tick();
  for (let i = 0; i < 200; i++) {
    expect(store.x[i]).toBeGreaterThan(-1 + (100 * 50) / 60);
    expect(store.vx[i]).toBeCloseTo(100, 6);
  }
});

test('the first contact with a moving body is found on its whole path', () => {
  const sheet = createKeyedCollider(
    'sheet',
    makeSheet(1, false),
    [
      { time: 0, position: [0, 0, 0], rotation: still },
      { time: 1, position: [100, 0, 0], rotation: still },
    ],
    { startTime: -1 },
  );
  const bed = new Bed(1, 1 / 60, [sheet], { restitution: 0, friction: 0 });
  bed.store.x[0] = 0.5;
  bed.tick();
  expect(bed.store.x[0]).toBeGreaterThan(100 / 60);
});

describe.each([1, 2, 3])('balls in a room that moves and turns stay inside (seed %i)', (seed) => {
  test.each([0.02, 0.3])('size %f', (size) => {
    const turns = [0, 0.6, 1.8, 1.1, 2.9];
    const room = createKeyedCollider(
      'room',
      makeBox([1, 0.7, 0.5], true),
      turns.map((turn, k) => ({
        time: 0.25 * k,
        position: [2 * hashUnit(seed, 9, k), hashUnit(seed, 10, k), -hashUnit(seed, 11, k)] as const,
        rotation: quaternionFromAxisAngle([0.6, 0.8, 0], turn),
      })),
    );
    room.advance(0, 0.001);
    const [first] = room.colliders;
    const bed = new Bed(60, 1 / 120, [room], { size, restitution: 0.9, gravity: 9.81 });
    const { store } = bed;
    const start = (first as { start: { position: Float64Array } }).start.position;
    for (let i = 0; i < 60; i++) {
      store.x[i] = start[0] + 0.3 * (hashUnit(seed, 1, i) - 0.5);
      store.y[i] = start[1] + 0.3 * (hashUnit(seed, 2, i) - 0.5);
      store.z[i] = start[2] + 0.3 * (hashUnit(seed, 3, i) - 0.5);
      store.vx[i] = 20 * (hashUnit(seed, 4, i) - 0.5);
      store.vz[i] = 20 * (hashUnit(seed, 5, i) - 0.5);
    }
    let furthest = 0;
    for (let k = 0; k < 150; k++) {
      bed.tick(k % 3 === 0 ? [0.25, 0.9, 1] : [1]);
      const { end } = first as { end: { position: Float64Array; rotation: Float64Array } };
      const [qx, qy, qz, qw] = end.rotation;
      for (let i = 0; i < 60; i++) {
        const d = [store.x[i] - end.position[0], store.y[i] - end.position[1], store.z[i] - end.position[2]];
        // Rotated back into the axes of the room.
        const t = [2 * (-qy * d[2] + qz * d[1]), 2 * (-qz * d[0] + qx * d[2]), 2 * (-qx * d[1] + qy * d[0])];
        const local = [
          d[0] + qw * t[0] + (-qy * t[2] + qz * t[1]),
          d[1] + qw * t[1] + (-qz * t[0] + qx * t[2]),
          d[2] + qw * t[2] + (-qx * t[1] + qy * t[0]),
        ];
        [1, 0.7, 0.5].forEach((half, axis) => {
          furthest = Math.max(furthest, Math.abs(local[axis]) / half);
        });
      }
    }
    expect(furthest).toBeLessThan(1);
    expect(bed.touches).toBeGreaterThan(60);
  });
});

test('a particle that appears inside a solid is moved outside, and stays there', () => {
  const box = createKeyedCollider('box', makeBox([1, 1, 1]), [
    { time: 0, position: [0, 0, 0], rotation: still },
  ]);
  const bed = new Bed(100, 1 / 60, [box], { size: 0.1 });
  const { store } = bed;
  for (let i = 0; i < 100; i++) {
    store.x[i] = 3 * (hashUnit(1, i) - 0.5);
    store.y[i] = 3 * (hashUnit(2, i) - 0.5);
    store.z[i] = 3 * (hashUnit(3, i) - 0.5);
  }
  bed.tick();
  for (let i = 0; i < 100; i++) {
    const outside = [store.x[i], store.y[i], store.z[i]].map((value) => Math.max(0, Math.abs(value) - 1));
    expect(Math.hypot(...outside)).toBeGreaterThan(0.05 - 1e-9);
  }
});

test('a deforming surface pushes with the local velocity', () => {
  const { positions, indices } = makeSheet(1, true);
  const collider = {
    kind: 'deforming' as const,
    name: 'skin',
    vertexCount: 4,
    indices,
    cut: false,
    start: positions.slice(),
    end: positions.slice(),
    velocity: new Float64Array(12),
  };
  let height = 0;
  const driver: ColliderDriver = {
    colliders: [collider],
    advance(t0, t1) {
      collider.start.set(collider.end);
      height += 3 * (t1 - t0);
      // The far edge moves up twice as fast.
      for (let k = 0; k < 4; k++) collider.end[3 * k + 1] = height * (collider.end[3 * k + 2] > 0 ? 2 : 1);
    },
  };
  const bed = new Bed(1, 1 / 60, [driver], { restitution: 0, friction: 1, size: 0.1 });
  const { store } = bed;
  store.y[0] = 0.2;
  for (let k = 0; k < 20; k++) bed.tick();
  expect(store.vy[0]).toBeGreaterThan(3);
  expect(store.y[0]).toBeGreaterThan(1.5 * height);
});

test('a skin that moves between two poses is hit at its current position', () => {
  const { positions, indices } = makeSheet(1, true);
  const collider = {
    kind: 'deforming' as const,
    name: 'skin',
    vertexCount: 4,
    indices,
    cut: false,
    start: positions.slice(),
    end: positions.slice(),
    velocity: new Float64Array(12),
  };
  let rate = 0;
  const driver: ColliderDriver = {
    colliders: [collider],
    advance(t0, t1) {
      collider.start.set(collider.end);
      for (let k = 0; k < 4; k++) collider.end[3 * k + 1] += rate * (t1 - t0);
    },
  };
  const bed = new Bed(1, 1 / 60, [driver], { gravity: 9.81, restitution: 0, size: 0.1 });
  const { store } = bed;
  store.y[0] = 0.1;
  for (const [speed, ticks] of [
    [0, 40],
    [2, 30],
    [0, 60],
    [-1, 30],
    [0, 30],
  ]) {
    rate = speed;
    for (let k = 0; k < ticks; k++) bed.tick();
    expect(store.y[0] - collider.end[1]).toBeCloseTo(0.05, speed === 0 ? 9 : 1);
  }
  expect(collider.end[1]).toBeCloseTo(0.5, 12);
});

test('contacts do not depend on the position of the surface at which its tree was built', () => {
  // After a snapshot is loaded, the tree is built at the current position of the surface.
  const position = [0, 0, 0] as const;
  const keys = [
    { time: -1, position, rotation: quaternionFromAxisAngle([0.6, 0.8, 0], 2) },
    { time: 0, position, rotation: still },
  ];
  const rain = (isMetEarlier: boolean) => {
    const ball = createKeyedCollider('ball', makeBall(0.5), keys);
    const bed = new Bed(600, 0.01, [ball], { gravity: 10, size: 0.05 });
    if (isMetEarlier) {
      ball.advance(-1, -0.99);
      bed.obstacles.update(ball.colliders, [], 0.01);
    }
    const { store } = bed;
    for (let k = 0; k < store.capacity; k++) {
      store.x[k] = 0.8 * (hashUnit(1, 2, k) - 0.5);
      store.y[k] = 0.7 + hashUnit(1, 3, k);
      // Every other particle falls onto edges and corners, since the ball has some in the plane z = 0.
      store.z[k] = k % 2 ? 0 : 0.8 * (hashUnit(1, 4, k) - 0.5);
    }
    for (let tick = 0; tick < 80; tick++) bed.tick();
    return { touches: bed.touches, x: Float64Array.from(store.x), vy: Float64Array.from(store.vy) };
  };
  const early = rain(true);
  expect(early.touches).toBeGreaterThan(300);
  expect(rain(false)).toEqual(early);
});

describe('heightfields', () => {
  const waves = (extent: ColumnRectangle | null): HeightfieldOutput => ({
    kind: 'heightfield',
    name: 'ground',
    cell: 0.05,
    datum: 1,
    heightUnit: 2 ** -20,
    extent,
    changed: () => null,
    read(out, { i0, j0, columns, rows }) {
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const [x, z] = [0.05 * (i0 + column), 0.05 * (j0 + row)];
          out[row * columns + column] = Math.round(0.1 * Math.sin(5 * x) * Math.cos(4 * z) * 2 ** 20);
        }
      }
    },
    readInitial() {},
    readPressed() {},
    material: 'sand',
  });

  test('no particle is below the ground, at any speed', () => {
    const field = waves(null);
    const bed = new Bed(300, 1 / 60, [], { gravity: 9.81, grounds: [field], restitution: 0.5, size: 0.04 });
    const { store } = bed;
    const ground = new GroundSurface(field);
    ground.begin();
    for (let i = 0; i < 300; i++) {
      store.x[i] = 8 * (hashUnit(1, i) - 0.5);
      store.y[i] = 1.2 + hashUnit(2, i);
      store.z[i] = 8 * (hashUnit(3, i) - 0.5);
      store.vx[i] = 60 * (hashUnit(4, i) - 0.5);
      store.vy[i] = -100 * hashUnit(5, i);
    }
    let deepest = 0;
    for (let k = 0; k < 120; k++) {
      bed.tick();
      for (let i = 0; i < 300; i++) {
        deepest = Math.max(deepest, 0.02 - ground.distance(store.x[i], store.y[i], store.z[i]));
      }
    }
    // The tolerance is for the curvature of the ground below a ball.
    expect(deepest).toBeLessThan(1e-3);
    expect(bed.touches).toBeGreaterThan(300);
  });

  test('a rising ground lifts particles that rest on it', () => {
    let height = 0;
    const rectangle = { i0: -40, j0: -40, columns: 81, rows: 81 };
    const rising: HeightfieldOutput = {
      ...waves(null),
      changed: () => (height > 0 ? rectangle : null),
      read: (out) => out.fill(height * 2 ** 20),
    };
    const bed = new Bed(1, 1 / 60, [], { gravity: 9.81, grounds: [rising] });
    bed.store.y[0] = 1.2;
    for (let k = 0; k < 120; k++) {
      if (k > 60) height += 0.005;
      bed.tick();
    }
    // Heights are multiples of 1 µm.
    expect(bed.store.y[0]).toBeCloseTo(1 + height + 0.01, 5);
  });

  test('there is no ground beyond the boundary', () => {
    const edge = { i0: -20, j0: -20, columns: 41, rows: 41 };
    const bed = new Bed(2, 1 / 60, [], { gravity: 9.81, grounds: [waves(edge)], restitution: 0 });
    const { store } = bed;
    store.x.set([0, 3]);
    store.y.fill(1.5);
    for (let k = 0; k < 90; k++) bed.tick();
    expect(store.y[0]).toBeGreaterThan(0.9);
    expect(store.y[1]).toBeLessThan(-5);
  });
});

test('obstacles stop a controlled particle until the last step, in which it arrives', () => {
  const box = createKeyedCollider('box', makeBox([1, 1, 1]), [
    { time: 0, position: [0, 0, 0], rotation: still },
  ]);
  const bed = new Bed(1, 1 / 60, [box], { restitution: 0, friction: 0 });
  const { store, table } = bed;
  store.cohort.fill(1);
  store.x[0] = -3;
  store.targetX[0] = 0.2;
  const key = new KeyLaw({ law: 'leastEffort', steps: new Float64Array(60).fill(1 / 60) });
  const law = createStepLaw();
  for (let step = 0; step < 60; step++) {
    bed.tick([1], () => {
      key.at(law, step);
      table.set(1, law, [0, 0, 0]);
    });
    if (step < 59) expect(store.x[0]).toBeLessThanOrEqual(-1.01 + 1e-9);
  }
  expect(store.x[0]).toBeCloseTo(0.2, 13);
  store.cohort.fill(0);
  store.vx.fill(0);
  bed.tick();
  expect(store.x[0]).toBeCloseTo(1.01, 9);
});
