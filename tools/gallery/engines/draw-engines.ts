import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bakeFile } from '../../../src/node/bake-file.ts';
import { createPicture, type Picture, placePicture } from '../../../src/pictures/picture.ts';
import { findGodot } from '../../../src/testing/godot/find-godot.ts';
import { packProject } from '../../../src/testing/godot/pack-project.ts';
import { serveTestPage } from '../../../src/testing/serve-page.ts';
import { checkout, scenesFolder } from '../checkout.ts';
import { readPng } from '../render-scene.ts';
import type { EngineName, EnginesPage, EngineView } from './engines-page.ts';

const gap = 6;

/**
 * Draws the same moment of the scene snow-run in three.js, Babylon.js, PlayCanvas and Godot, side by side in this order. Needs a browser, and a
 * web build of Godot in the folder that AFTERMOTION_GODOT names; without it there are three pictures.
 */
export async function drawEngines(samples: number): Promise<Picture> {
  const size: [number, number] = samples > 1 ? [420, 460] : [210, 230];
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-engines-'));
  const served = await serveTestPage(fileURLToPath(new URL('engines-page.html', import.meta.url)));
  try {
    await bakeFile(join(scenesFolder, 'snow-run', 'scene.json'), {
      out: folder,
      threads: 1,
      overrides: {
        scene: { outputs: ['groundVat', 'character'], meshPart: 'whole' },
        ground: { size: [11, 6], cell: 0.012 },
      },
    });
    const baked = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
    const view: EngineView = {
      ground: '/baked/field-vat.json',
      character: '/baked/runner-travel.glb',
      seconds: 1.5,
      size,
      camera: [2.1, 1.65, 3.1],
      target: [-0.5, 0.5, 0],
      angle: 40,
      sunlight: [-0.62, -0.5, 0.6],
      sky: [0.62, 0.7, 0.8],
    };
    const names: EngineName[] = [
      'three',
      'babylon',
      'playcanvas',
      ...(findGodot() ? ['godot' as const] : []),
    ];
    const pictures: Picture[] = [];
    for (const name of names) {
      const page = await served.browser.newPage();
      page.on('pageerror', (error) => process.stderr.write(`${name}: ${error}\n`));
      await page.route('**/baked/*', (route) => {
        const file = new URL(route.request().url()).pathname.split('/').at(-1)!;
        return route.fulfill({ body: Buffer.from(baked(file)) });
      });
      await page.route('**/godot/*', (route) => {
        const file = new URL(route.request().url()).pathname.split('/').at(-1)!;
        const body = file === 'index.pck' ? packGodot(baked) : readFileSync(join(findGodot()!, file));
        const contentType = file.endsWith('.js') ? 'text/javascript' : 'application/wasm';
        return route.fulfill({ body: Buffer.from(body), contentType });
      });
      await page.goto(served.address);
      await page.waitForFunction(() => 'enginesPage' in globalThis);
      const url = await page.evaluate(
        ([engine, one]) =>
          (globalThis as never as { enginesPage: EnginesPage }).enginesPage.draw(engine, one),
        [name, view] as const,
      );
      pictures.push(readPng(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')));
      await page.close();
    }
    const [width, height] = size;
    const sheet = createPicture((width + gap) * pictures.length - gap, height, [255, 255, 255]);
    pictures.forEach((picture, k) => {
      placePicture(sheet, picture, k * (width + gap), 0);
    });
    return sheet;
  } finally {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function packGodot(baked: (name: string) => Uint8Array): Uint8Array {
  const read = (path: string) => new Uint8Array(readFileSync(join(checkout, path)));
  return packProject({
    'main.gd': read('tools/gallery/engines/godot/main.gd'),
    'main.tscn': read('tools/gallery/engines/godot/main.tscn'),
    'project.godot': read('src/testing/godot/project.godot'),
    'aftermotion_ground.gd': read('integrations/godot/aftermotion_ground.gd'),
    'aftermotion_ground.gdshader': read('integrations/godot/aftermotion_ground.gdshader'),
    // An editor would write the list of global classes.
    '.godot/global_script_class_cache.cfg': new TextEncoder().encode('list=[]\n'),
    'ground/mesh.glb': baked('field-vat.glb'),
    'ground/texture.png': baked('field-vat.png'),
    'ground/description.json': baked('field-vat.json'),
    'character.glb': baked('runner-travel.glb'),
  });
}
