import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { casesOf } from '../src/testing/long.ts';
import { preparePart } from './testing/prepare-part.ts';
import { runExample } from './testing/run-example.ts';

let browser: Browser | null = null;
afterAll(() => browser?.close());

/** Frames per second: the maximum. In the long form of the test, also lower ones. */
const rates = casesOf([30, 60, 90, 120, 144], (rate) => rate === 144);
/** Maximum displacement of flesh, m, and maximum lean of a strand, rad. */
const fleshLimit = 0.05;
const furLimit = 1.2;
/** Maximum depth of the runner's shoes below the ground, m. */
const printLimit = 0.1;

/**
 * The examples without their own loop: `frame(dt)` computes one frame, `restart()` restores the initial state. `measure()` returns the
 * state as numbers, the worst value, and the limit of this value.
 */
const pages = {
  flesh: {
    call: ["material: 'belly' }", `material: 'belly', maxDisplacement: ${fleshLimit} }`],
    frame: 'mixer.update(dt); flesh.update(dt);',
    restart: 'mixer.setTime(0); flesh.reset();',
    measure: `
      const [{ amplitudes, part }] = flesh.states;
      let worst = 0;
      for (const { vertices, shapes } of part.surfaces) {
        for (let k = 0; k < vertices.length; k++) {
          const moved = [0, 1, 2].map((axis) =>
            amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + k) + axis], 0));
          worst = Math.max(worst, part.scale * Math.hypot(...moved));
        }
      }
      return { values: [...amplitudes], worst: worst / ${fleshLimit} };`,
  },
  fur: {
    call: ['length: 0.06 }', `length: 0.06, maxLean: ${furLimit} }`],
    frame: 'time += dt; ring.rotation.set(0, Math.sin(4 * time), 0); fur.update(dt);',
    restart: 'time = 0; ring.rotation.set(0, 0, 0); fur.reset();',
    measure: `
      const { offsets, normals, lengths, vertexCount } = fur.fur.shells;
      let worst = 0;
      for (let v = 0; v < vertexCount; v++) {
        const [a, n] = [offsets, normals].map((values) => new THREE.Vector3().fromArray(values, 3 * v));
        worst = Math.max(worst, a.angleTo(n) / ${furLimit}, a.length() / (1.15 * lengths[v]));
      }
      return { values: [...offsets], worst };`,
  },
  particles: {
    call: ['', ''],
    frame: 'smoke.update(dt); if (smoke.time > 9) smoke.seek(0);',
    restart: 'smoke.seek(0);',
    measure: `
      const { positions, count } = smoke.particles.points;
      const values = [...positions.subarray(0, 3 * count)];
      // Turbulence moves the particles, and the shapes confine them.
      return { values, worst: values.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / 20 };`,
  },
  minimal: {
    call: ['', ''],
    frame: 'mixer.update(dt); runner.position.x += 3.3 * dt; ground.update(dt);',
    restart: 'mixer.setTime(0); runner.position.x = 0; ground.reset();',
    measure: `
      const { bounds, datum } = ground.object;
      const depth = datum - bounds.min.y;
      return { values: [ground.failure === null ? depth : NaN], worst: depth / ${printLimit} };`,
  },
} as const;

function prepare(name: keyof typeof pages, text: string): string {
  const { call, frame, restart, measure } = pages[name];
  const loop = text.indexOf('const timer = new THREE.Timer();');
  if (loop < 0 || !text.includes(call[0]))
    throw new Error(`examples/${name}.ts has other lines than this test looks for`);
  return `${text.slice(0, loop).replace(call[0], call[1])}
let [time, frameCount] = [0, 0];
Object.assign(globalThis, {
  frame(dt) {
    ${frame}
    scene.updateMatrixWorld();
    // Pictures take most of the time without a graphics card.
    if (frameCount++ % 24 === 0) renderer.render(scene, camera);
  },
  restart() { ${restart} },
  measure() { ${measure} },
  createRandom(seed) {
    return () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
  },
  kinds: [1e-9, 1e-6, 1e-3, 1 / 144, 1 / 60, 1 / 30, 0.2, 1, 10, 0, -0.1, -3],
});
`;
}

interface Page {
  frame(dt: number): void;
  restart(): void;
  measure(): { values: number[]; worst: number };
  /** Pseudorandom numbers from 0 to 1, determined by a seed. */
  createRandom(seed: number): () => number;
  /** Frames of all kinds, seconds. */
  readonly kinds: readonly number[];
}

