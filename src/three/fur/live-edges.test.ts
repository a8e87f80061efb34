import fc from 'fast-check';
import { Group, Mesh, Quaternion, SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { LiveFur } from './live-fur.ts';

const params = { coat: 'dog', length: 0.05, layerCount: 12, texels: 32 } as const;

/** A ball of fur that moves along x at `speed` m/s and rotates. Poses have 32-bit precision, as on a page. */
class Runner {
  time = 0;

  private constructor(
    readonly fur: LiveFur,
    private readonly group: Group,
    private readonly speed: number,
    private readonly origin: number,
  ) {}

  static async create(speed = 2, origin = 0): Promise<Runner> {
    const group = new Group().add(new Mesh(new SphereGeometry(0.2, 12, 8)));
    group.position.x = origin;
    return new Runner(await LiveFur.create({ mesh: group, params }), group, speed, origin);
  }

  pose(offset = 0): void {
    this.group.position.x = Math.fround(this.origin + offset + this.speed * this.time);
    this.group.rotation.y = 2 * Math.sin(3 * this.time);
  }

  frame(dt: number, offset = 0): void {
    this.time += dt;
    this.pose(offset);
    this.fur.update(dt);
  }

  run(frames: number, fps: number, offset = 0): void {
    for (let k = 0; k < frames; k++) this.frame(1 / fps, offset);
  }

  /** Returns means over the strands: of the angle to the normal, rad, and of the distance of roots from the ball's surface, m. */
  measure(): { lean: number; miss: number } {
    const { offsets, normals, roots, vertexCount } = this.fur.fur.shells;
    const middle = this.group.position;
    let [lean, miss] = [0, 0];
    for (let v = 0; v < vertexCount; v++) {
      strand.fromArray(offsets, 3 * v);
      lean += strand.angleTo(normal.fromArray(normals, 3 * v)) / vertexCount;
      miss = Math.max(miss, Math.abs(root.fromArray(roots, 3 * v).distanceTo(middle) - 0.2));
    }
    return { lean, miss };
  }

  /** Returns the strands in the frame of the ball, [3 · count]. */
  strands(): number[] {
    const { offsets, vertexCount } = this.fur.fur.shells;
    const turn = new Quaternion().copy(this.group.quaternion).invert();
    return Array.from({ length: vertexCount }, (_, v) =>
      strand
        .fromArray(offsets, 3 * v)
        .applyQuaternion(turn)
        .toArray(),
    ).flat();
  }
}

const strand = new Vector3();
const normal = new Vector3();
const root = new Vector3();

const largestDifference = (a: readonly number[], b: readonly number[]) =>
  a.reduce((max, value, k) => Math.max(max, Math.abs(value - b[k])), 0);

test('a cut does not brake fur that is in motion, at any frame rate', async () => {
  for (const fps of [30, 60, 144]) {
    const runner = await Runner.create(5);
    runner.run(fps, fps);
    const { lean } = runner.measure();
    runner.fur.cut();
    let largest = 0;
    for (let k = 0; k < fps / 2; k++) {
      runner.frame(1 / fps, 3);
      largest = Math.max(largest, runner.measure().lean);
    }
    expect(largest - lean).toBeLessThan(0.06);
  }
});

test('scrubbing the timeline does not shake the fur', async () => {
  for (const dt of [0, -0.2]) {
    const runner = await Runner.create(1);
    runner.run(60, 60);
    const { lean } = runner.measure();
    let largest = 0;
    for (let k = 0; k < 40; k++) {
      runner.time = 1 + Math.sin(k);
      runner.pose();
      runner.fur.update(dt);
      const { lean: now, miss } = runner.measure();
      largest = Math.max(largest, now);
      expect(miss).toBeLessThan(1e-5);
    }
    runner.run(30, 60);
    expect(Math.max(largest, runner.measure().lean) - lean).toBeLessThan(0.06);
  }
});

test('in slow motion the roots stay on the skin, and the strands move as at full speed', async () => {
  const [full, slow] = [await Runner.create(2, 10), await Runner.create(2, 10)];
  full.run(30, 60);
  slow.run(30, 60);
  for (let frame = 0; frame < 4; frame++) {
    full.run(1, 60);
    for (let k = 0; k < 100; k++) {
      slow.run(1, 6000);
      expect(slow.measure().miss).toBeLessThan(1e-5);
    }
    expect(largestDifference(full.strands(), slow.strands())).toBeLessThan(0.1 * 0.05);
  }
});

test('fur after a pause equals fur without it', async () => {
  const pauses: ((fur: LiveFur) => void)[] = [
    (fur) => fur.update(0),
    (fur) => {
      fur.paused = true;
      for (let k = 0; k < 20; k++) fur.update(1 / 60);
      fur.paused = false;
    },
    (fur) => {
      for (let k = 0; k < 1000; k++) fur.update(1e-9);
    },
  ];
  for (const pause of pauses) {
    const [whole, paused] = [await Runner.create(), await Runner.create()];
    for (const runner of [whole, paused]) runner.run(20, 60);
    pause(paused.fur);
    for (const runner of [whole, paused]) runner.run(20, 60);
    expect(largestDifference(whole.strands(), paused.strands())).toBeLessThan(1e-4 * 0.05);
  }
});

const event = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1 / 30, 1 / 60, 1 / 90, 1 / 120, 1 / 144).map((dt) => ({ dt })) },
  { weight: 3, arbitrary: fc.integer({ min: -9, max: 1 }).map((power) => ({ dt: 10 ** power })) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0.1, Number.NaN).map((dt) => ({ dt })) },
  { weight: 1, arbitrary: fc.constantFrom('cut', 'pause', 'jump').map((what) => ({ what })) },
);

