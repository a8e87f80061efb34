import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';

import { exampleForms, expectPolicyIsReported, openForm, waitInPage } from './testing/forms.ts';
import { preparePart } from './testing/prepare-part.ts';
import { writeForWebGpu } from './testing/write-for-webgpu.ts';

let browser: Browser | null = null;
afterAll(() => browser?.close());

/** Applies the changes for WebGPURenderer that the README states. */
function forWebGpu(text: string): string {
  return writeForWebGpu(
    text,
    ['import { decodeFleshPart, LiveFlesh }', 'import { decodeFleshPart, LiveFlesh, nodeFlesh }'],
    ["material: 'belly' }", "material: 'belly', shading: nodeFlesh }"],
  );
}

/** Makes all frames of equal length, regardless of the drawing speed. Exports variables of the example for the test. */
function prepared(text: string): string {
  return `${text.replace('timer.update().getDelta()', '1 / 30')}\nObject.assign(globalThis, { example: { THREE, flesh, renderer, scene, camera, mixer } });\n`;
}

interface Example {
  THREE: typeof import('three');
  flesh: import('../src/three/index.ts').LiveFlesh;
  renderer: import('three').WebGLRenderer;
  scene: import('three').Scene;
  camera: import('three').Camera;
  mixer: import('three').AnimationMixer;
}

/**
 * Runs in the page. Returns the maximum displacement in the first second of the clip, m, and the resulting maximum change of the picture,
 * 0..255.
 */
async function watch() {
  const { flesh, renderer, scene, camera, mixer } = (globalThis as unknown as { example: Example }).example;
  renderer.setAnimationLoop(null);
  const [state] = flesh.states;
  const { reach } = state.part;
  const draw = () => {
    renderer.render(scene, camera);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [renderer.domElement.width, renderer.domElement.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(renderer.domElement, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  let [furthest, shown] = [0, 0];
  const still = new Float64Array(state.amplitudes.length);
  for (let frame = 0; frame < 30; frame++) {
    mixer.update(1 / 30);
    flesh.update(1 / 30);
    const bound = state.amplitudes.reduce((sum, q, mode) => Math.max(sum, Math.abs(q) * reach[mode]), 0);
    furthest = Math.max(furthest, bound);
    if (frame % 10 !== 9) continue;
    const moved = draw();
    const kept = state.amplitudes.slice();
    state.amplitudes.set(still);
    flesh.binding.update();
    const rest = draw();
    state.amplitudes.set(kept);
    for (let k = 0; k < rest.length; k++) shown = Math.max(shown, Math.abs(moved[k] - rest[k]));
  }
  return { furthest, shown, totals: { ...state.totals } };
}

/**
 * Runs in the page. Moves a ball into the belly from the front. Returns the resulting change of the displacement, m, and of the picture, and the
 * number of steps with contact.
 */
async function touch() {
  const { THREE, flesh, renderer, scene, camera } = (globalThis as unknown as { example: Example }).example;
  const [state] = flesh.states;
  const ball = new THREE.Mesh(
    new THREE.SphereGeometry(0.08),
    new THREE.MeshStandardMaterial({ color: 'teal' }),
  );
  scene.add(ball);
  const bone = flesh.root.getObjectByName('spine1')!;
  bone.getWorldPosition(ball.position);
  const { y, z } = ball.position;
  const frames = 20;
  const before = state.amplitudes.slice();
  flesh.touch(ball);
  for (let frame = 0; frame < frames; frame++) {
    ball.position.set(ball.position.x, y, z + 0.6 - (0.36 * (frame + 1)) / frames);
    flesh.update(1 / 60);
  }
  renderer.render(scene, camera);
  const pressed = state.amplitudes.reduce(
    (max, q, mode) => Math.max(max, Math.abs(q - before[mode]) * state.part.reach[mode]),
    0,
  );
  return { pressed, touched: state.totals.touched ?? 0 };
}

test('the example has the length that the README states', () => {
  const text = readFileSync(fileURLToPath(new URL('flesh.ts', import.meta.url)), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThan(40);
  expect(forWebGpu(text)).toContain('shading: nodeFlesh });');
  // The example contains every line of code that the README shows.
  const readme = readFileSync(fileURLToPath(new URL('../src/three/README.md', import.meta.url)), 'utf8');
  const shown = readme.slice(readme.indexOf('## Flesh on a character')).split('\n');
  const lines = shown
    .slice(0, shown.indexOf('    flesh.update(dt);') + 1)
    .filter((line) => /^ {4}[^/ ]/.test(line));
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(text).toContain(line.trim());
});

test.skipIf(!findTestBrowser())(
  `the example's flesh follows through${browserNote}`,
  { timeout: 180_000 },
  async () => {
    const part = await preparePart('heavy-mannequin', {
      joints: ['spine.1', 'spine.2'],
      elements: 150,
      modes: 4,
    });
    browser = await launchTestBrowser();
    for (const { renderer, policy } of exampleForms) {
      const example = await openForm(browser, policy, {
        name: 'flesh',
        edit: (text) => prepared(renderer === 'WebGLRenderer' ? text : forWebGpu(text)),
        addFiles: (folder) => writeFile(join(folder, 'belly.flesh'), part),
      });
      await waitInPage(example.page, () => 'example' in globalThis);
      await expectPolicyIsReported(example, policy);
      const { furthest, shown, totals } = await example.page.evaluate(watch);
      await expectPolicyIsReported(example, policy);
      // The displacement is centimetres, not metres.
      expect(furthest).toBeGreaterThan(0.005);
      expect(furthest).toBeLessThan(0.3);
      expect(shown).toBeGreaterThan(20);
      expect(totals.steps).toBeGreaterThan(30);
      const { pressed, touched } = await example.page.evaluate(touch);
      expect(touched).toBeGreaterThan(3);
      expect(pressed).toBeGreaterThan(0.01);
      await example.close();
    }
  },
);
