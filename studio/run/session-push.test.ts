import { expect, test } from 'vitest';
import { bakeScene, openScene, parseScene } from '../../src/index.ts';
import { createSceneFiles, type SceneData } from '../document/studio-document.ts';
import { beginPush, leadPush, type Push } from '../fur/push.ts';
import { addForce, furOf } from '../fur/scene-fur.ts';
import { ofKind } from '../outputs/output-feed.ts';
import type { ShellsFacts } from '../outputs/shells/feed.ts';
import { smallLawn } from '../testing/small-lawn.ts';
import { RunSession } from './run-session.ts';

const scene = smallLawn();
const last = 30;

function openRun(of: SceneData = scene): Promise<RunSession> {
  return RunSession.open({ name: 'test', scene: of, files: createSceneFiles(new Map()), strokes: [] });
}

function runTo(session: RunSession, tick: number): string {
  session.rewindTo(tick);
  while (session.tick < tick) session.advance();
  return session.hash();
}

function pushFrom(tick: number, id = 1): Push {
  const [{ entry, name }] = furOf(scene);
  const away = [0, -0.6, -0.8] as const;
  const force = beginPush(entry, 'stroke', { radius: 0.2, time: tick / 60, point: [0, 0.08, 0.1], away });
  return { system: name, id, force };
}

/** Returns a push that moves across the lawn as if a hand moved it. */
function leadTo(push: Push, tick: number): Push {
  const x = 0.02 * (tick - 6);
  return { ...push, force: leadPush(push.force, tick / 60, [x, 0.08, 0.1 - x]) };
}

/** Bakes the scene with these pushes in the same way as the command line does. Returns the hash of the final state. */
async function bakeHash(pushes: readonly Push[]): Promise<string> {
  const pushed = pushes.reduce<SceneData>((next, { force }) => addForce(next, 0, force), scene);
  const parsed = parseScene(JSON.parse(JSON.stringify({ ...pushed, outputs: [] })));
  const report = await bakeScene(await openScene(parsed, createSceneFiles(new Map())), { write: () => {} });
  return report.systems[0].stateHash;
}

test('a push that is extended during the simulation gives the state of the scene that contains it', async () => {
  const session = await openRun();
  const plain = runTo(session, last);
  expect(plain).toBe(await bakeHash([]));
  let push = pushFrom(6);
  session.setPush(push);
  for (const tick of [8, 10, 13, 19]) {
    push = leadTo(push, tick);
    session.setPush(push);
    while (session.tick < tick) session.advance();
  }
  const drawn = runTo(session, last);
  expect(drawn).not.toBe(plain);
  expect(drawn).toBe(await bakeHash([push]));
  // Goes back before the start of the push and forward again.
  runTo(session, 3);
  expect(runTo(session, last)).toBe(drawn);
  // The result is the same in a run whose scene contains the push.
  expect(runTo(await openRun(addForce(scene, 0, push.force)), last)).toBe(drawn);
});

test('a second push continues from the state after the first', async () => {
  const session = await openRun();
  const pushes = [4, 12].map((tick, id) => leadTo(pushFrom(tick, id), tick + 6));
  for (const push of pushes) session.setPush(push);
  expect(runTo(session, last)).toBe(await bakeHash(pushes));
});

test('fur is sent with every tick, and in its state at that time after a jump back', async () => {
  const session = await openRun();
  const shellsChange = () => session.takeChanges().find(({ kind }) => kind === 'shells');
  runTo(session, 5);
  const there = shellsChange();
  expect(there).toMatchObject({ name: 'lawn' });
  runTo(session, 20);
  expect(shellsChange()).not.toEqual(there);
  runTo(session, 5);
  expect(shellsChange()).toEqual(there);
  const [facts] = ofKind<ShellsFacts>(session.facts, 'shells');
  expect(facts.vertexCount).toBe(49);
  expect(structuredClone(facts)).toEqual(facts);
});
