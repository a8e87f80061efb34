import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { runExample } from './testing/run-example.ts';

let browser: Browser | null = null;
afterAll(() => browser?.close());

const peopleCount = 12;

/** Fewer people, no drawing, and frames that the test makes. The second ground has the same feet, and is simulated on the page. */
function prepare(text: string): string {
  const edited = text
    .replace('count = 100', `count = ${peopleCount}`)
    .replace('count: 5000', 'count: 200')
    .replace('const timer = new THREE.Timer();', '')
    .replace(/renderer\.setAnimationLoop\([\s\S]*/, '');
  if (!edited.includes(`count = ${peopleCount}`) || edited.includes('THREE.Timer'))
    throw new Error('examples/crowd.ts has other lines than this test looks for');
  return `${edited}
const again = new LiveGround({ material: 'snow', cell: 0.02, rate: 60, softDepth: 0.06, createWorker: null });
again.add(feet());
Object.assign(globalThis, { example: { ground, again, grass, flakes, people, move } });
`;
}

interface Example {
  readonly ground: import('../src/three/index.ts').LiveGround;
  readonly again: import('../src/three/index.ts').LiveGround;
  readonly grass: import('../src/three/index.ts').ThreadedFur;
  readonly flakes: import('../src/three/index.ts').ThreadedParticles;
  readonly people: import('../src/three/index.ts').FleshCrowd;
  move(time: number): void;
}

/** Makes frames, each after all Workers have answered the one before. Counts the bytes of all messages. Runs in the page. */
async function walk(frames: number) {
  const { ground, again, grass, flakes, people, move } = (globalThis as unknown as { example: Example })
    .example;
  const sessions = [ground, again].map((live) => (live as unknown as { session: object }).session);
  const systems = [...sessions, grass, flakes] as unknown as {
    unanswered: { pending: number };
    thread: { isReady: boolean };
  }[];
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await until(() => systems.every(({ thread, unanswered }) => thread.isReady && unanswered.pending === 0));
  /** Bytes of poses and number of vertices that go to the Workers in each frame, and bytes of heights that come back. */
  const sent: { poses: number; vertices: number; heights: number }[] = [];
  let now = { poses: 0, vertices: 0, heights: 0 };
  const post = Worker.prototype.postMessage as (message: unknown, transfer: Transferable[]) => void;
  Worker.prototype.postMessage = function (this: Worker, message: never, transfer: Transferable[]) {
    const { type, crowds, poses } = message as {
      type: string;
      crowds: { length: number }[];
      poses: unknown[];
    };
    if (type === 'frame') for (const { length } of crowds) now.poses += 8 * length;
    if (type === 'frame') now.vertices += poses.length;
    post.call(this, message, transfer);
  } as Worker['postMessage'];
  const show = ground.object.update.bind(ground.object);
  ground.object.update = (changes) => {
    for (const { heights, pressed } of changes) now.heights += heights.byteLength + pressed.byteLength;
    show(changes);
  };
  const times: number[] = [];
  for (let frame = 1; frame <= frames; frame++) {
    move(frame / 60);
    const begin = performance.now();
    for (const system of [ground, grass, flakes]) system.update(1 / 60);
    times.push(performance.now() - begin);
    again.update(1 / 60);
    await until(() => systems.every(({ unanswered }) => unanswered.pending === 0));
    sent.push(now);
    now = { poses: 0, vertices: 0, heights: 0 };
  }
  // Heights of the columns around each of the people.
  const heights: { readonly worker: number[]; readonly page: number[] }[] = [];
  for (let k = 0; k < people.count; k++) {
    const matrix = people.meshes[0].instanceMatrix.array;
    const [x, z] = [matrix[16 * k + 12], matrix[16 * k + 14]];
    const found = { worker: [] as number[], page: [] as number[] };
    for (let i = -40; i <= 40; i++) {
      for (let j = -15; j <= 15; j++) {
        found.worker.push(ground.object.heightAt(x + 0.02 * i, z + 0.02 * j));
        found.page.push(again.object.heightAt(x + 0.02 * i, z + 0.02 * j));
      }
    }
    heights.push(found);
  }
  const { failure } = ground;
  const all = { heights, sent, times, datum: ground.object.datum, tiles: ground.object.tileCount };
  const received = [grass.receivedBytes, flakes.receivedBytes];
  const failures = [failure, again.failure, grass.failure, flakes.failure];
  for (const system of [ground, again, grass, flakes]) system.dispose();
  return { ...all, received, failures };
}

test.skipIf(!findTestBrowser())(
  `a crowd leaves prints: those of its Worker are those on the page, bit for bit, and only poses and changes cross${browserNote}`,
  { timeout: 240_000 },
  async () => {
    browser = await launchTestBrowser();
    const { page, errors, close } = await runExample(browser, {
      name: 'crowd',
      edit: prepare,
      addFiles: (folder) =>
        copyFile(
          fileURLToPath(new URL('../scenes/assets/mannequin.glb', import.meta.url)),
          join(folder, 'mannequin.glb'),
        ),
    });
    const end = Date.now() + 120_000;
    while (!(await page.evaluate('"example" in globalThis'))) {
      if (Date.now() > end) throw new Error(errors.join('\n'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { heights, sent, datum, failures, received, tiles } = await page.evaluate(walk, 16);
    expect(failures).toEqual([null, null, null, null]);
    expect(errors).toEqual([]);
    expect(tiles).toBeGreaterThan(0);
    for (const { worker, page: same } of heights) {
      expect(worker).toEqual(same);
      // Everyone stands in a print.
      expect(Math.min(...worker)).toBeLessThan(datum - 0.02);
    }
    // Per frame and person: matrices of at most 14 parts of two feet, now and before, for each of three systems. No vertices.
    const posesOfPerson = 3 * 14 * 8 * (2 + 2 * 16 * 2);
    // A tile has 32 × 32 columns of 5 bytes. A foot may stand where four tiles meet.
    const heightsOfPerson = 2 * 4 * 32 * 32 * 5;
    for (const { poses, vertices, heights: bytes } of sent) {
      expect(vertices).toBe(0);
      expect(poses).toBeGreaterThan(0);
      expect(poses).toBeLessThanOrEqual(peopleCount * posesOfPerson);
      // With the tiles into which material flows.
      expect(bytes).toBeLessThanOrEqual(2 * peopleCount * heightsOfPerson);
    }
    const mean = sent.reduce((sum, { heights: bytes }) => sum + bytes, 0) / sent.length;
    expect(mean).toBeLessThanOrEqual(peopleCount * heightsOfPerson);
    expect(received.every((bytes) => bytes > 0)).toBe(true);
    await close();
  },
);