/** Runs in the page: draws a second of irregular frames, with and without pauses, and then frames of all kinds. */
function play(rate: number) {
  const { frame, restart, measure, createRandom, kinds } = globalThis as unknown as Page;
  const random = createRandom(rate);
  let worst = 0;
  const run = (dt: number) => {
    frame(dt);
    worst = Math.max(worst, measure().worst);
  };
  const uneven = Array.from({ length: rate }, () => (0.7 + 0.6 * random()) / rate);
  const finish = (pauses: boolean) => {
    restart();
    uneven.forEach((dt, k) => {
      run(dt);
      if (pauses && k % 20 === 10) for (const pause of [0, 1e-9, 1e-6, 0]) run(pause);
    });
    return measure().values;
  };
  const [plain, paused] = [finish(false), finish(true)];
  const apart = Math.max(...plain.map((value, k) => Math.abs(value - paused[k])));
  const size = Math.max(...plain.map(Math.abs));
  for (let k = 0; k < 60; k++) run(kinds[Math.floor(random() * kinds.length)]);
  for (let k = 0; k < 10; k++) run(1 / rate);
  const { values } = measure();
  return { apart: apart / size, worst, allFinite: values.every(Number.isFinite) };
}

/**
 * Runs in the page: draws irregular frames and pauses until there are prints, and then frames of all kinds. The ground is simulated in a
 * Worker.
 */
async function walk(rate: number) {
  const { frame, restart, measure, createRandom, kinds } = globalThis as unknown as Page;
  const random = createRandom(rate);
  let worst = 0;
  const run = async (dt: number) => {
    frame(dt);
    await new Promise((resolve) => setTimeout(resolve, 2));
    worst = Math.max(worst, measure().worst);
  };
  restart();
  for (let k = 0; measure().values[0] < 0.01 && k < 5000; k++) {
    await run((0.7 + 0.6 * random()) / rate);
    if (k % 20 === 10) for (const pause of [0, 1e-9, 1e-6, 0]) await run(pause);
  }
  const [depth] = measure().values;
  for (let k = 0; k < 60; k++) await run(kinds[Math.floor(random() * kinds.length)]);
  for (let k = 0; k < 10; k++) await run(1 / rate);
  return { depth, worst, allFinite: measure().values.every(Number.isFinite) };
}

describe.skipIf(!findTestBrowser())(`in a browser, at 30 to 144 frames a second${browserNote}`, () => {
  test.each(casesOf(['flesh', 'fur', 'particles'] as const, (name) => name === 'flesh'))(
    '%s keeps its limit in uneven frames, pauses, jumps back and frames of 1e-9 to 10 s, and pauses do not bend its path',
    { timeout: 240_000 },
    async (name) => {
      const joints = ['spine.1', 'spine.2'];
      const part =
        name === 'flesh' && (await preparePart('heavy-mannequin', { joints, elements: 150, modes: 4 }));
      browser ??= await launchTestBrowser();
      const { page, errors, close } = await runExample(browser, {
        name,
        edit: (text) => prepare(name, text),
        addFiles: async (folder) => {
          if (part) await writeFile(join(folder, 'belly.flesh'), part);
        },
      });
      await page.waitForFunction('globalThis.measure', null, { timeout: 60_000 });
      for (const rate of rates) {
        const { apart, worst, allFinite } = await page.evaluate(play, rate);
        expect(allFinite, `${rate} frames a second`).toBe(true);
        expect(worst, `${rate} frames a second`).toBeLessThanOrEqual(1.001);
        expect(apart, `${rate} frames a second`).toBeLessThan(5e-3);
      }
      expect(errors).toEqual([]);
      await close();
    },
  );

  test('a ground gets prints as deep as a shoe, and continues through frames of all kinds', {
    timeout: 240_000,
  }, async () => {
    browser ??= await launchTestBrowser();
    const { page, errors, close } = await runExample(browser, {
      name: 'minimal',
      edit: (text) => prepare('minimal', text),
    });
    await page.waitForFunction('globalThis.measure', null, { timeout: 60_000 });
    for (const rate of rates) {
      const { depth, worst, allFinite } = await page.evaluate(walk, rate);
      expect(allFinite, `${rate} frames a second`).toBe(true);
      expect(depth, `${rate} frames a second`).toBeGreaterThan(0.01);
      expect(worst, `${rate} frames a second`).toBeLessThanOrEqual(1);
    }
    expect(errors).toEqual([]);
    await close();
  });
});
