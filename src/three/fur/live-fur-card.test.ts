import { Float32BufferAttribute, Group, Mesh, type SkinnedMesh, SphereGeometry, Vector3 } from 'three';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { furNeeds } from '../../gpu/fur/explain-cpu.ts';
import { loadTestApi, openLongTestGpu } from '../../gpu/testing/test-gpu.ts';
import { colliderFrom } from '../live/collider-from.ts';
import { LiveFur, type LiveFurOptions } from './live-fur.ts';
import { createTube } from './testing/create-tube.ts';

const opened = await openLongTestGpu(furNeeds);
const isSkipped = typeof opened === 'string';
const why = isSkipped ? `: skipped, ${opened}` : '';
const timeout = 900_000;
const params = { coat: 'dog', length: 0.05, layerCount: 12, texels: 32 } as const;

beforeEach(async () => {
  if (isSkipped) return;
  vi.stubGlobal('navigator', { gpu: await loadTestApi() });
});
afterAll(() => {
  if (isSkipped) return;
  opened.device.destroy();
});

/** Waits until the card has answered. */
async function settle(fur: LiveFur): Promise<void> {
  const { card } = fur as unknown as { card: { isBusy: boolean } | null };
  while (card?.isBusy) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function createPair(options: (mesh: SkinnedMesh) => LiveFurOptions = (mesh) => ({ mesh, params })) {
  const { mesh, bones } = createTube();
  const notes: string[] = [];
  const cpu = await LiveFur.create(options(mesh));
  const card = await LiveFur.create({
    ...options(mesh),
    backend: 'auto',
    onNote: (note) => notes.push(note),
  });
  await settle(card);
  return { mesh, bones, notes, cpu, card };
}

/** Returns the maximum distance between the tips, and between the roots, m. */
function compare(cpu: LiveFur, card: LiveFur): { tips: number; roots: number; normals: number } {
  const [a, b] = [cpu.fur.shells, card.fur.shells];
  const worst = (p: Float32Array, q: Float32Array) =>
    p.reduce((max, value, k) => Math.max(max, Math.abs(value - q[k])), 0);
  return {
    tips: worst(a.offsets, b.offsets),
    roots: worst(a.roots, b.roots),
    normals: worst(a.normals, b.normals),
  };
}

describe.skipIf(isSkipped)(`LiveFur on the graphics card${why}`, { timeout }, () => {
  test('it is that of the CPU: swinging, far away, in wind, pushed, with a cut', async () => {
    const { mesh, bones, notes, cpu, card } = await createPair();
    const group = new Group().add(mesh);
    expect([card.backend, card.failure]).toEqual(['webgpu', null]);
    expect(card.device).not.toBeNull();
    for (let frame = 0; frame < 40; frame++) {
      bones[1].rotation.z = 0.8 * Math.sin(0.3 * frame);
      group.position.x = frame < 20 ? 0.02 * frame : 0.02 * frame + 30;
      for (const fur of [cpu, card]) {
        fur.wind.set(frame < 30 ? 0 : 4, 0, 0);
        if (frame === 20) fur.cut();
        if (frame > 24 && frame < 28) fur.push(new Vector3(30.45, 0.53, 0.02), 0.4, 80);
        fur.update(1 / 60);
      }
      await settle(card);
      const { tips, roots, normals } = compare(cpu, card);
      expect(roots).toBeLessThan(1e-5);
      expect(tips).toBeLessThan(2e-5);
      expect(normals).toBeLessThan(1e-4);
    }
    expect(notes).toEqual([]);
    const { card: inside } = card as unknown as { card: { uploadedBytes: number } };
    const before = inside.uploadedBytes;
    card.update(1 / 60);
    // Two bones at both ends of the frame, and the arguments of the dispatches. No position of a vertex or a tip.
    expect(inside.uploadedBytes - before).toBeLessThan(2 * 2 * 48 + 6 * 256 + 64);
    await settle(card);
    for (const fur of [cpu, card]) fur.dispose();
  });

  test('an object that carries the mesh has no effect, as on the CPU', async () => {
    const ship = new Group();
    const { mesh, bones, cpu, card } = await createPair((mesh) => ({
      mesh,
      params,
      reference: ship,
      referenceFactor: 0.1,
    }));
    ship.add(mesh);
    for (let frame = 0; frame < 20; frame++) {
      ship.position.x = 0.3 * frame;
      ship.rotation.y = 0.05 * frame;
      bones[1].rotation.z = 0.04 * frame;
      for (const fur of [cpu, card]) fur.update(1 / 60);
      await settle(card);
      expect(compare(cpu, card).tips).toBeLessThan(4e-5);
    }
    for (const fur of [cpu, card]) fur.dispose();
  });

  test('a patch in a gusty wind, a skin with a morph target, and other solvers are those of the CPU', async () => {
    const force = { force: 'wind', velocity: [4, 0, 1], gusts: 0.8, gustLength: 0.3, gustPeriod: 0.5 };
    const cases: ((mesh: SkinnedMesh) => LiveFurOptions)[] = [
      () => ({ params: { ...params, coat: 'grass', size: [0.6, 0.4], forces: [force] as never } }),
      (mesh) => ({ mesh, params: { ...params, topology: 'separablePrisms' } }),
      (mesh) => ({ mesh, params: { ...params, solver: 'explicit', substeps: 4 } }),
      (mesh) => {
        const { position } = mesh.geometry.attributes;
        const wider = Array.from(position.array, (value, k) => (k % 3 === 1 ? 0 : value));
        mesh.geometry.morphAttributes.position = [new Float32BufferAttribute(wider, 3)];
        mesh.geometry.morphTargetsRelative = true;
        mesh.updateMorphTargets();
        return { mesh, params };
      },
    ];
    for (const options of cases) {
      const { mesh, bones, notes, cpu, card } = await createPair(options);
      expect([card.backend, notes]).toEqual(['webgpu', []]);
      for (let frame = 0; frame < 15; frame++) {
        bones[1].rotation.z = 0.4 * Math.sin(0.3 * frame);
        if (mesh.morphTargetInfluences?.length) mesh.morphTargetInfluences[0] = 0.03 * frame;
        for (const fur of [cpu, card]) fur.update(1 / 60);
        await settle(card);
        const { tips, roots } = compare(cpu, card);
        expect(roots).toBeLessThan(1e-5);
        expect(tips).toBeLessThan(5e-5);
      }
      for (const fur of [cpu, card]) fur.dispose();
    }
  });

  test('in any order of frames, pauses, cuts, jumps and resets strands keep their lengths', async () => {
    for (const teleport of ['carry', 'reset'] as const) {
      const { mesh, bones, notes, card } = await createPair((mesh) => ({
        mesh,
        params: { ...params, teleport },
      }));
      let random = 7;
      const draw = (n: number) => {
        random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
        return Math.floor((random / 2 ** 32) * n);
      };
      for (let frame = 0; frame < 120; frame++) {
        bones[1].rotation.z += 0.3 * (draw(5) - 2);
        if (draw(8) === 0) mesh.position.x += 50 * draw(3);
        if (draw(9) === 0) card.cut();
        if (draw(25) === 0) card.reset();
        card.paused = draw(10) === 0;
        card.update([1 / 60, 1 / 240, 0, -0.1, 3, 1e-5, Number.NaN, 1 / 20][draw(8)]);
        // Sometimes the next frame comes before the card has answered.
        if (draw(3) > 0) await settle(card);
        const { offsets, roots, vertexCount } = card.fur.shells;
        expect(roots.every(Number.isFinite)).toBe(true);
        for (let v = 0; v < vertexCount; v++) {
          const reach = Math.hypot(offsets[3 * v], offsets[3 * v + 1], offsets[3 * v + 2]);
          expect(reach).toBeGreaterThan(0.04);
          expect(reach).toBeLessThan(0.06);
        }
      }
      expect([card.backend, card.failure, notes]).toEqual(['webgpu', null, []]);
      await settle(card);
      card.dispose();
    }
  });

  test('a ball falls on grass, treads on it and leaves: on the card as on the CPU', async () => {
    const patch = { ...params, coat: 'grass', length: 0.08, size: [0.5, 0.4], spacing: 0.04 } as const;
    const { notes, cpu, card } = await createPair(() => ({ params: patch }));
    const ball = new Mesh(new SphereGeometry(0.1, 16, 12));
    for (const fur of [cpu, card]) fur.add(colliderFrom(ball));
    // Its shader is compiled first.
    await settle(card);
    const heights = [3, 0.25, 0.2, 0.15, 0.12, 0.1, 0.1, 0.15, 0.25, 3, 3, 3];
    let pressed = 0;
    for (const height of heights) {
      ball.position.set(0.01, height, 0.02);
      for (const fur of [cpu, card]) fur.update(1 / 60);
      await settle(card);
      const [a, b] = [cpu, card].map((fur) => fur.fur.shells.offsets);
      const errors = a.map((value, k) => Math.abs(value - b[k])).sort();
      // Half of the tips are not touched.
      expect(errors[errors.length >> 1]).toBeLessThan(2e-5);
      expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThan(0.02 * 0.08);
      pressed = Math.max(pressed, cpu.fur.state.contact!.touched);
    }
    expect(pressed).toBeGreaterThan(8);
    const trodden = cpu.fur.state.contact!.trodden;
    expect(trodden).toBeGreaterThan(4);
    expect([card.backend, notes]).toEqual(['webgpu', []]);
    // The tread comes along to the CPU.
    const inside = card as unknown as { leaveCard(reason: string): Promise<void> };
    await inside.leaveCard('test');
    expect(card.backend).toBe('cpu');
    expect(Math.abs(card.fur.state.contact!.trodden - trodden)).toBeLessThanOrEqual(1);
    for (const fur of [cpu, card]) fur.dispose();
  });

  test('a body sends separable strands to the CPU, with the strands of the card', async () => {
    const { bones, notes, cpu, card } = await createPair((mesh) => ({
      mesh,
      params: { ...params, topology: 'separableSticks' },
    }));
    for (let frame = 0; frame < 10; frame++) {
      bones[1].rotation.z = 0.05 * frame;
      for (const fur of [cpu, card]) fur.update(1 / 60);
      await settle(card);
    }
    card.add(colliderFrom(new Mesh(new SphereGeometry(0.1, 8, 6))));
    await expect.poll(() => card.backend).toBe('cpu');
    expect(notes).toEqual([expect.stringMatching(/on the CPU only: bodies that touch separable strands/)]);
    expect(compare(cpu, card).tips).toBeLessThan(2e-5);
    card.update(1 / 60);
    expect(card.fur.shells.offsets.every(Number.isFinite)).toBe(true);
    for (const fur of [cpu, card]) fur.dispose();
  });

  test('after the loss of the device it continues on the CPU from the last frame', async () => {
    const { bones, notes, cpu, card } = await createPair();
    const inside = card as unknown as { card: { card: { gpu: { device: GPUDevice } } } };
    for (let frame = 0; frame < 20; frame++) {
      bones[1].rotation.z = 0.05 * frame;
      if (frame === 10) {
        inside.card.card.gpu.device.destroy();
        await expect.poll(() => card.update(0) ?? card.backend).toBe('cpu');
        expect(notes).toEqual([
          expect.stringMatching(/^the fur continues on the CPU: the graphics card failed/),
        ]);
      }
      for (const fur of [cpu, card]) fur.update(1 / 60);
      await settle(card);
      // In the frame of the loss, the skin's velocity is unknown, as after a cut.
      if (frame < 10) expect(compare(cpu, card).tips).toBeLessThan(2e-5);
    }
    for (let frame = 0; frame < 120; frame++) for (const fur of [cpu, card]) fur.update(1 / 60);
    expect(compare(cpu, card).tips).toBeLessThan(1e-4);
    for (const fur of [cpu, card]) fur.dispose();
  });

  test('what the card does not do stays on the CPU: a note, or with `webgpu` a failure', async () => {
    const { mesh } = createTube();
    const prisms = { ...params, topology: 'prisms' } as const;
    const reason = /on the CPU only: prisms that are not separable/;
    const notes: string[] = [];
    const auto = await LiveFur.create({
      mesh,
      params: prisms,
      backend: 'auto',
      onNote: (note) => notes.push(note),
    });
    expect([auto.backend, auto.failure]).toEqual(['cpu', null]);
    expect(notes).toEqual([expect.stringMatching(reason)]);
    const forced = await LiveFur.create({ mesh, params: prisms, backend: 'webgpu' });
    expect(forced.failure).toMatch(reason);
    for (const fur of [auto, forced]) fur.dispose();
  });
});

test('another backend is refused', async () => {
  await expect(LiveFur.create({ backend: 'gpu' as never })).rejects.toThrow(
    'LiveFur.backend: expected cpu, webgpu, auto, got "gpu"',
  );
});
