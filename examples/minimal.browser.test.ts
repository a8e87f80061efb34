import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { times } from '../src/testing/long.ts';
import { measureExample } from './testing/build-example.ts';
import { exampleForms, expectPolicyIsReported, openForm, waitInPage } from './testing/forms.ts';
import { writeForWebGpu } from './testing/write-for-webgpu.ts';

const skip = !findTestBrowser();
let browser: Browser | null = null;
afterAll(() => browser?.close());

/** Applies the changes for WebGPURenderer that the README states. */
function forWebGpu(text: string): string {
  return writeForWebGpu(
    text,
    ['import { colliderFrom,', 'import { colliderFrom, createNodeShading,'],
    ["material: 'sand'", "material: 'sand', shading: createNodeShading"],
  );
}

/** Makes all frames of equal length, regardless of the drawing speed. Exports variables of the example for the test. */
function prepared(text: string): string {
  return `${text.replace('timer.update().getDelta()', '1 / 30')}\nObject.assign(globalThis, { example: { ground, runner, renderer, scene, camera } });\n`;
}

interface Example {
  ground: import('../src/three/index.ts').LiveGround;
  runner: import('three').Object3D;
  renderer: import('three').WebGLRenderer;
  scene: import('three').Scene;
  camera: import('three').Camera;
}

/** Returns whether the ground has a print. This function and the next two run in the page. */
function hasPrint(): boolean {
  const { ground } = (globalThis as unknown as { example?: Example }).example ?? {};
  return ground !== undefined && ground.object.bounds.min.y < ground.object.datum - 0.01;
}

/** Returns the maximum depth of the columns near the runner's feet, m. */
function depthUnderFeet(): number {
  const { ground, runner } = (globalThis as unknown as { example: Example }).example;
  let deepest = 0;
  for (let x = -1.5; x <= 1; x += 0.01) {
    for (let z = -0.3; z <= 0.3; z += 0.01) {
      const height = ground.object.heightAt(runner.position.x + x, runner.position.z + z);
      deepest = Math.max(deepest, ground.object.datum - height);
    }
  }
  return deepest;
}

/** Returns pictures before the context is lost and after it is restored. In between, one tile changes without being drawn. */
async function loseContext(): Promise<[Uint8Array, Uint8Array]> {
  const { ground, runner, renderer, scene, camera } = (globalThis as unknown as { example: Example }).example;
  const gl = renderer.getContext();
  renderer.setAnimationLoop(null);
  // Wait for pending messages of the Worker, so that they do not arrive between the pictures.
  for (let quiet = 0, uploaded = 0; quiet < 10; quiet++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    renderer.render(scene, camera);
    if (ground.object.uploadedBytes !== uploaded) quiet = 0;
    uploaded = ground.object.uploadedBytes;
  }
  const raise = (i0: number, height: number) => {
    const rectangle = { i0, j0: 0, columns: 64, rows: 64 };
    const heights = new Int32Array(64 * 64).fill(height);
    ground.object.update([{ rectangle, heights, pressed: new Uint8Array(64 * 64) }]);
  };
  // Raises a block beside the runner, so that the context has content to lose.
  raise(Math.round(100 * runner.position.x), 0.5 * 2 ** 20);
  const draw = () => {
    renderer.render(scene, camera);
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  };
  const before = draw();
  const extension = gl.getExtension('WEBGL_lose_context')!;
  const happens = (type: string) =>
    new Promise((resolve) => renderer.domElement.addEventListener(type, resolve, { once: true }));
  const lost = happens('webglcontextlost');
  extension.loseContext();
  await lost;
  // Continues only after all listeners have handled the loss.
  await new Promise((resolve) => setTimeout(resolve, 100));
  raise(-3200, 2);
  const restored = happens('webglcontextrestored');
  extension.restoreContext();
  await restored;
  return [before, draw()];
}

/**
 * Returns the numbers of objects of the renderer with the example's ground, without it, and after each of some grounds that are added and
 * removed.
 */
function makeAndDispose(groundCount: number) {
  const { ground, renderer, scene, camera } = (globalThis as unknown as { example: Example }).example;
  renderer.setAnimationLoop(null);
  const { failure } = ground;
  const { geometries, textures } = renderer.info.memory;
  const counts = [{ geometries, textures }];
  const count = () => {
    renderer.render(scene, camera);
    const { geometries, textures } = renderer.info.memory;
    counts.push({ geometries, textures });
  };
  const { constructor: Ground, options } = ground.object as unknown as {
    constructor: typeof import('../src/three/index.ts').GroundObject;
    options: import('../src/three/index.ts').GroundObjectOptions;
  };
  ground.dispose();
  count();
  for (let n = 0; n < groundCount; n++) {
    const another = new Ground({ cell: 0.02, shading: options.shading });
    scene.add(another);
    const heights = new Int32Array(200 * 200).fill(-(2 ** 16));
    const rectangle = { i0: -100, j0: -100, columns: 200, rows: 200 };
    another.update([{ rectangle, heights, pressed: new Uint8Array(200 * 200).fill(1) }]);
    renderer.render(scene, camera);
    another.dispose();
    count();
  }
  return { failure, counts };
}

test('the example has the length that the README states', () => {
  const text = readFileSync(fileURLToPath(new URL('minimal.ts', import.meta.url)), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThan(40);
  expect(forWebGpu(text)).toContain('createNodeShading }');
});

test('three.minimal.kB: the size that is added to an app with three', async () => {
  const kilobytes = await measureExample();
  expect(kilobytes).toBeGreaterThan(20);
  // What is in it: see src/three/README.md.
  expect(kilobytes).toBeLessThanOrEqual(60);
});

for (const { renderer, policy } of exampleForms) {
  test.skipIf(skip)(`the example leaves prints: ${renderer}, policy: ${policy}${browserNote}`, async () => {
    browser ??= await launchTestBrowser();
    const isClassic = renderer === 'WebGLRenderer';
    const example = await openForm(browser, policy, {
      name: 'minimal',
      edit: (text) => prepared(isClassic ? text : forWebGpu(text)),
    });
    const { page } = example;
    // The runner is in the air at first.
    await waitInPage(page, hasPrint, 40);
    await expectPolicyIsReported(example, policy);
    expect(await page.evaluate(depthUnderFeet)).toBeGreaterThan(0.01);
    if (isClassic) {
      const [before, after] = await page.evaluate(loseContext);
      expect(before.some((value) => value !== before[0])).toBe(true);
      // Pending messages of the Worker may still arrive in between.
      const changed = after.filter((value, k) => Math.abs(value - before[k]) > 2).length;
      expect(changed / before.length).toBeLessThan(0.01);
    }
    const { failure, counts } = await page.evaluate(makeAndDispose, times({ short: 2, long: 4 }));
    expect(failure).toBeNull();
    expect(counts[0].geometries).toBeGreaterThan(counts[1].geometries);
    for (const count of counts.slice(2)) expect(count).toEqual(counts[1]);
    await example.close();
  });
}
