import { describe, expect, test } from 'vitest';
import { maxOf } from '../../math/lists.ts';
import { ballMesh, movingBody } from './collide/testing/ball.ts';
import { reportFur } from './report.ts';
import { furSystem } from './system.ts';
import { FurRun } from './testing/fur-run.ts';
import { measureShells } from './testing/measure-shells.ts';
import { createTailActor } from './testing/tail-actor.ts';

const wag = (t: number) => 0.9 * Math.sin(2 * Math.PI * 1.25 * t);
const shells = (run: FurRun) => run.state.output;

describe('rest shape', () => {
  test('without wind and gravity, grass is exactly upright', async () => {
    const run = (await FurRun.open({ size: [0.4, 0.4], spacing: 0.1, gravity: 0 })).runTo(0.5);
    const { offsets, lengths, vertexCount } = shells(run);
    expect(vertexCount).toBe(25);
    for (let v = 0; v < vertexCount; v++) {
      expect([...offsets.subarray(3 * v, 3 * v + 3)]).toEqual([0, lengths[v], 0]);
    }
  });

  test('on a skin with constant velocity and without air, strands are along its normals', async () => {
    const actor = createTailActor({ position: (t) => [3 * t, 0, 0] });
    const run = (await FurRun.open({ gravity: 0, airDrag: 0, length: 0.03 }, { actor })).runTo(2);
    const { offsets, normals } = shells(run);
    for (let k = 0; k < offsets.length; k++) expect(offsets[k]).toBeCloseTo(0.03 * normals[k], 6);
  });

  test('combed strands have their combed direction and rotate with the skin', async () => {
    const actor = createTailActor({ position: () => [0, 0.5, 0], bend: (t) => Math.min(2 * t, 0.7) });
    const values = { gravity: 0, airDrag: 0, comb: [0, 0, -1], maxCombAngle: 0.8, damping: 60 };
    const run = (await FurRun.open(values, { actor })).runTo(1.5);
    const { offsets, normals, roots, vertexCount } = shells(run);
    let far = 0;
    for (let v = 0; v < vertexCount; v++) {
      const [d, n, position] = [offsets, normals, roots].map((array) => [
        ...array.subarray(3 * v, 3 * v + 3),
      ]);
      const rest = shells(run).restPositions.subarray(3 * v, 3 * v + 3);
      // The ends of the tail face along z, so their strands cannot be combed along z.
      if (rest[2] < 0.07 || rest[2] > 0.53 || (rest[2] > 0.17 && rest[2] < 0.43)) continue;
      const turn = rest[2] > 0.3 ? 0.7 : 0;
      const to = [-Math.sin(turn), 0, -Math.cos(turn)];
      const size = Math.hypot(d[0], d[1], d[2]);
      expect((d[0] * n[0] + d[1] * n[1] + d[2] * n[2]) / size).toBeCloseTo(Math.cos(0.8), 2);
      expect((d[0] * to[0] + d[1] * to[1] + d[2] * to[2]) / size).toBeCloseTo(Math.sin(0.8), 2);
      expect(position.every(Number.isFinite)).toBe(true);
      if (turn > 0) far++;
    }
    expect(far).toBe(20);
  });
});

describe('equilibrium at the start', () => {
  const steady = [
    { force: 'wind', velocity: [2, 0, 1], gusts: 0, gustPeriod: 1, gustLength: 1 },
    { force: 'blower', center: [0.3, 0.1, 0.2], speed: 4, radius: 0.3 },
    { force: 'wind', velocity: [9, 0, 0], gusts: 0, gustPeriod: 1, gustLength: 1, from: 5 },
  ];

  test.each([
    ['sticks', 'implicit', []],
    ['sticks', 'explicit', steady],
    ['prisms', 'implicit', steady],
    ['separableSticks', 'implicit', []],
    ['separablePrisms', 'implicit', steady],
  ])('%s, %s: on a stationary character no strand moves', async (topology, solver, forces) => {
    const values = { topology, solver, forces, comb: [0, 0, -1], maxCombAngle: 0.5, length: 0.06 };
    const run = await FurRun.open(values, { actor: createTailActor() });
    const begin = shells(run).offsets.slice();
    const rest = await FurRun.open({ ...values, paper: true }, { actor: createTailActor() });
    const moved = (offsets: Float32Array) =>
      begin.reduce((max, value, k) => Math.max(max, Math.abs(offsets[k] - value) / 0.06), 0);
    expect(moved(shells(rest).offsets)).toBeGreaterThan(0.02);
    let max = 0;
    run.runTo(1, () => {
      max = Math.max(max, moved(shells(run).offsets));
    });
    expect(max).toBeLessThan(1e-3);
  });

  test('the hair of a character that runs from the start moves with it', async () => {
    const actor = createTailActor({ position: (t) => [5 * t, 0, 0] });
    const run = await FurRun.open({ airDrag: 0 }, { actor });
    const begin = shells(run).offsets.slice();
    run.runTo(0.5);
    begin.forEach((value, k) => {
      expect(Math.abs(shells(run).offsets[k] - value)).toBeLessThan(1e-4);
    });
  });
});