test('in any order of frames, pauses, cuts and jumps strands keep their lengths and stay outside the skin', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30 }), async (events) => {
      const runner = await Runner.create(3);
      for (const next of events) {
        if ('dt' in next) {
          if (Number.isNaN(next.dt)) runner.fur.update(next.dt);
          else runner.frame(next.dt);
        } else if (next.what === 'cut') runner.fur.cut();
        else if (next.what === 'pause') runner.fur.paused = !runner.fur.paused;
        else runner.time += 100;
        const { offsets, normals, vertexCount } = runner.fur.fur.shells;
        for (let v = 0; v < vertexCount; v++) {
          strand.fromArray(offsets, 3 * v);
          expect(strand.length()).toBeGreaterThan(0.85 * 0.05);
          expect(strand.length()).toBeLessThan(1.15 * 0.05);
          expect(strand.dot(normal.fromArray(normals, 3 * v))).toBeGreaterThan(-0.05 * 0.05);
        }
      }
    }),
    { seed: 7, numRuns: 25 },
  );
}, 120_000);

test('shifting the world does not move the fur', async () => {
  const strandsAfter = async (shift: (world: Group, frame: number) => void) => {
    const [world, group] = [new Group(), new Group().add(new Mesh(new SphereGeometry(0.2, 12, 8)))];
    world.add(group);
    const fur = await LiveFur.create({ mesh: group, params });
    world.add(fur.object);
    for (let frame = 0; frame < 40; frame++) {
      group.position.x = frame / 32;
      shift(world, frame);
      fur.update(1 / 60);
    }
    const { offsets, roots } = fur.fur.shells;
    expect(root.fromArray(roots).distanceTo(group.position)).toBeCloseTo(0.2, 5);
    return [...offsets];
  };
  const still = await strandsAfter(() => {});
  const shifted = await strandsAfter((world, frame) => {
    if (frame === 20) world.position.x -= 1024;
  });
  expect(largestDifference(still, shifted)).toBeLessThan(1e-4 * 0.05);
});
