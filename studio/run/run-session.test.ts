import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { bakeScene, type LiveHeightfield, openScene, parseScene } from '../../src/index.ts';
import { type Stroke, strokeSettledUntil } from '../brush/stroke.ts';
import { composeScene } from '../document/compose-scene.ts';
import {
  createSceneFiles,
  type DocumentFiles,
  type SceneData,
  type StudioDocument,
} from '../document/studio-document.ts';
import type { GroundChange } from '../outputs/heightfield/feed.ts';
import { ofKind } from '../outputs/output-feed.ts';
import { rollerFiles, rollerScene } from '../testing/roller.ts';
import { RunSession } from './run-session.ts';

const mannequin = new Uint8Array(readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url)));

const end = 0.7;
const scene = rollerScene(end);

const character = {
  ...scene,
  actors: [{ name: 'runner', file: 'mannequin.glb', clip: 'run' }],
};
const characterFiles = new Map([['mannequin.glb', mannequin]]);

function ball(points: Stroke['points'], start = 0.25): Stroke {
  return { name: 'brush-1', shape: 'ball', size: 0.12, depth: 0.05, level: 0, start, heading: 0, points };
}

function openRun(): Promise<RunSession> {
  return RunSession.open({ name: 'test', scene, files: createSceneFiles(rollerFiles), strokes: [] });
}

function runTo(session: RunSession, tick: number): string {
  session.rewindTo(tick);
  while (session.tick < tick) session.advance();
  return session.hash();
}

/** Bakes the document's download as on the command line, and returns the hash. */
async function bakeHash(
  strokes: readonly Stroke[],
  source: SceneData = scene,
  files: DocumentFiles = rollerFiles,
): Promise<string> {
  const document: StudioDocument = {
    name: 'test',
    origin: { kind: 'dropped', file: 'mannequin.glb' },
    scene: source,
    opened: source,
    files,
    strokes,
  };
  const composed = composeScene(document);
  const plan = await openScene(
    parseScene(JSON.parse(JSON.stringify({ ...composed.scene, outputs: [] }))),
    createSceneFiles(composed.files),
  );
  const report = await bakeScene(plan, { write: () => {} });
  return report.systems[0].stateHash;
}

let plain: string;
beforeAll(async () => {
  plain = await bakeHash([]);
});

test('a run on the page ends in the same state as a bake', async () => {
  const session = await openRun();
  expect(session.lastTick).toBe(42);
  expect(runTo(session, session.lastTick)).toBe(plain);
});

test('a run of a character on the page ends in the same state as a bake', async () => {
  const files = createSceneFiles(characterFiles);
  const session = await RunSession.open({ name: 'test', scene: character, files, strokes: [] });
  expect(runTo(session, session.lastTick)).toBe(await bakeHash([], character, characterFiles));
});

test('scrubbing back and forth gives the states of an uninterrupted run', async () => {
  const straight = await openRun();
  const states = [0, 7, 22, 30, 42].map((tick) => [tick, runTo(straight, tick)] as const);
  const session = await openRun();
  for (const index of [4, 0, 3, 1, 2, 4]) {
    const [tick, hash] = states[index];
    expect(runTo(session, tick)).toBe(hash);
  }
});

test('after a jump back everything that was sent is sent again, in its state at that time', async () => {
  const session = await openRun();
  const screen = new Map<string, Int32Array>();
  const show = () => {
    for (const change of ofKind<GroundChange>(session.takeChanges(), 'heightfield')) {
      screen.set(`${change.rectangle.i0} ${change.rectangle.j0}`, change.heights);
    }
  };
  const runShown = (tick: number) => {
    session.rewindTo(tick);
    show();
    while (session.tick < tick) {
      session.advance();
      show();
    }
  };
  runShown(20);
  const before = new Map([...screen].map(([key, heights]) => [key, heights.slice()]));
  runShown(42);
  expect(screen.size).toBeGreaterThan(before.size);
  runShown(20);
  for (const [key, heights] of before) expect(screen.get(key)).toEqual(heights);
  // Columns that were touched only in the later state are untouched again.
  const late = [...screen.keys()].filter((key) => !before.has(key));
  const fresh = await openRun();
  runTo(fresh, 20);
  for (const key of late) {
    const [i0, j0] = key.split(' ').map(Number);
    const heights = new Int32Array(screen.get(key)!.length);
    const size = Math.sqrt(heights.length);
    const [surface] = fresh.outputs('beach') as LiveHeightfield[];
    surface.read(heights, { i0, j0, columns: size, rows: size });
    expect(screen.get(key)).toEqual(heights);
  }
});

test('skipped ticks are counted, and the state is exact again after a jump back', async () => {
  const session = await openRun();
  runTo(session, 8);
  session.skipTo(30);
  session.advance();
  expect(session.droppedTicks).toBe(22);
  expect(runTo(session, 42)).toBe(plain);
  expect(session.droppedTicks).toBe(0);
});

test('a stroke that is drawn during the simulation gives the state of the downloaded scene', async () => {
  const course = Array.from({ length: 9 }, (_, k) => [0.5 + 0.05 * k, 0.3 + 0.01 * k] as const);
  const session = await openRun();
  runTo(session, 15);
  for (let count = 1; count <= course.length; count++) {
    const stroke = ball(course.slice(0, count));
    session.setStroke(stroke);
    const settled = session.tickBefore(strokeSettledUntil(stroke));
    while (session.tick < settled) session.advance();
  }
  const drawn = runTo(session, 42);
  const baked = await bakeHash([ball(course)]);
  expect(drawn).toBe(baked);
  expect(drawn).not.toBe(plain);
  // Goes back before the start of the stroke and forward again, then without the stroke.
  runTo(session, 3);
  expect(runTo(session, 42)).toBe(baked);
  session.keepStrokes(0);
  expect(runTo(session, 42)).toBe(plain);
});

test('a walk of the foot gives the state of the downloaded scene', async () => {
  const walk: Stroke = {
    ...ball([
      [0.6, 0.4],
      [1.2, 0.7],
    ]),
    shape: 'foot',
    size: 0.27,
    depth: 0.02,
    start: 0.1,
  };
  const session = await openRun();
  runTo(session, 6);
  session.setStroke(walk);
  const drawn = runTo(session, 42);
  expect(drawn).toBe(await bakeHash([walk]));
  expect(drawn).not.toBe(plain);
});