describe('the state does not depend on how it was reached', () => {
  const values = {
    comb: [0, 0, -0.6],
    topology: 'separableSticks',
    forces: [
      { force: 'wind', velocity: [2, 0, 1], gusts: 0.7, gustPeriod: 1, gustLength: 0.5 },
      {
        force: 'push',
        center: [0.05, 0, 0.3],
        radius: 0.1,
        acceleration: [0, 0, 0],
        outward: 300,
        follow: 0,
        forward: 0,
        from: 0.1,
      },
    ],
  };

  test('seeking and running give the same state', async () => {
    const options = { actor: createTailActor({ bend: wag }) };
    const whole = (await FurRun.open(values, options)).runTo(0.4);
    const half = (await FurRun.open(values, options)).runTo(0.21);
    const later = half.reopen(half.save());
    expect(later.hash()).toBe(half.hash());
    expect([...shells(later).offsets]).toEqual([...shells(half).offsets]);
    expect([...shells(later).normals]).toEqual([...shells(half).normals]);
    expect(later.runTo(0.4).hash()).toBe(whole.hash());
  });

  test('showing a time between steps does not change the state, and the result is between both', async () => {
    const options = { actor: createTailActor({ bend: wag }) };
    const plain = (await FurRun.open(values, options)).runTo(0.25);
    const looked = await FurRun.open(values, options);
    let last: { roots: Float32Array; offsets: Float32Array; middle: Float32Array } | null = null;
    looked.runTo(0.25, (run) => {
      const { roots, offsets } = shells(run);
      const now = { roots: roots.slice(), offsets: offsets.slice() };
      // The result before this step is half way to the result after it.
      if (last) {
        const { roots: shown, offsets: first, middle } = last;
        const away = now.roots.map((value, k) => Math.abs(shown[k] - value));
        const offMiddle = now.offsets.map((value, k) => Math.abs(middle[k] - (first[k] + value) / 2));
        expect(maxOf(away)).toBeLessThan(5e-7);
        expect(maxOf(offMiddle)).toBeLessThan(0.01);
      }
      run.show(0.5 / run.rate);
      const middle = offsets.slice();
      run.show((1 - 1e-7) / run.rate);
      last = { roots: roots.slice(), offsets: now.offsets, middle };
    });
    expect(looked.hash()).toBe(plain.hash());
    looked.show(0);
    expect([...shells(looked).offsets]).toEqual([...shells(plain).offsets]);
  });

  test('this also holds while a body touches the fur, and for the report', async () => {
    const roll = async (look: boolean) => {
      const body = movingBody('ball', ballMesh(0.1, 12), [-0.3, 0.1, 0], [0.1, 0.1, 0], 0.25);
      const options = { bodies: body.colliders, advance: body.advance };
      const patch = { size: [0.4, 0.4], spacing: 0.05, length: 0.1 };
      return (await FurRun.open(patch, options)).runTo(0.25, (run) => {
        if (look) run.show(0.5 / run.rate);
      });
    };
    const [plain, looked] = [await roll(false), await roll(true)];
    const report = reportFur(plain.state);
    expect(report.touched).toBeGreaterThan(0);
    expect(reportFur(looked.state)).toEqual(report);
    expect(looked.hash()).toBe(plain.hash());
    const saved = furSystem.load(plain.params, furSystem.save(plain.state), plain.prepared);
    expect(reportFur(saved)).toEqual(report);
  });

  test('between steps, strands in violent motion stay above the skin', async () => {
    const actor = createTailActor({
      bend: (t) => 1.4 * Math.sin(40 * t),
      position: (t) => [0, 0.3 * Math.sin(50 * t), 0],
    });
    const run = await FurRun.open({ length: 0.02 }, { actor });
    let turned = 0;
    run.runTo(0.4, () => {
      const before = shells(run).offsets.slice();
      run.show(0.5 / run.rate);
      expect(measureShells(shells(run)).peakLean).toBeLessThan(1.4835 + 1e-5);
      run.show((1 - 1e-7) / run.rate);
      const after = shells(run).offsets;
      for (let k = 0; k < after.length; k += 3) {
        if (before[k] * after[k] + before[k + 1] * after[k + 1] + before[k + 2] * after[k + 2] < 0) turned++;
      }
    });
    expect(turned).toBeGreaterThan(20);
  });

  test('forces are not part of a snapshot: it continues with other forces', async () => {
    const options = { actor: createTailActor({ bend: wag }) };
    const run = (await FurRun.open({ comb: [0, 0, -0.6] }, options)).runTo(0.2);
    const other = (await FurRun.open({ comb: [0, 0, -0.6], forces: values.forces }, options)).reopen(
      run.save(),
    );
    other.tick = run.tick;
    expect(other.hash()).toBe(run.hash());
    other.runTo(0.3);
    expect(other.hash()).not.toBe(run.runTo(0.3).hash());
  });

  test('repeated vertices of a file do not change the result', async () => {
    const [joined, split] = await Promise.all(
      [false, true].map((isSplit) => FurRun.open(values, { actor: createTailActor({ bend: wag, isSplit }) })),
    );
    joined.runTo(0.3);
    split.runTo(0.3);
    expect(shells(split).vertexCount).toBe(shells(joined).vertexCount);
    const lie = (run: FurRun) => {
      const { roots, offsets, vertexCount } = shells(run);
      const rows = Array.from({ length: vertexCount }, (_, v) =>
        [...roots.subarray(3 * v, 3 * v + 3), ...offsets.subarray(3 * v, 3 * v + 3)]
          .map((x) => x.toFixed(5))
          .join(' '),
      );
      return rows.sort();
    };
    expect(lie(split)).toEqual(lie(joined));
  });

  test('bytes that are not saved fur, or belong to different fur, are refused', async () => {
    const run = await FurRun.open({ size: [0.2, 0.2], spacing: 0.1 });
    const other = await FurRun.open({ size: [0.3, 0.2], spacing: 0.1 });
    const bytes = run.save();
    const load = (damaged: Uint8Array) => () => furSystem.load(run.params, damaged, run.prepared);
    expect(() => furSystem.load(other.params, bytes, other.prepared)).toThrow(
      'the saved state belongs to different fur',
    );
    expect(load(bytes.map((value, k) => (k === 9 ? 0 : value)))).toThrow('damaged');
    expect(load(bytes.map((value, k) => (k === 7 ? 255 : value)))).toThrow('cut short');
  });
});

