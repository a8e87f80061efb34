import { BoxGeometry, type DataArrayTexture, Mesh } from 'three';
import { describe, expect, test } from 'vitest';
import type { Gpu } from '../../gpu/gpu.ts';
import { groundNeeds } from '../../gpu/ground/explain-cpu.ts';
import type { SlotPool } from '../../gpu/ground/slot-pool.ts';
import { loadTestApi, openLongTestGpu } from '../../gpu/testing/test-gpu.ts';
import { GroundSimulation } from '../../live/ground-simulation.ts';
import type { LiveReply } from '../../live/live-messages.ts';
import { groundParams } from '../../systems/ground/params.ts';
import { defaultParams } from '../../systems/params.ts';
import type { CardRenderer } from '../card-renderer.ts';
import { colliderFrom } from '../live/collider-from.ts';
import { GroundObject } from './ground-object.ts';
import { openRendererCard } from './renderer-card.ts';
import type { TouchedTiles } from './touched-tiles.ts';

/** Default limits of WebGPU: the device is one that a renderer asked for. */
const opened = await openLongTestGpu(groundNeeds);
const isSkipped = typeof opened === 'string';

const cell = 0.02;
const params = { ...defaultParams(groundParams), noiseAmplitude: 0.004, cell };

/** What the test reads of private fields. */
interface CardInside {
  readonly card: { readonly ground: { readonly pool: SlotPool; readonly gpu: Gpu } };
}
interface Drawn {
  readonly tiles: TouchedTiles;
}
const insideOf = <Inside>(object: object) => object as Inside;

/** Does with textures what `WebGPURenderer` does. */
function createRenderer(device: GPUDevice) {
  const textures = new Map<unknown, GPUTexture>();
  let uploadedLayers = 0;
  const renderer: CardRenderer & { backend: object } = {
    init: async () => {},
    backend: { device, get: (texture: unknown) => ({ texture: textures.get(texture) }) },
    initTexture: (texture) => {
      const { image, layerUpdates, clearLayerUpdates } = texture as unknown as {
        image: { data: Int32Array<ArrayBuffer>; width: number; depth: number };
        layerUpdates: Set<number>;
        clearLayerUpdates(): void;
      };
      const { width, depth, data } = image;
      let target = textures.get(texture);
      if (!target) {
        // Texture binding, copies to and from it.
        target = device.createTexture({ size: [width, width, depth], format: 'r32sint', usage: 4 | 2 | 1 });
        textures.set(texture, target);
      }
      for (const layer of layerUpdates) {
        const length = width * width;
        device.queue.writeTexture(
          { texture: target, origin: [0, 0, layer] },
          data.subarray(layer * length, (layer + 1) * length),
          { bytesPerRow: 4 * width },
          [width, width, 1],
        );
        uploadedLayers++;
      }
      clearLayerUpdates.call(texture);
    },
  };
  return {
    renderer,
    textureOf: (texture: unknown) => textures.get(texture)!,
    countLayers: () => uploadedLayers,
  };
}

async function readLayer(device: GPUDevice, texture: GPUTexture, layer: number): Promise<number[]> {
  const { width } = texture;
  const buffer = device.createBuffer({ size: 256 * width, usage: 8 | 1 });
  const commands = device.createCommandEncoder();
  commands.copyTextureToBuffer({ texture, origin: [0, 0, layer] }, { buffer, bytesPerRow: 256 }, [
    width,
    width,
    1,
  ]);
  device.queue.submit([commands.finish()]);
  await buffer.mapAsync(1);
  const words = new Int32Array(buffer.getMappedRange());
  const texels = Array.from(
    { length: width * width },
    (_, k) => words[64 * Math.floor(k / width) + (k % width)],
  );
  buffer.destroy();
  return texels;
}

/** Drags a box over some tiles, and then presses it deeper in one place. */
function createPlough(simulation: GroundSimulation) {
  const box = new Mesh(new BoxGeometry(0.2, 0.1, 0.2));
  const collider = colliderFrom(box, { teleportSpeed: 1000 });
  return {
    add: () =>
      simulation.receive({ type: 'add', parts: collider.parts.map((part, id) => ({ ...part, id })) }),
    push(frame: number) {
      box.position.set(0.1 * Math.min(frame, 6), 0.03 - 0.004 * frame, 0.03 * Math.min(frame, 6));
      const poses = collider.read(0.1, 1 / 30).map(({ part, ...pose }) => ({ ...pose, id: part }));
      return simulation.receive({ type: 'frame', seconds: 1 / 30, steps: 2, poses, crowds: [], spent: [] });
    },
  };
}

