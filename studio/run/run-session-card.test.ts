import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadTestApi, openLongTestGpu } from '../../src/gpu/testing/test-gpu.ts';
import type { LiveHeightfield } from '../../src/index.ts';
import type { Stroke } from '../brush/stroke.ts';
import { createSceneFiles, type SceneData } from '../document/studio-document.ts';
import { rollerFiles, rollerScene } from '../testing/roller.ts';
import type { RunAnswer, RunRequest } from './protocol.ts';
import { RunLoop } from './run-loop.ts';
import { RunSession } from './run-session.ts';
import type { BackendChoice } from './simulation-backend.ts';

/** Coarse, since SwiftShader computes on the processor. */
function coarseScene(end: number) {
  const scene = rollerScene(end);
  return { ...scene, systems: [{ ...scene.systems[0], cell: 0.05 }] };
}
const roller = coarseScene(0.7);
const files = createSceneFiles(rollerFiles);
const noApi = async () => 'this browser has no WebGPU';

async function openRun(
  backend: BackendChoice,
  scene: SceneData = roller,
  findApi: () => Promise<GPU | string> = noApi,
) {
  const notes: string[] = [];
  const backendsChanged = (note?: string) => {
    if (note) notes.push(note);
  };
  const source = { name: 'test', scene, files, strokes: [] };
  return {
    session: await RunSession.open(source, { backend, findApi, backendsChanged, waitsForCards: true }),
    notes,
  };
}

test('where systems stay on the CPU, the reason is known', async () => {
  const { session } = await openRun('auto');
  expect(session.mayUseCards).toBe(true);
  while (session.tick < 25) await session.advanceOnCards();
  expect(session.backends).toEqual([
    { name: 'beach', backend: 'cpu', device: null, reason: 'this browser has no WebGPU' },
  ]);
  expect(session.mayUseCards).toBe(false);
  const plain = await openRun('cpu');
  expect(plain.session.backends[0].reason).toBe('the CPU was chosen');
  while (plain.session.tick < 25) plain.session.advance();
  expect(session.hash()).toBe(plain.session.hash());
});

test('a ground that others read stays on the CPU', async () => {
  const [ground] = roller.systems;
  const grass = { system: 'fur', name: 'grass', coat: 'grass', size: [0.2, 0.2] };
  const { session } = await openRun('webgpu', { ...roller, systems: [ground, grass] } as SceneData);
  expect(session.backends.map(({ reason }) => reason)).toEqual([
    '“grass” reads it',
    'the graphics card does not compute it with the same bits as a download',
  ]);
});

const opened = await openLongTestGpu();
const why = typeof opened === 'string' ? `: skipped, ${opened}` : '';
const api = async () => (await loadTestApi()) as GPU;

