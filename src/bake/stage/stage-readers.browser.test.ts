import { unzipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsdReading } from '../../files/usd/testing/evaluate-usd.ts';
import { readWithOpenUsd, type ShownMeshes } from '../../files/usd/testing/open-usd.ts';
import { maxOf } from '../../math/lists.ts';
import { browserNote, findTestBrowser, launchTestBrowser } from '../../testing/browser.ts';
import { isLong } from '../../testing/long.ts';
import { bakeInMemory, openStageScene } from './testing/stage-scene.ts';

const isRun = isLong && findTestBrowser() !== null;
let files: Map<string, Uint8Array>;
let browser: Browser;
beforeAll(async () => {
  if (!isRun) return;
  browser = await launchTestBrowser(0);
  const plan = await openStageScene();
  const options = { usdCharacters: 'points', usdUp: 'z', usdFur: 'cards' } as const;
  ({ files } = await bakeInMemory({ ...plan, ...options, outputs: ['usdStage', 'usdz'] }));
}, 120_000);
afterAll(() => browser?.close());

/** Compares all meshes of some parts with the layers of these parts, rotated so that Z is up. `moved` is added to their positions. */
function compare(shown: ShownMeshes, frame: number, parts: readonly string[], moved = [0, 0, 0]): number {
  let count = 0;
  for (const part of parts) {
    const reading = new UsdReading(files.get(`scene-usd/${part}.usdc`)!);
    for (const mesh of reading.prims('Mesh')) {
      const path = `/busy_scene/${part.slice(0, part.indexOf('/'))}${mesh}`;
      const positions = shown.get(path)!;
      const expected = reading.pointsOf(mesh, frame);
      expect(positions).toHaveLength(expected.length);
      for (let k = 0; k < expected.length; k += 3) {
        const [x, y, z] = expected.subarray(k, k + 3);
        const turned = [x + moved[0], -z + moved[1], y + moved[2]];
        for (let axis = 0; axis < 3; axis++)
          expect(Math.abs(positions[k + axis] - turned[axis]), path).toBeLessThan(1e-4);
      }
      count++;
    }
  }
  return count;
}

test.skipIf(!isRun)(
  `OpenUSD opens the stage, and has every vertex within 0.1 mm at whole time codes and between them${browserNote}`,
  async () => {
    const frames = [1, 3.5, 7];
    const shots = await readWithOpenUsd(browser, files, 'scene.usda', frames);
    frames.forEach((frame, k) => {
      expect(
        compare(shots[k], frame, ['grounds/yard', 'characters/digger', 'characters/jelly']),
      ).toBeGreaterThan(4);
    });
  },
  120_000,
);

test.skipIf(!isRun)(
  `a shot overrides the stage in a layer of its own, which OpenUSD puts over it${browserNote}`,
  async () => {
    const shot = `#usda 1.0
(
    defaultPrim = "busy_scene"
    subLayers = [@./scene.usda@]
    upAxis = "Z"
    metersPerUnit = 1
    timeCodesPerSecond = 12
)
over "busy_scene"
{
    over "characters"
    {
        double3 xformOp:translate = (2, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
        over "jelly" (
            active = false
        )
        {
        }
    }
}
`;
    const all = new Map([...files, ['shot.usda', new TextEncoder().encode(shot)] as const]);
    const [, shown] = await readWithOpenUsd(browser, all, 'shot.usda', [1, 7]);
    expect(compare(shown, 7, ['grounds/yard'])).toBeGreaterThan(2);
    expect(compare(shown, 7, ['characters/digger'], [2, 0, 0])).toBe(1);
    expect([...shown.keys()].filter((path) => path.includes('jelly'))).toEqual([]);
  },
  120_000,
);

test.skipIf(!isRun)(
  `OpenUSD opens the package for phones, and shows the state of each tile at its time${browserNote}`,
  async () => {
    const frames = [1, 4, 7];
    const only = new Map([['scene.usdz', files.get('scene.usdz')!]]);
    const shots = await readWithOpenUsd(browser, only, 'scene.usdz', frames);
    const reading = new UsdReading(unzipSync(files.get('scene.usdz')!)['scene.usdc']);
    const meshes = reading.prims('Mesh').filter((path) => path.includes('/grounds/'));
    expect(meshes.length).toBeGreaterThan(4);
    frames.forEach((frame, k) => {
      for (const path of meshes) {
        const expected = reading.pointsOf(path, frame);
        const shown = shots[k].get(path)!;
        expect(shown).toHaveLength(expected.length);
        expect(maxOf(Array.from(expected, (value, o) => Math.abs(value - shown[o]))), path).toBeLessThan(
          1e-4,
        );
      }
    });
  },
  120_000,
);
