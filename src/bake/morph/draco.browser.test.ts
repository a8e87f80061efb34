import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { openIo, useDraco } from '../../files/testing/compress-gltf.ts';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { createActor } from '../../motion/actor.ts';
import { browserNote, findTestBrowser } from '../../testing/browser.ts';
import { type ServedPage, serveTestPage } from '../../testing/serve-page.ts';
import { watchErrors } from '../../testing/watch-errors.ts';
import type { DracoPage } from '../testing/draco-page.ts';
import { largestDistance, liveSurface } from '../testing/live-surface.ts';
import { createSwingTrack } from '../testing/swing-track.ts';
import { sampleTrack } from './morph-track.ts';
import { writeMorphedCharacter } from './morphed-character.ts';

const file = fileURLToPath(new URL('../testing/draco-page.html', import.meta.url));
const decoders = join(
  dirname(createRequire(import.meta.url).resolve('three')),
  '../examples/jsm/libs/draco/gltf',
);

let served: ServedPage | null = null;
beforeAll(async () => {
  if (findTestBrowser()) served = await serveTestPage(file);
}, 180_000);
afterAll(() => served?.close());

type DracoWindow = typeof globalThis & { dracoPage: DracoPage };

test.skipIf(!findTestBrowser())(
  `a page: three's own Draco decoder shows flesh where it was simulated, and the page reads what Node reads${browserNote}`,
  async () => {
    const io = await openIo();
    const document = await io.readBinary(buildSkinnedBar().toGlb());
    useDraco(document, 'edgebreaker');
    const source = await io.writeBinary(document);
    const rig = await readGltf(source, { name: 'bar.glb' });
    const plain = await readGltf(buildSkinnedBar().toGlb(), { name: 'plain.glb' });
    // The decoder returns vertices in another order, so targets in the order of the uncompressed file would be wrong.
    expect([...rig.surfaces[0].indices]).not.toEqual([...plain.surfaces[0].indices]);
    const actor = createActor(rig, { name: 'bar', scale: 1 });
    const track = createSwingTrack(actor, { size: 0.5, end: 1, modeCount: 3 });
    const options = { name: 'bar.glb', actor, start: 0, end: 1, fps: 30, tracks: [track], travels: false };
    const written = await writeMorphedCharacter(source, options);

    const page = await served!.browser.newPage();
    const errors: string[] = [];
    watchErrors(page, errors);
    await page.route('**/draco/*', (route) =>
      route.fulfill({ path: join(decoders, new URL(route.request().url()).pathname.split('/').pop()!) }),
    );
    await page.goto(served!.address);
    const read = await page.evaluate(
      (bytes) => (globalThis as DracoWindow).dracoPage.read(bytes),
      [...source],
    );
    expect(read.positions).toEqual([...rig.surfaces[0].positions]);
    expect(read.indices).toEqual([...rig.surfaces[0].indices]);
    for (const time of [0.2, 0.7]) {
      const found = await page.evaluate(
        ([bytes, at]) => (globalThis as DracoWindow).dracoPage.play(bytes, 0, at),
        [[...written.bytes], time] as const,
      );
      const q = new Float64Array(track.modeCount);
      sampleTrack(track, time, q, 0);
      const [surface] = rig.surfaces;
      const moved = liveSurface(surface, track.surfaces[0], q, actor.poseAt(time));
      const still = liveSurface(surface, undefined, q, actor.poseAt(time));
      expect(largestDistance(moved, still)).toBeGreaterThan(0.01);
      const allowed = 1.5 * written.meshes[0].error.maxMetres + 0.01 * written.meshes[0].motion.maxMetres;
      expect(largestDistance(Float64Array.from(found), moved)).toBeLessThan(allowed + 1e-5);
    }
    expect(errors).toEqual([]);
  },
  180_000,
);
