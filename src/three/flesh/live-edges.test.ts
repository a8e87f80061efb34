import fc from 'fast-check';
import { Bone, BufferGeometry, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial } from 'three';
import { expect, test } from 'vitest';
import { makeRod } from '../../systems/flesh/testing/lumped-part.ts';
import { LiveFlesh } from './live-flesh.ts';

/** Maximum displacement of the flesh, m. */
const limit = 0.05;
const rod = makeRod();
const [{ shapes, vertices }] = rod.surfaces;

/** A rod of flesh on a bone that swings about x = `origin`. Poses have 32-bit precision, as on a page. */
class Swing {
  time = 0;
  readonly bone = new Bone();
  readonly flesh: LiveFlesh;

  constructor(readonly origin = 0) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(24), 3));
    const root = new Group().add(this.bone, new Mesh(geometry, new MeshBasicMaterial()));
    this.pose();
    this.flesh = new LiveFlesh(root, rod, { bones: [this.bone], maxDisplacement: limit });
  }

  /** Moves the bone to its pose at `time`: a swing of 10 cm at 1 Hz, with a rotation. */
  pose(): void {
    const sway = Math.sin(2 * Math.PI * this.time) - 2 * Math.PI * this.time * Math.exp(-20 * this.time);
    this.bone.position.set(Math.fround(this.origin + 0.1 * sway), Math.fround(1 + 0.02 * sway), 0);
    this.bone.rotation.z = Math.fround(0.3 * sway);
  }

  frame(dt: number): void {
    this.time += dt;
    this.pose();
    this.flesh.update(dt);
  }

  /** Displacement of the tip, m, [3]. */
  get tip(): number[] {
    const { amplitudes } = this.flesh.states[0];
    return [0, 1, 2].map((axis) =>
      amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + 7) + axis], 0),
    );
  }

  get size(): number {
    return Math.hypot(...this.tip);
  }
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((v, k) => v - b[k]));

test('slow motion follows the path of full speed, also with 32-bit positions 10 m from the origin', () => {
  for (const [origin, slowness] of [
    [0, 20],
    [10, 20],
    [10, 100],
    [10, 1000],
  ]) {
    const full = new Swing(origin);
    const slow = new Swing(origin);
    for (let frame = 0; frame < 30; frame++) {
      full.frame(1 / 60);
      slow.frame(1 / 60);
    }
    // For the slowest clip, 0.1 s are enough.
    const frames = slowness === 1000 ? 3 : 20;
    let size = 0;
    let miss = 0;
    for (let frame = 0; frame < frames; frame++) {
      full.frame(1 / 60);
      for (let k = 0; k < slowness; k++) slow.frame(1 / 60 / slowness);
      size = Math.max(size, full.size);
      miss = Math.max(miss, distance(full.tip, slow.tip));
    }
    // The clip is played at full speed again.
    for (let frame = 0; frame < 20; frame++) {
      full.frame(1 / 60);
      slow.frame(1 / 60);
      size = Math.max(size, full.size);
      miss = Math.max(miss, distance(full.tip, slow.tip));
    }
    expect(miss / size).toBeLessThan(0.03);
  }
});

test('very short frames between others have no visible effect, although poses have rounding errors', () => {
  for (const tiny of [1e-9, 1e-7, 1e-5]) {
    const [whole, mixed] = [new Swing(10), new Swing(10)];
    for (let frame = 0; frame < 60; frame++) {
      whole.frame(1 / 60);
      mixed.frame(1 / 60 - 3 * tiny);
      for (let k = 0; k < 3; k++) {
        mixed.time += tiny;
        mixed.pose();
        mixed.bone.position.x += k === 1 ? 1e-6 : 0;
        mixed.flesh.update(tiny);
      }
      expect(distance(whole.tip, mixed.tip)).toBeLessThan(0.001);
    }
  }
});

test('motion is smooth in slow motion: there are no steps where short frames are joined', () => {
  const swing = new Swing();
  for (let frame = 0; frame < 30; frame++) swing.frame(1 / 60);
  let before = swing.tip;
  const steps: number[] = [];
  for (let frame = 0; frame < 300; frame++) {
    swing.frame(1 / 60 / 300);
    steps.push(distance(swing.tip, before));
    before = swing.tip;
  }
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  expect(Math.max(...steps)).toBeLessThan(4 * mean);
});

test('the path after a pause equals the path without it', () => {
  const pauses: ((swing: Swing) => void)[] = [
    (swing) => swing.flesh.update(0),
    (swing) => {
      swing.flesh.paused = true;
      for (let k = 0; k < 50; k++) swing.flesh.update(1 / 60);
      swing.flesh.paused = false;
    },
    (swing) => {
      for (let k = 0; k < 1000; k++) swing.flesh.update(1e-9);
    },
    (swing) => swing.flesh.update(Number.NaN),
  ];
  for (const pause of pauses) {
    const [whole, paused] = [new Swing(), new Swing()];
    for (let frame = 0; frame < 60; frame++) {
      if (frame === 25) pause(paused);
      whole.frame(1 / 60);
      paused.frame(1 / 60);
      expect(distance(whole.tip, paused.tip)).toBeLessThan(1e-5);
    }
  }
});

test('scrubbing the timeline does not shake the flesh', () => {
  for (const dt of [0, -0.3, -1e-9]) {
    const [free, scrubbed] = [new Swing(), new Swing()];
    for (const swing of [free, scrubbed]) for (let frame = 0; frame < 20; frame++) swing.frame(1 / 60);
    const size = free.size;
    let largest = 0;
    for (let frame = 0; frame < 60; frame++) {
      scrubbed.time = 0.8 * Math.abs(Math.sin(frame));
      scrubbed.pose();
      scrubbed.flesh.update(dt);
      largest = Math.max(largest, scrubbed.size);
    }
    expect(largest).toBeLessThan(1.05 * size);
    // The next frames continue from that position. The displacement is at most that of a path without scrubbing.
    let reached = 0;
    for (let frame = 0; frame < 60; frame++) {
      free.frame(1 / 60);
      scrubbed.frame(1 / 60);
      largest = Math.max(largest, scrubbed.size);
      reached = Math.max(reached, free.size);
    }
    expect(largest).toBeLessThan(1.5 * Math.max(size, reached));
  }
});

const event = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1 / 30, 1 / 60, 1 / 90, 1 / 120, 1 / 144).map((dt) => ({ dt })) },
  { weight: 3, arbitrary: fc.integer({ min: -9, max: 1 }).map((power) => ({ dt: 10 ** power })) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0.1, Number.NaN).map((dt) => ({ dt })) },
  { weight: 1, arbitrary: fc.constantFrom('cut', 'pause', 'jump', 'lost').map((what) => ({ what })) },
);

test('in any order of frames, pauses, cuts and jumps the flesh is finite and within its limit', () => {
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 5, maxLength: 60 }),
      fc.constantFrom(0, 10),
      (events, origin) => {
        const swing = new Swing(origin);
        for (const next of events) {
          if ('dt' in next) {
            if (Number.isNaN(next.dt)) swing.flesh.update(next.dt);
            else swing.frame(next.dt);
          } else if (next.what === 'cut') swing.flesh.cut();
          else if (next.what === 'pause') swing.flesh.paused = !swing.flesh.paused;
          else if (next.what === 'jump') swing.time += 100;
          else {
            swing.bone.position.x = Number.NaN;
            swing.flesh.update(1 / 60);
          }
          expect(swing.size).toBeLessThanOrEqual(limit * 1.0001);
        }
      },
    ),
    { numRuns: 150 },
  );
});
