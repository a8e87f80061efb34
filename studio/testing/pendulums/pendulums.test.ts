// Must be the first import, before modules that derive values from the registries.
import './register.ts';

import { Scene } from 'three';
import { expect, test } from 'vitest';
import { bakeScene } from '../../../src/bake/bake-scene.ts';
import { outputKinds } from '../../../src/bake/output-kinds.ts';
import { openScene } from '../../../src/scene/open-scene.ts';
import { parseScene } from '../../../src/scene/parse-scene.ts';
import { FrameTimes } from '../../../src/simulation/frame-times.ts';
import { Simulation } from '../../../src/simulation/simulation.ts';
import { createOutputObject } from '../../../src/three/output-object.ts';
import { buffersOf } from '../../outputs/output-changes.ts';
import type { StageHost, StageKind } from '../../outputs/stage-kind.ts';
import { stageKinds } from '../../outputs/stage-kinds.ts';
import { RunSession } from '../../run/run-session.ts';

const scene = {
  version: 1,
  time: { start: 0, end: 0.5, fps: 10 },
  actors: [],
  systems: [{ system: 'pendulums', count: 2, amplitude: 0.3 }],
};
const files = { read: () => undefined };

async function openPendulums(changes: object = {}) {
  return openScene(parseScene({ ...scene, ...changes }), files, { name: 'clock' });
}

/** Returns the position of the lower end of the first rod after t seconds. Integrates with a tenth of the step. */
function swing(t: number): [number, number] {
  let [angle, velocity] = [0.3, 0];
  const dt = 1 / 2400;
  for (let k = 0; k < Math.round(t / dt); k++) {
    velocity -= 9.81 * Math.sin(angle) * dt;
    angle += velocity * dt;
  }
  return [1 - Math.cos(angle), Math.sin(angle)];
}

test('it is baked, reported, explained and drawn on a sheet', async () => {
  const written = new Map<string, Uint8Array>();
  const plan = await openPendulums();
  const report = await bakeScene(plan, { write: (name, bytes) => void written.set(name, bytes) });
  expect([...written.keys()]).toEqual([
    'pendulums.csv',
    'pendulums-contact-sheet.png',
    'README.txt',
    'report.json',
  ]);
  const text = (name: string) => new TextDecoder().decode(written.get(name));
  const lines = text('pendulums.csv').trim().split('\n');
  expect(lines).toHaveLength(1 + 2 * 6);
  const [, , , , , , y, z] = lines[11].split(',').map(Number);
  const [swungY, swungZ] = swing(0.5);
  expect(y).toBeCloseTo(swungY, 2);
  expect(z).toBeCloseTo(swungZ, 2);
  expect(report.systems[0]).toMatchObject({ system: 'pendulums', rods: { count: 2 } });
  expect(report.outputs.map(({ kind }) => kind)).toEqual(['rodsCsv', 'contactSheet', 'readme']);
  expect(text('README.txt')).toContain('pendulums.csv: the ends of 2 rods');
  expect(outputKinds.contactSheet.description).toContain('and of rods');
});

test('its parameters and outputs are checked in the same way as those of every system', async () => {
  await expect(openPendulums({ systems: [{ system: 'pendulums', count: 0 }] })).rejects.toThrow(/count.*1/);
  await expect(openPendulums({ systems: [{ system: 'pendulum' }] })).rejects.toThrow(
    'did you mean "pendulums"',
  );
  await expect(openPendulums({ outputs: ['rodsCSV'] })).rejects.toThrow('did you mean "rodsCsv"');
});

test('an interrupted bake continues', async () => {
  const plan = await openPendulums();
  const kept = new Map<string, Uint8Array>();
  const frames = {
    put: (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    get: (key: string) => kept.get(key)!,
  };
  const whole = new Map<string, Uint8Array>();
  await bakeScene(plan, { write: (name, bytes) => void whole.set(name, bytes) });
  let resume: Uint8Array | undefined;
  const stop = new AbortController();
  const first = bakeScene(plan, {
    frames,
    signal: stop.signal,
    write: () => {},
    checkpoint: (bytes) => {
      resume = bytes;
    },
    progress: ({ phase, done }) => {
      if (phase === 'simulate' && done === 3) stop.abort();
    },
  });
  await expect(first).rejects.toThrow();
  const rest = new Map<string, Uint8Array>();
  await bakeScene(plan, { frames, resume, write: (name, bytes) => void rest.set(name, bytes) });
  expect(rest.get('pendulums.csv')).toEqual(whole.get('pendulums.csv'));
});

test('three.js draws it', async () => {
  const plan = await openPendulums();
  const simulation = new Simulation({ systems: plan.systems, actors: [], seed: 1, start: plan.times.start });
  const [output] = simulation.outputs('pendulums');
  const { object, update, dispose } = createOutputObject(output);
  const scene = new Scene().add(object);
  simulation.advanceTo(new FrameTimes(0.5, 0.5, 1).start);
  update();
  const { position } = (
    object as unknown as { geometry: { attributes: Record<string, { array: Float32Array }> } }
  ).geometry.attributes;
  expect(position.array[5]).toBeCloseTo(swing(0.5)[1], 2);
  dispose();
  expect(scene.children).toEqual([]);
});

test('the page simulates it in its worker and shows it', async () => {
  const session = await RunSession.open({ name: 'clock', scene, files, strokes: [] });
  const host = { scene: new Scene() } as unknown as StageHost;
  const { rods } = stageKinds as unknown as Record<string, (host: StageHost) => StageKind>;
  const stage = rods(host);
  await stage.set(session.facts);
  expect(stage.isEmpty).toBe(false);
  for (let tick = 0; tick < 30; tick++) session.advance();
  const changes = session.takeChanges();
  // The changes are transferred in the same way as to the page.
  stage.update(structuredClone(changes, { transfer: buffersOf(changes) as ArrayBuffer[] }));
  const [lines] = host.scene.children as unknown as {
    geometry: { attributes: Record<string, { array: Float32Array }> };
  }[];
  expect(lines.geometry.attributes.position.array[5]).toBeCloseTo(swing(0.5)[1], 2);
  stage.dispose();
  expect(host.scene.children).toEqual([]);
});
