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
    ['LiveFur }', 'LiveFur, nodeFur }'],
    ['mesh: ring,', 'mesh: ring, shading: nodeFur,'],
  );
}

/** Exports variables of the example for the test, which draws the frames itself. */
function prepared(text: string): string {
  return `${text}\nrenderer.setAnimationLoop(null);\nObject.assign(globalThis, { example: { fur, ring, ball, renderer, scene, camera, THREE } });\n`;
}

interface Example {
  fur: import('../src/three/index.ts').LiveFur;
  ring: import('three').Mesh;
  ball: import('three').Mesh;
  renderer: import('three').WebGLRenderer;
  scene: import('three').Scene;
  camera: import('three').Camera;
  THREE: typeof import('three');
}

/**
 * Runs in the page. Returns the mean lean of strands, rad, while the ring stands still, turns, is pushed, and is touched by the ball; and
 * the pictures.
 */
function watch() {
  const { fur, ring, ball, renderer, scene, camera, THREE } = (globalThis as unknown as { example: Example })
    .example;
  const lean = () => {
    const { vertexCount, normals, offsets } = fur.fur.shells;
    const [n, s] = [new THREE.Vector3(), new THREE.Vector3()];
    let [sum, max] = [0, 0];
    for (let v = 0; v < vertexCount; v++) {
      const angle = n.fromArray(normals, 3 * v).angleTo(s.fromArray(offsets, 3 * v));
      sum += angle;
      max = Math.max(max, angle);
    }
    return { mean: sum / vertexCount, most: max };
  };
  const run = (frames: number, each: () => void) => {
    for (let k = 0; k < frames; k++) {
      each();
      fur.update(1 / 60);
    }
    return lean();
  };
  ball.position.set(9, 9, 9);
  ring.rotation.set(0, 0, 0);
  fur.cut();
  const rest = run(60, () => {});
  const turned = run(12, () => {
    ring.rotation.y += 0.1;
  });
  const settled = run(90, () => {});
  const ray = new THREE.Ray(new THREE.Vector3(0.3, 0, 2), new THREE.Vector3(0, 0, -1));
  let isMet = false;
  const pushed = run(12, () => {
    isMet = fur.push(ray, 0.15, new THREE.Vector3(200, 0, 0));
  });
  run(60, () => {});
  const blown = (() => {
    fur.wind.set(8, 0, 0);
    const found = run(40, () => {});
    fur.wind.set(0, 0, 0);
    return found;
  })();
  run(90, () => {});
  // At this height above the first strand, the ball reaches two thirds of the strand's length.
  const { roots, normals } = fur.fur.shells;
  ball.position.fromArray(normals).multiplyScalar(0.1).add(new THREE.Vector3().fromArray(roots));
  const touched = run(10, () => {});
  renderer.render(scene, camera);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [renderer.domElement.width, renderer.domElement.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(renderer.domElement, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let furry = 0;
  for (let k = 0; k < data.length; k += 4) if (data[k] > 1.25 * data[k + 2]) furry++;
  return { rest, turned, settled, pushed, isMet, blown, touched, furry: (4 * furry) / data.length };
}

test('the example is short', () => {
  const text = readFileSync(fileURLToPath(new URL('fur.ts', import.meta.url)), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(forWebGpu(text)).toContain('shading: nodeFur');
});

test.skipIf(!findTestBrowser())(
  `the example's fur follows its ring, hands, wind and a ball${browserNote}`,
  { timeout: 180_000 },
  async () => {
    browser = await launchTestBrowser();
    for (const { renderer, policy } of exampleForms) {
      const example = await openForm(browser, policy, {
        name: 'fur',
        edit: (text) => prepared(renderer === 'WebGLRenderer' ? text : forWebGpu(text)),
      });
      await waitInPage(example.page, () => 'example' in globalThis);
      await expectPolicyIsReported(example, policy);
      const { rest, turned, settled, pushed, isMet, blown, touched, furry } =
        await example.page.evaluate(watch);
      await expectPolicyIsReported(example, policy);
      expect(turned.mean).toBeGreaterThan(1.3 * rest.mean);
      expect(settled.mean).toBeLessThan(1.1 * rest.mean);
      expect(isMet).toBe(true);
      expect(pushed.most).toBeGreaterThan(settled.most + 0.15);
      expect(blown.mean).toBeGreaterThan(1.2 * rest.mean);
      expect(touched.most).toBeGreaterThan(settled.most + 0.15);
      expect(furry).toBeGreaterThan(0.05);
      await example.close();
    }
  },
);