describe('jumps', () => {
  const actor = () =>
    createTailActor({
      position: (t) => (t < 0.5 ? [0, 0, 0] : [40, 3, -7]),
      bend: (t) => (t < 0.5 ? wag(t) : 0.4),
      cuts: [0.5],
    });

  test('carry: strands keep their bend, and do not whip afterwards', async () => {
    const run = (await FurRun.open({ gravity: 0, airDrag: 0 }, { actor: actor() })).runTo(0.495);
    const lean = measureShells(shells(run)).peakLean;
    run.runTo(0.51);
    expect(measureShells(shells(run)).peakLean).toBeLessThan(lean + 0.15);
    let largest = 0;
    run.runTo(1.2, () => {
      largest = Math.max(largest, measureShells(shells(run)).peakLean);
    });
    expect(largest).toBeLessThan(lean + 0.15);
    expect(measureShells(shells(run)).peakLean).toBeLessThan(0.05);
    expect(run.state.totals.cuts).toBe(1);
  });

  test('reset: all strands have their rest shape in the step of the jump', async () => {
    const run = (await FurRun.open({ gravity: 0, airDrag: 0, teleport: 'reset' }, { actor: actor() })).runTo(
      0.5,
    );
    expect(measureShells(shells(run)).peakLean).toBeLessThan(1e-3);
  });

  test('steps with dt = 0 change nothing', async () => {
    const run = (await FurRun.open({}, { actor: actor() })).runTo(0.3);
    const before = run.hash();
    furSystem.step(run.state, run.inputs, run.time, 0);
    expect(run.hash()).toBe(before);
  });
});

