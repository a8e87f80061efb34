import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { runExample } from './testing/run-example.ts';

let browser: Browser | null = null;
afterAll(() => browser?.close());

/** The example's ground as a component. Its effect adds the ground to the scene and disposes of it. */
const component = `
import { createElement, StrictMode, useEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';

// Counts the running Workers.
globalThis.workers = new Set();
const NativeWorker = Worker;
globalThis.Worker = class extends NativeWorker {
  constructor(...options) {
    super(...options);
    workers.add(this);
  }
  terminate() {
    workers.delete(this);
    super.terminate();
  }
};

let ground = null;
globalThis.effects = 0;
function Ground({ scene, runner }) {
  const made = useMemo(() => new LiveGround({ material: 'sand' }), []);
  useEffect(() => {
    effects++;
    const collider = colliderFrom(runner);
    made.add(collider);
    scene.add(made.object);
    ground = made;
    return () => {
      made.remove(collider);
      scene.remove(made.object);
      made.dispose();
      ground = null;
    };
  }, [made, scene, runner]);
  return null;
}
const root = createRoot(document.createElement('div'));
globalThis.mount = (key) =>
  root.render(createElement(StrictMode, null, createElement(Ground, { key, scene, runner })));
globalThis.unmount = () => root.unmount();
globalThis.state = () => ({
  effects,
  workers: workers.size,
  failure: ground?.failure ?? null,
  hasPrints: ground !== null && ground.object.bounds.min.y < ground.object.datum - 0.01,
  objects: scene.children.filter((child) => child === ground?.object).length,
});
mount(0);
`;

function mountInReact(text: string): string {
  const made = text.replace(/const ground = [\s\S]*?scene\.add\(ground\.object\);\n/, `${component}\n`);
  const updated = made.replace('ground.update(dt);', 'ground?.update(dt);');
  if (made === text || updated === made)
    throw new Error('examples/minimal.ts has other lines than this test looks for');
  return updated;
}

interface State {
  readonly effects: number;
  readonly workers: number;
  readonly failure: string | null;
  readonly hasPrints: boolean;
  readonly objects: number;
}

test.skipIf(!findTestBrowser())(
  `React: a ground that StrictMode mounts twice takes prints, and ten mounts leave one Worker${browserNote}`,
  { timeout: 240_000 },
  async () => {
    browser = await launchTestBrowser();
    const { page, errors, close } = await runExample(browser, {
      name: 'minimal',
      edit: mountInReact,
      isDevelopment: true,
    });
    const read = () => page.evaluate('globalThis.state?.()') as Promise<State | undefined>;
    const waitFor = async (isDone: (state: State) => boolean): Promise<State> => {
      const end = Date.now() + 60_000;
      for (;;) {
        const state = await read();
        if (state && isDone(state)) return state;
        if (Date.now() > end)
          throw new Error(`${JSON.stringify(state)} after a minute; ${errors.join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const first = await waitFor(({ hasPrints }) => hasPrints);
    // In development an effect runs, is cleaned up, and runs again.
    expect(first).toEqual({ effects: 2, workers: 1, failure: null, hasPrints: true, objects: 1 });
    for (let key = 1; key <= 9; key++) {
      await page.evaluate(`globalThis.mount(${key})`);
      await waitFor(({ effects }) => effects === 2 * (key + 1));
    }
    const last = await waitFor(({ hasPrints }) => hasPrints);
    expect(last).toEqual({ effects: 20, workers: 1, failure: null, hasPrints: true, objects: 1 });
    await page.evaluate('globalThis.unmount()');
    expect(await waitFor(({ objects }) => objects === 0)).toMatchObject({ workers: 0, hasPrints: false });
    expect(errors).toEqual([]);
    await close();
  },
);
