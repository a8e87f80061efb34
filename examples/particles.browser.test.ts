import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { exampleForms, expectPolicyIsReported, openForm, waitInPage } from './testing/forms.ts';
import { writeForWebGpu } from './testing/write-for-webgpu.ts';

let browser: Browser | null = null;
afterAll(() => browser?.close());

/** Applies the changes for WebGPURenderer that the README states. */
function forWebGpu(text: string): string {
  return writeForWebGpu(
    text,
    ['LiveParticles }', 'LiveParticles, nodePoints }'],
    ['shapes: [word],', 'shapes: [word],\n  shading: nodePoints,'],
  );
}

/** Exports variables of the example for the test, which draws the frames itself. */
function prepared(text: string): string {
  return `${text}\nrenderer.setAnimationLoop(null);\nObject.assign(globalThis, { example: { smoke, contains, renderer, scene, camera } });\n`;
}

interface Example {
  smoke: import('../src/three/index.ts').LiveParticles;
  contains(x: number, y: number): boolean;
  renderer: import('three').WebGLRenderer;
  scene: import('three').Scene;
  camera: import('three').Camera;
}

/**
 * Runs in the page. Returns the fraction of the smoke that is in the word, and the brightness of the word's middle, before and while the
 * word exists.
 */
function watch() {
  const { smoke, contains, renderer, scene, camera } = (globalThis as unknown as { example: Example })
    .example;
  const look = () => {
    renderer.render(scene, camera);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [renderer.domElement.width, renderer.domElement.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(renderer.domElement, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let lit = 0;
    for (let k = 0; k < data.length; k += 4) if (data[k] > 80) lit++;
    const { count, positions } = smoke.particles.points;
    let inside = 0;
    for (let k = 0; k < count; k++) if (contains(positions[3 * k], positions[3 * k + 1])) inside++;
    return { time: smoke.time, inside: inside / count, lit: (4 * lit) / data.length };
  };
  const seen = [look()];
  for (let frame = 0; frame < 150; frame++) {
    smoke.update(1 / 30);
    if (frame === 119) seen.push(look());
  }
  seen.push(look());
  smoke.seek(0);
  seen.push(look());
  return seen;
}

test('the example has the length that the README states', () => {
  const text = readFileSync(fileURLToPath(new URL('particles.ts', import.meta.url)), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(forWebGpu(text)).toContain('shading: nodePoints');
});

test.skipIf(!findTestBrowser())(
  `the example's smoke spells its word${browserNote}`,
  { timeout: 180_000 },
  async () => {
    browser = await launchTestBrowser();
    for (const { renderer, policy } of exampleForms) {
      const example = await openForm(browser, policy, {
        name: 'particles',
        edit: (text) => prepared(renderer === 'WebGLRenderer' ? text : forWebGpu(text)),
      });
      await waitInPage(example.page, () => 'example' in globalThis);
      await expectPolicyIsReported(example, policy);
      const [first, arrived, held, again] = await example.page.evaluate(watch);
      await expectPolicyIsReported(example, policy);
      expect(arrived.time).toBeCloseTo(4, 9);
      expect(first.inside).toBeLessThan(0.8);
      expect(arrived.inside).toBe(1);
      expect(held.inside).toBe(1);
      expect(arrived.lit).toBeGreaterThan(0.05);
      expect(again).toEqual(first);
      await example.close();
    }
  },
);