describe.skipIf(why !== '')(`a run on the card${why}`, { timeout: 900_000 }, () => {
  async function hashesOf(session: RunSession, ticks: readonly number[]): Promise<string[]> {
    const hashes: string[] = [];
    for (const tick of ticks) {
      session.rewindTo(tick);
      while (session.tick < tick) await session.advanceOnCards();
      hashes.push(session.hash());
    }
    return hashes;
  }

  /** All touched heights. More tiles may be awake after a loss, so states differ in that. */
  function heightsOf(session: RunSession) {
    const [ground] = session.outputs('beach') as LiveHeightfield[];
    const rectangle = ground.changed()!;
    const heights = new Int32Array(rectangle.columns * rectangle.rows);
    ground.read(heights, rectangle);
    return { rectangle, heights: Array.from(heights) };
  }

  test('has the states of the CPU at every time, forward and back, and after the card was left', async () => {
    const ticks = [3, 9, 15, 6];
    const { session } = await openRun('webgpu', roller, api);
    const plain = await openRun('cpu');
    expect(await hashesOf(session, ticks)).toEqual(await hashesOf(plain.session, ticks));
    expect(session.backends).toMatchObject([{ backend: 'webgpu', reason: null }]);
    expect(session.backends[0].device).toMatch(/SwiftShader/i);
    session.setBackend('cpu');
    expect(session.backends[0]).toMatchObject({ backend: 'cpu', reason: 'the CPU was chosen' });
    expect(session.hash()).toBe(plain.session.hash());
    expect(await hashesOf(session, [20])).toEqual(await hashesOf(plain.session, [20]));
  });

  test('with a character and a stroke has the state of the CPU', async () => {
    const mannequin = new Uint8Array(
      readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url)),
    );
    const scene = { ...roller, actors: [{ name: 'runner', file: 'mannequin.glb', clip: 'run' }] };
    const own = createSceneFiles(new Map([['mannequin.glb', mannequin]]));
    const stroke: Stroke = {
      name: 'brush-1',
      shape: 'ball',
      size: 0.12,
      depth: 0.05,
      level: 0,
      start: 0.05,
      heading: 0,
      points: [
        [0, 0, 0.05],
        [0.1, 0, 0.12],
      ] as unknown as Stroke['points'],
    };
    const run = async (backend: BackendChoice) => {
      const source = { name: 'test', scene, files: own, strokes: [] };
      const session = await RunSession.open(source, { backend, findApi: api, waitsForCards: true });
      while (session.tick < 4) await session.advanceOnCards();
      session.setStroke(stroke);
      while (session.tick < 8) await session.advanceOnCards();
      return session;
    };
    const card = await run('webgpu');
    expect(card.backends[0].backend).toBe('webgpu');
    expect(card.hash()).toBe((await run('cpu')).hash());
    card.dispose();
  });

  test('continues on the CPU with a note when the device is lost; automatic leaves a card that is slower', async () => {
    const devices: GPUDevice[] = [];
    const found = await api();
    const losable = {
      requestAdapter: async () => {
        const adapter = (await found.requestAdapter())!;
        const requestDevice = async (wanted: GPUDeviceDescriptor) => {
          devices.push(await adapter.requestDevice(wanted));
          return devices.at(-1)!;
        };
        return { limits: adapter.limits, features: adapter.features, info: adapter.info, requestDevice };
      },
    } as unknown as GPU;
    const plain = await openRun('cpu');
    await hashesOf(plain.session, [20]);
    const { session, notes } = await openRun('webgpu', roller, async () => losable);
    while (session.tick < 10) await session.advanceOnCards();
    for (const device of devices) device.destroy();
    while (session.tick < 20) await session.advanceOnCards();
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(
      /^The graphics card was lost \(.*\)\. “beach” is simulated on the CPU from now on, with the same result\.$/,
    );
    expect(session.backends[0].reason).toMatch(/^the graphics card was lost: /);
    expect(heightsOf(session)).toEqual(heightsOf(plain.session));
    const auto = await openRun('auto', coarseScene(2), api);
    while (auto.session.tick < 110 && !auto.session.backends[0].reason?.includes('faster')) {
      await auto.session.advanceOnCards();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(auto.session.backends[0].reason).toMatch(/^the CPU is faster here \(/);
  });

  test('requests that arrive during a tick wait for its end; another run ends it', async () => {
    const answers: RunAnswer[] = [];
    const loop = new RunLoop({
      post: (answer) => answers.push(answer),
      pause: () => new Promise((resolve) => setTimeout(resolve)),
      findApi: api,
      waitsForCards: true,
    });
    const position = (playhead: number) => ({ playhead, endTick: 42, isPlaying: true, maySkip: false });
    const open = (run: number): RunRequest => ({
      type: 'open',
      run,
      name: 'test',
      scene: roller,
      files: [...rollerFiles],
      strokes: [],
      backend: 'webgpu',
      position: position(0),
    });
    const reached = (run: number, jump: number, tick: number) =>
      answers.some(
        (one) => one.type === 'reached' && one.run === run && one.jump === jump && one.tick === tick,
      );
    const until = async (holds: () => boolean) => {
      for (let waits = 0; waits < 20000 && !holds(); waits++)
        await new Promise((resolve) => setTimeout(resolve, 5));
      expect(holds()).toBe(true);
    };
    void loop.receive(open(1));
    await until(() => reached(1, 0, 3));
    void loop.receive({ type: 'seek', run: 1, jump: 1, position: position(3) });
    void loop.receive({ type: 'seek', run: 1, jump: 2, position: position(5) });
    await until(() => reached(1, 2, 5) && reached(1, 2, 7));
    void loop.receive({ type: 'seek', run: 1, jump: 3, position: position(2) });
    void loop.receive(open(2));
    await until(() => reached(2, 0, 2));
    expect(answers.filter(({ type }) => type === 'failed')).toEqual([]);
    const last = answers.filter(({ type }) => type === 'backends').at(-1);
    expect(last).toMatchObject({ run: 2, systems: [{ name: 'beach', backend: 'webgpu' }] });
  });
});
