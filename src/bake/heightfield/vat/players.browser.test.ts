import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Matrix4, Vector3, Vector4 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layoutOf, scaleOf } from '../../../../integrations/web/ground-vat.js';
import { decodeExr } from '../../../files/exr-read.ts';
import { bakeFile } from '../../../node/bake-file.ts';
import { Workshop } from '../../../node/testing/workshop.ts';
import { browserNote, findTestBrowser } from '../../../testing/browser.ts';
import { findGodot, godotNote } from '../../../testing/godot/find-godot.ts';
import { packProject } from '../../../testing/godot/pack-project.ts';
import { isLong } from '../../../testing/long.ts';
import { type ServedPage, serveTestPage } from '../../../testing/serve-page.ts';
import type { HeightSequenceFacts } from '../height-sequence.ts';
import type { GroundVat } from './ground-vat.ts';
import { VatTexture } from './testing/evaluate-vat.ts';
import type { DrawnGround, PlayersPage, Program } from './testing/players-page.ts';
import type { VertexCode } from './testing/run-vertex-code.ts';

/** Timeout, ms: shaders are compiled on a CPU that other programs use too. */
const patience = 300_000;
const file = fileURLToPath(new URL('testing/players-page.html', import.meta.url));
const isRun = isLong && findTestBrowser() !== null;
const note = isLong ? browserNote : ' (npm run test:long)';

const workshop = new Workshop();
const fps = 24;
const frames = [0, 7, 10.5, 18];
let served: ServedPage | null = null;
let heights: HeightSequenceFacts;

beforeAll(async () => {
  if (!isRun) return;
  const scene = workshop.writeScene('yard/fine.json', {
    time: { end: 0.75, fps },
    systems: [{ system: 'ground', name: 'yard', cell: 0.02, noiseAmplitude: 0.001 }],
    outputs: ['heightExr', 'groundVat'],
    heightTiles: 'never',
  });
  const { report } = await bakeFile(scene, { out: workshop.path('out') });
  ({ heights } = report.systems[0] as unknown as { heights: HeightSequenceFacts });
  served = await serveTestPage(file);
}, patience);

afterAll(async () => {
  await served?.close();
  workshop.close();
});

async function openPage() {
  const page = await served!.browser.newPage();
  const faults: string[] = [];
  page.on(
    'console',
    (message) => void (['error', 'warning'].includes(message.type()) && faults.push(message.text())),
  );
  page.on('pageerror', (error) => void faults.push(String(error)));
  await page.route('**/baked/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    return route.fulfill({ body: Buffer.from(workshop.read(`out/${name}`)) });
  });
  await page.route('**/godot/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    const type = name.endsWith('.js') ? 'text/javascript' : 'application/wasm';
    return route.fulfill({
      body: Buffer.from(name === 'index.pck' ? packGodot() : readGodot(name)),
      contentType: type,
    });
  });
  await page.goto(served!.address);
  await page.waitForFunction(() => 'playersPage' in globalThis);
  return { page, faults };
}

async function draw(program: Program): Promise<DrawnGround[]> {
  const { page, faults } = await openPage();
  const drawn = await page.evaluate(
    ([one, times]) =>
      (globalThis as never as { playersPage: PlayersPage }).playersPage.draw(
        one,
        '/baked/yard-vat.json',
        times,
      ),
    [program, frames.map((frame) => frame / fps)] as const,
  );
  expect(faults).toEqual([]);
  await page.close();
  return drawn;
}

/** Returns a file of a web build of Godot. */
function readGodot(name: string): Uint8Array {
  return readFileSync(join(findGodot()!, name));
}

/** Returns the project that plays the baked ground with the files of `integrations/godot`. */
function packGodot(): Uint8Array {
  const files = (folder: string, names: readonly string[]) =>
    names.map(
      (name) => [name, readFileSync(new URL(`../../../../${folder}/${name}`, import.meta.url))] as const,
    );
  return packProject(
    Object.fromEntries<Uint8Array>([
      ...files('src/testing/godot', ['main.gd', 'main.tscn', 'project.godot']),
      ...files('integrations/godot', ['aftermotion_ground.gd', 'aftermotion_ground.gdshader']),
      // An editor would write the list of global classes.
      ['.godot/global_script_class_cache.cfg', new TextEncoder().encode('list=[]\n')],
      ['ground/mesh.glb', workshop.read('out/yard-vat.glb')],
      ['ground/texture.png', workshop.read('out/yard-vat.png')],
      ['ground/description.json', workshop.read('out/yard-vat.json')],
    ]),
  );
}