test('a skin that shrinks to a point and becomes inverted causes no NaN', async () => {
  const actor = createTailActor({
    size: (t) => Math.max(0, 1 - 10 * t) - Math.max(0, 10 * t - 2),
    bend: wag,
  });
  for (const topology of ['prisms', 'separablePrisms']) {
    const run = await FurRun.open({ topology, comb: [0, 0, -1] }, { actor });
    run.runTo(0.35, () => {
      const { allFinite, normalFault } = measureShells(shells(run));
      expect(allFinite).toBe(true);
      expect(normalFault).toBeLessThan(1e-6);
    });
    run.show(0.004);
    expect(measureShells(shells(run)).allFinite).toBe(true);
  }
});

describe('loops', () => {
  const period = 0.83;
  const actor = createTailActor({
    bend: (t) => 0.8 * Math.sin((2 * Math.PI * t) / period),
    position: (t) => [0, 0, 2 * t + 0.03 * Math.sin((4 * Math.PI * t) / period)],
    period,
  });

  test('a period ends in the state in which it began, also with gusts of wind', async () => {
    const values = {
      loop: true,
      forces: [{ force: 'wind', velocity: [1, 0, 1], gusts: 0.5, gustPeriod: 1, gustLength: 1 }],
    };
    const run = await FurRun.open(values, { actor });
    const begin = shells(run).offsets.slice();
    expect(measureShells(shells(run)).peakLean).toBeGreaterThan(0.1);
    run.runTo(period);
    expect(run.time).toBeCloseTo(period, 9);
    begin.forEach((value, k) => {
      expect(shells(run).offsets[k]).toBeCloseTo(value, 7);
    });
    expect(furSystem.report(run.state)).toMatchObject({ warnings: [] });
  });

  test.each([24, 25, 30, 60])(
    'at %d frames per second, a frame and the frame a period later are equal',
    async (fps) => {
      for (const length of [0.83, 0.4567, 1 / 3]) {
        const waving = createTailActor({
          bend: (t) => 0.8 * Math.sin((2 * Math.PI * t) / length),
          period: length,
        });
        const shownAt = (run: FurRun, time: number) => {
          run.runTo(time);
          run.show(time - run.time);
          return shells(run).offsets.slice();
        };
        const [first, second] = [
          await FurRun.open({ loop: true }, { actor: waving }),
          await FurRun.open({ loop: true }, { actor: waving }),
        ];
        for (let frame = 0; frame < length * fps; frame += 3) {
          const later = shownAt(second, length + frame / fps);
          shownAt(first, frame / fps).forEach((value, k) => {
            expect(later[k]).toBeCloseTo(value, 7);
          });
        }
      }
    },
  );

  test('the motion does not depend on the start of the period, also far from the origin, where positions are rounded', async () => {
    const away = createTailActor({
      bend: (t) => 0.8 * Math.cos((2 * Math.PI * t) / period),
      position: (t) => [700, 0.05 * Math.cos((4 * Math.PI * t) / period), 300 + 2 * t],
      period,
    });
    const early = await FurRun.open({ loop: true }, { actor: away });
    const startTime = 20 / early.rate;
    const late = await FurRun.open({ loop: true }, { actor: away, startTime });
    early.runTo(startTime);
    for (const run of [early, late]) expect(run.state.totals.loopGap).toBeLessThan(1e-6);
    const [length] = shells(late).lengths;
    shells(late).offsets.forEach((value, k) => {
      expect(Math.abs(shells(early).offsets[k] - value)).toBeLessThan(5e-3 * length);
    });
  });

  test('without it, the first period begins in equilibrium', async () => {
    const run = await FurRun.open({}, { actor });
    const stayed = await FurRun.open({}, { actor: createTailActor() });
    expect(measureShells(shells(run)).peakLean).toBeCloseTo(measureShells(shells(stayed)).peakLean, 4);
  });

  test('a clip that does not repeat has no loop', async () => {
    await expect(FurRun.open({ loop: true }, { actor: createTailActor() })).rejects.toThrow(
      'systems[0].loop: expected an actor whose clip repeats, but tail plays "nothing" once',
    );
  });
});