describe.skipIf(isSkipped)(
  `a ground that is drawn from the graphics card${isSkipped ? `: skipped, ${opened}` : ''}`,
  { timeout: 1_800_000 },
  () => {
    /** Starts the same ground on the CPU and on the card. */
    async function start() {
      await loadTestApi();
      const { device } = opened as Exclude<typeof opened, string>;
      const cpu = new GroundSimulation();
      cpu.receive({ type: 'start', params, seed: 1 });
      const { surface } = cpu.simulation.ground!.state.settings;
      const create = () =>
        new GroundObject({
          cell,
          surroundings: false,
          readInitial: (out, { i0, j0, columns, rows }) => surface.fill(out, i0, j0, columns, rows),
        });
      const [shown, drawn] = [create(), create()];
      const { renderer, textureOf, countLayers } = createRenderer(device);
      const drawer = await openRendererCard(renderer, drawn);
      const card = new GroundSimulation(drawer);
      expect(await card.receive({ type: 'start', params, seed: 1, backend: 'webgpu' })).toMatchObject({
        backend: 'webgpu',
        reason: null,
      });
      const compareTexels = async () => {
        const patches = [...insideOf<Drawn>(drawn).tiles.all()];
        const found = [...insideOf<Drawn>(shown).tiles.all()];
        expect(found.length).toBeGreaterThan(4);
        for (const patch of found)
          expect(patches.some(({ i0, j0 }) => i0 === patch.i0 && j0 === patch.j0)).toBe(true);
        for (const patch of patches) {
          const { page, layer, i0, j0, low, high } = patch;
          const texture: DataArrayTexture = page.layers;
          const got = await readLayer(device, textureOf(texture), layer);
          const other = insideOf<Drawn>(shown).tiles.reserve(i0 / 32, j0 / 32);
          expect(got, `tile ${i0 / 32} ${j0 / 32}`).toEqual(Array.from(other.page.texelsOf(other)));
          const inner = got.filter((_, k) => k % 41 >= 4 && k % 41 < 36 && k >= 4 * 41 && k < 36 * 41);
          for (const texel of inner) expect(texel >= low - 1 && texel <= high).toBe(true);
        }
      };
      const compareHeights = async () => {
        const reply = (await card.receive({ type: 'read' })) as LiveReply & { type: 'heights' };
        drawn.keepHeights(reply.changes);
        for (let x = -0.2; x < 1; x += 0.03)
          for (let z = -0.2; z < 0.6; z += 0.03) expect(drawn.heightAt(x, z)).toBe(shown.heightAt(x, z));
      };
      return { cpu, card, shown, countLayers, compareTexels, compareHeights };
    }

    test('has the texels of a ground that is simulated on the CPU, and copies no tile to or from the card', async () => {
      const { cpu, card, shown, countLayers, compareTexels, compareHeights } = await start();
      const [one, two] = [createPlough(cpu), createPlough(card)];
      one.add();
      two.add();
      const { pool, gpu } = insideOf<CardInside>(card).card.ground;
      const count = () => ({
        tiles: pool.uploadedBytes,
        layers: countLayers(),
        read: gpu.counts.readBytes,
      });
      let before = count();
      for (let frame = 0; frame < 10; frame++) {
        const shownReply = (await one.push(frame)) as LiveReply & { type: 'stepped' };
        shown.update(shownReply.changes);
        expect(await two.push(frame)).toMatchObject({ type: 'stepped', changes: [] });
        // From here on the box stays where it is.
        if (frame === 7) before = count();
      }
      const after = count();
      expect(after.tiles).toBe(before.tiles);
      expect(after.layers).toBe(before.layers);
      // Three words of each tile near the box, and the head of the results.
      expect(after.read - before.read).toBeLessThan(4 * 800);
      await compareTexels();
      await compareHeights();
      card.dispose();
    });

    test('shows restored tiles, and prints beside them', async () => {
      const { cpu, card, shown, compareTexels, compareHeights } = await start();
      const source = new GroundSimulation();
      source.receive({ type: 'start', params, seed: 1 });
      const before = createPlough(source);
      before.add();
      for (let frame = 0; frame < 8; frame++) before.push(frame);
      const { state } = source.simulation.ground!;
      state.flush();
      const tiles = state.tiles.list().flatMap(([tileI, tileJ]) => {
        const packed = state.tiles.packAt(tileI, tileJ);
        return packed ? [{ tileI, tileJ, bytes: new Uint8Array(packed) }] : [];
      });
      expect(tiles.length).toBeGreaterThan(1);
      const damaged = { tileI: 90, tileJ: 90, bytes: new Uint8Array(3) };
      const [one, two] = [createPlough(cpu), createPlough(card)];
      one.add();
      two.add();
      const message = { type: 'restore', tiles: [...tiles, damaged] } as const;
      expect(await card.receive(message)).toEqual(cpu.receive(message));
      for (let frame = 3; frame < 5; frame++) {
        shown.update(((await one.push(frame)) as LiveReply & { type: 'stepped' }).changes);
        await two.push(frame);
      }
      await compareTexels();
      await compareHeights();
      card.dispose();
    });
  },
);