/** Compares every vertex that a program draws with the simulation. */
async function checkProgram(program: Program): Promise<void> {
  const drawn = await draw(program);
  const { columns, cellMetres, firstColumnMetres, firstRowMetres, datumMetres } = heights;
  const record = (frame: number) =>
    decodeExr(workshop.read(`out/yard-exr/height.${String(frame + 1).padStart(4, '0')}.exr`)).channels[0]
      .values;
  const moved = new Set<number>();
  drawn.forEach(({ vertices, toClip, picture }, k) => {
    if (process.env.GROUND_PICTURES)
      writeFileSync(
        `${process.env.GROUND_PICTURES}/${program}-${k}.png`,
        Buffer.from(picture.split(',')[1], 'base64'),
      );
    const [before, after, initial] = [Math.floor(frames[k]), Math.ceil(frames[k]), 0].map(record);
    const toWorld = new Matrix4().fromArray(toClip as number[]).invert();
    const seen = new Set<number>();
    let max = 0;
    for (const values of vertices) {
      for (let v = 0; v < values.length; v += 4) {
        const { x, y, z, w } = new Vector4(
          values[v],
          values[v + 1],
          values[v + 2],
          values[v + 3],
        ).applyMatrix4(toWorld);
        const column =
          Math.round((z / w - firstRowMetres) / cellMetres) * columns +
          Math.round((x / w - firstColumnMetres) / cellMetres);
        const wanted = before[column] + (frames[k] % 1) * (after[column] - before[column]);
        max = Math.max(max, Math.abs(y / w - datumMetres - wanted));
        seen.add(column);
        if (Math.abs(wanted - initial[column]) > 1e-3) moved.add(column);
      }
    }
    expect(seen.size).toBeGreaterThan(0.9 * before.length);
    expect(max, `frame ${frames[k]}`).toBeLessThan(2e-6);
  });
  expect(moved.size).toBeGreaterThan(100);
}

const programs = ['three', 'three-nodes', 'babylon', 'playcanvas'] as const;
test.skipIf(!isRun).each<Program>(programs)(
  `%s draws every height as simulated, within 2 µm${note}`,
  checkProgram,
  patience,
);

test.skipIf(!isRun || !findGodot())(
  `Godot draws every height as simulated, within 2 µm${note}${godotNote}`,
  () => checkProgram('godot'),
  patience,
);

/** Translates the HLSL of `integrations/hlsl` to GLSL. It uses only what has an equivalent. */
function translateHlsl(hlsl: string): string {
  return hlsl
    .replaceAll('Texture2D<float4>', 'sampler2D')
    .replace(/(\w+)\.Load\(int3\((\w+), (\w+), 0\)\)/g, 'texelFetch($1, ivec2($2, $3), 0)')
    .replace(/\bfloat([234])\b/g, 'vec$1')
    .replace(/\bint([234])\b/g, 'ivec$1')
    .replace(/\blerp\b/g, 'mix');
}

/** Returns the functions of a Godot shader, and its uniforms without hints. Their language is that of GLSL. */
function translateGodot(shader: string): string {
  return shader
    .slice(0, shader.indexOf('void vertex()'))
    .replace('shader_type spatial;', '')
    .replace(/uniform sampler2D ground_texture.*\n/, '')
    .replace(/^(uniform \w+ \w+).*;$/gm, '$1;')
    .replaceAll('ground_texture', 'groundTexture');
}

const integration = (name: string) =>
  readFileSync(new URL(`../../../../integrations/${name}`, import.meta.url), 'utf8');

/** Code of other engines, with the frame for its uniforms. */
const codes: Record<string, (vat: GroundVat, frame: number) => VertexCode> = {
  'the HLSL of Unreal': (vat, frame) => ({
    functions: translateHlsl(integration('hlsl/AftermotionGround.hlsl')),
    call: `AftermotionGround(groundTexture, ivec2(${vat.width}, ${vat.height}), vec4(${layoutOf(vat).map(decimal)}), vec4(${scaleOf(vat, frame).map(decimal)}), address)`,
    uniforms: {},
  }),
  'the HLSL of Unity': (vat, frame) => ({
    ...codes['the HLSL of Unreal'](vat, frame),
    functions: `#define AFTERMOTION_BOTTOM_UP\n${translateHlsl(integration('hlsl/AftermotionGround.hlsl'))}`,
    isBottomUp: true,
  }),
  'the shader of Godot': (vat, frame) => ({
    functions: translateGodot(integration('godot/aftermotion_ground.gdshader')),
    call: 'ground_vertex(address)',
    uniforms: {
      ground_layout: layoutOf(vat),
      ground_scale: scaleOf(vat, frame).slice(0, 3),
      frame: [frame],
    },
  }),
};

function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : value.toPrecision(17);
}

test.skipIf(!isRun).each(Object.keys(codes))(
  `%s computes the same heights and normals${note}`,
  async (name) => {
    const vat = JSON.parse(Buffer.from(workshop.read('out/yard-vat.json')).toString()) as GroundVat;
    const texture = new VatTexture(vat, workshop.read('out/yard-vat.png'));
    const addresses = Array.from({ length: 500 }, (_, k) => {
      const column = 1 + ((7 * k) % 33);
      const row = 1 + ((11 * k) % 33);
      const v = row * vat.slotSize + column + 1;
      return [k % vat.tiles, k % 2 ? v : 1 - v];
    });
    const { page, faults } = await openPage();
    for (const frame of frames) {
      const values = await page.evaluate(
        ([code, points]) =>
          (globalThis as never as { playersPage: PlayersPage }).playersPage.run(
            code,
            '/baked/yard-vat.png',
            points,
          ),
        [codes[name](vat, frame), addresses.flat()] as const,
      );
      addresses.forEach(([u, given], k) => {
        const v = Math.abs(given - 0.5) + 0.5;
        const at = (step: number) => texture.heightAt(u, v + step, frame);
        const normal = new Vector3(
          at(-1) - at(1),
          2 * vat.cellMetres,
          at(-vat.slotSize) - at(vat.slotSize),
        ).normalize();
        expect(Math.abs(values[4 * k + 3] - at(0))).toBeLessThan(1e-7);
        expect(normal.distanceTo(new Vector3().fromArray(values, 4 * k))).toBeLessThan(1e-5);
      });
    }
    expect(faults).toEqual([]);
    await page.close();
  },
);