describe('topologies', () => {
  test.each([
    ['sticks', 132],
    ['prisms', 132],
    ['separableSticks', 780],
    ['separablePrisms', 780],
  ])('%s: %i vertices of the shells', async (topology, count) => {
    const run = (await FurRun.open({ topology }, { actor: createTailActor({ bend: wag }) })).runTo(0.2);
    const { vertexCount, indices, skin } = shells(run);
    expect(vertexCount).toBe(count);
    expect(indices.length / 3).toBe(260);
    expect(new Set(indices).size).toBe(count);
    const rig = createTailActor().rig.surfaces[0];
    skin!.vertexOf.forEach((vertex, v) => {
      for (let axis = 0; axis < 3; axis++) {
        expect(shells(run).restPositions[3 * v + axis]).toBeCloseTo(rig.positions[3 * vertex + axis], 6);
      }
    });
    expect(measureShells(shells(run))).toMatchObject({ allFinite: true });
  });

  test.each(['implicit', 'explicit'])(
    '%s: rendered strands keep their length and stay above the skin',
    async (solver) => {
      const actor = createTailActor({
        bend: (t) => 1.4 * Math.sin(20 * t),
        position: (t) => [0, 0.2 * Math.sin(25 * t), 0],
      });
      for (const topology of ['sticks', 'separablePrisms']) {
        const run = await FurRun.open({ solver, topology, comb: [0, 0, -1] }, { actor });
        run.runTo(0.5, () => {
          const { allFinite, peakLean, stretch, normalFault } = measureShells(shells(run));
          expect(allFinite).toBe(true);
          expect(peakLean).toBeLessThan(1.4835 + 1e-3);
          // Explicit integration does not damp the springs. Only the strand's own damping does.
          expect(stretch).toBeLessThan(solver === 'explicit' ? 0.3 : 0.05);
          expect(normalFault).toBeLessThan(1e-6);
        });
      }
    },
  );
});

test('paper: with the printed equations, strands go through the skin; by default they stay above it', async () => {
  const push = {
    force: 'push',
    center: [0, 0.05, 0],
    radius: 0.3,
    acceleration: [0, -900, 0],
    outward: 300,
    follow: 0,
    forward: 0,
    until: 0.1,
  };
  const leans = await Promise.all(
    [true, false].map(async (paper) => {
      const run = await FurRun.open({ size: [0.3, 0.3], spacing: 0.1, paper, gravity: 0, forces: [push] });
      let largest = 0;
      run.runTo(0.3, () => {
        largest = Math.max(largest, measureShells(shells(run)).peakLean);
      });
      expect(shells(run).look.bend).toBe(paper ? 'literal' : 'arc');
      return largest;
    }),
  );
  expect(leans[0]).toBeGreaterThan(Math.PI / 2);
  expect(leans[1]).toBeLessThan(1.4835 + 1e-6);
});

describe('defaults', () => {
  const degrees = (run: FurRun) => {
    const { offsets, vertexCount } = shells(run);
    const leans = Array.from({ length: vertexCount }, (_, v) => {
      const [x, y, z] = offsets.subarray(3 * v, 3 * v + 3);
      return (Math.atan2(Math.hypot(x, z), y) * 180) / Math.PI;
    });
    return leans.sort((a, b) => a - b)[vertexCount >> 1];
  };

  test('grass leans with the wind, sways, and recovers', async () => {
    const wind = { force: 'wind', velocity: [3, 0, 0], gusts: 0.6, gustPeriod: 2, gustLength: 1.5, until: 2 };
    const run = await FurRun.open({ size: [1, 1], spacing: 0.1, forces: [wind] });
    const leans: number[] = [];
    run.runTo(2, () => leans.push(degrees(run)));
    const blown = leans.slice(60);
    expect(Math.max(...blown)).toBeGreaterThan(12);
    expect(Math.max(...blown)).toBeLessThan(70);
    expect(Math.max(...blown) - Math.min(...blown)).toBeGreaterThan(3);
    run.runTo(4);
    expect(degrees(run)).toBeLessThan(2);
  });

  test('when a tail stops, its fur swings past the rest direction and settles', async () => {
    const actor = createTailActor({
      position: (t) => [0, 0, t < 0.5 ? 3 * t * t : 0.75 + 3 * (t - 0.5) * Math.max(0, 1 - 4 * (t - 0.5))],
    });
    const run = await FurRun.open({}, { actor });
    // Returns the lean of a strand on the side of the tail, along the direction of motion.
    const along = () => {
      const { offsets, restPositions, vertexCount } = shells(run);
      const v = Array.from({ length: vertexCount }, (_, k) => k).find(
        (k) => Math.abs(restPositions[3 * k + 2] - 0.3) < 1e-6,
      )!;
      return offsets[3 * v + 2] / 0.032;
    };
    run.runTo(0.45);
    expect(along()).toBeLessThan(-0.08);
    let max = -1;
    run.runTo(0.9, () => {
      max = Math.max(max, along());
    });
    expect(max).toBeGreaterThan(0.05);
    run.runTo(2);
    expect(Math.abs(along())).toBeLessThan(0.03);
  });
});
