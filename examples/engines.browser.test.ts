import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { isLong } from '../src/testing/long.ts';
import { waitInPage } from './testing/forms.ts';
import { runExample } from './testing/run-example.ts';

const isSkipped = !findTestBrowser() || !isLong;
let browser: Browser;
beforeAll(async () => {
  if (!isSkipped) browser = await launchTestBrowser();
});
afterAll(() => browser?.close());

/**
 * Drags a skinned character in its rest pose, and then turned and along z too, through the sand of an example, with the same frames in every
 * engine. Sets `heights` in the page: those of a grid of places, right-handed. drawn: expressions of the engine.
 */
function drag(place: string, draw: string, sign: 1 | -1): string {
  return `
    const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
    ground.cut();
    for (let frame = 0; frame < 90; frame++) {
      const x = -1 + frame / 60;
      const z = 0.2 * Math.sin(frame / 20);
      ${place}
      do {
        ground.update(frame < 1 ? 0 : 1 / 60);
        await pause();
      } while (!session(ground).thread.isReady);
      while (session(ground).unanswered.pending > 0) await pause();
    }
    ground.update(1e-9);
    ${draw}
    const heights = [];
    for (let z = -0.5; z <= 0.5; z += 0.02) for (let x = -1.5; x <= 1; x += 0.02) heights.push(ground${sign > 0 ? '' : ''}READ);
    Object.assign(globalThis, { heights });
  `.replace('READ', sign > 0 ? '.heightAt(x, z)' : '.heightAt(x, -z)');
}

function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2)
    throw new Error(`the example has other lines than this test looks for: ${from}`);
  return text.replace(from, to);
}

/** What the test adds to the end of each example, after it has taken out its loop. */
const engines = {
  minimal: {
    example: 'minimal',
    edit: (text: string) =>
      `${text
        .slice(0, text.indexOf('const timer'))
        .replace('mixer.clipAction(gltf.animations[0]).play();', '')
        .replace("{ material: 'sand' }", "{ material: 'sand', size: [8, 2] }")}
      const session = (one) => one.session;
      ${drag('runner.position.set(x, 0, z); runner.updateMatrixWorld(true);', 'renderer.render(scene, camera);', 1).replace('ground.heightAt(x, z)', 'ground.object.heightAt(x, z)')}`,
  },
  babylon: {
    example: 'babylon',
    edit: (text: string) =>
      `${text.slice(0, text.indexOf('scene.onBeforeRenderObservable')).replace('animationGroups[0].start(true);', 'animationGroups[0].stop();')}
      const session = (one) => one.grid.session;
      ${drag('runner.position.set(x, 0, -z);', 'scene.render();', -1)}`,
  },
  'babylon, right-handed': {
    example: 'babylon',
    edit: (text: string) =>
      `${replaceOnce(
        replaceOnce(
          replaceOnce(
            text.slice(0, text.indexOf('scene.onBeforeRenderObservable')),
            'new Scene(new Engine(canvas, true));',
            'new Scene(new Engine(canvas, true));\nscene.useRightHandedSystem = true;',
          ),
          'new Vector3(0, -Math.PI / 2, 0)',
          'new Vector3(0, Math.PI / 2, 0)',
        ),
        'animationGroups[0].start(true);',
        'animationGroups[0].stop();',
      )}
      const session = (one) => one.grid.session;
      ${drag('runner.position.set(x, 0, z);', 'scene.render();', 1)}`,
  },
  playcanvas: {
    example: 'playcanvas',
    edit: (text: string) =>
      `${text
        .slice(0, text.indexOf("app.on('framerender'"))
        .replace("runner.addComponent('anim', { activate: true });", '')
        .replace(/runner\.anim!.*\n/, '')}
      const session = (one) => one.grid.session;
      ${drag('runner.setPosition(x, 0, z);', '', 1)}`,
  },
} as const;

async function readHeights(name: keyof typeof engines): Promise<number[]> {
  const { example, edit } = engines[name];
  const { page, errors, close } = await runExample(browser, { name: example, edit });
  await waitInPage(page, () => 'heights' in globalThis, 120).catch((error) => {
    throw new Error(`${error}; ${errors.join('\n')}`);
  });
  const heights = (await page.evaluate('globalThis.heights')) as number[] | undefined;
  expect(errors).toEqual([]);
  if (!heights) throw new Error(`${name}: no heights`);
  await close();
  return heights;
}

let wanted: number[] | null = null;

test.skipIf(isSkipped).each(['babylon', 'babylon, right-handed', 'playcanvas'] as const)(
  `%s: a skinned character leaves the same ground as in three.js${browserNote}`,
  { timeout: 400_000 },
  async (name) => {
    wanted ??= await readHeights('minimal');
    const heights = await readHeights(name);
    expect(heights).toHaveLength(wanted.length);
    expect(Math.max(...wanted) - Math.min(...wanted)).toBeGreaterThan(0.03);
    const far = heights.map((height, k) => Math.abs(height - wanted![k]));
    // Matrices of the engines have single precision, so a column on the boundary of a sole may differ.
    expect(far.filter((difference) => difference > 0.001).length / far.length).toBeLessThan(0.005);
    expect(far.reduce((sum, difference) => sum + difference, 0) / far.length).toBeLessThan(1e-4);
  },
);
