import { expect, test } from 'vitest';
import type { Stroke } from '../brush/stroke.ts';
import type { GroundChange } from '../outputs/heightfield/feed.ts';
import { ofKind } from '../outputs/output-feed.ts';
import { rollerFiles, rollerScene } from '../testing/roller.ts';
import type { Position, RunAnswer, RunRequest } from './protocol.ts';
import { RunLoop } from './run-loop.ts';

function at(playhead: number, options: Partial<Position> = {}): Position {
  return { playhead, endTick: 60, isPlaying: true, maySkip: false, ...options };
}

type Message<Type extends RunAnswer['type']> = RunAnswer & { type: Type };

function startLoop() {
  const answers: RunAnswer[] = [];
  const loop = new RunLoop({ post: (answer) => answers.push(answer), pause: () => Promise.resolve() });
  const send = async (request: RunRequest) => {
    answers.length = 0;
    await loop.receive(request);
    return answers;
  };
  const open = (position: Position, change: object = {}, strokes: readonly Stroke[] = []) =>
    send({
      type: 'open',
      run: 1,
      name: 'test',
      scene: { ...rollerScene(1), ...change },
      files: [...rollerFiles],
      strokes,
      backend: 'cpu',
      position,
    });
  const reached = () => answers.filter((answer): answer is Message<'reached'> => answer.type === 'reached');
  return { send, open, reached };
}

test('a run is at most half a second ahead of the playhead and never beyond the end', async () => {
  const { send, open, reached } = startLoop();
  const [first] = await open(at(0));
  expect(first).toMatchObject({ type: 'opened', facts: { start: 0, lastTick: 60 } });
  expect(reached().map(({ tick }) => tick)).toEqual(Array.from({ length: 31 }, (_, tick) => tick));
  await send({ type: 'position', run: 1, position: at(10.5) });
  expect(reached().at(-1)?.tick).toBe(40);
  await send({ type: 'position', run: 1, position: at(55) });
  expect(reached().at(-1)?.tick).toBe(60);
  expect(await send({ type: 'position', run: 1, position: at(60) })).toEqual([]);
});

test('after a jump only the state at its target is sent, with the number of the jump', async () => {
  const { send, open, reached } = startLoop();
  await open(at(0));
  await send({ type: 'seek', run: 1, jump: 1, position: at(50, { isPlaying: false }) });
  expect(reached()[0]).toMatchObject({ jump: 1, tick: 50, droppedTicks: 0 });
  const there = reached()[0].changes.length;
  expect(there).toBeGreaterThan(0);
  await send({ type: 'seek', run: 1, jump: 2, position: at(3, { isPlaying: false }) });
  expect(reached()[0]).toMatchObject({ jump: 2, tick: 3 });
  // Everything that was sent before is sent again, in its state at that time.
  expect(reached()[0].changes.length).toBeGreaterThanOrEqual(there);
});

test('a jump to the tick of a snapshot is sent too, although it needs no step', async () => {
  const { send, open, reached } = startLoop();
  await open(at(0));
  await send({ type: 'seek', run: 1, jump: 1, position: at(15, { isPlaying: false }) });
  expect(reached()[0]).toMatchObject({ jump: 1, tick: 15 });
});

test('a jump ahead also sends the changes that were simulated before it and not yet shown', async () => {
  const { send, open, reached } = startLoop();
  const rectangles = () =>
    new Set(
      reached().flatMap(({ changes }) =>
        ofKind<GroundChange>(changes, 'heightfield').map(({ rectangle }) =>
          Object.values(rectangle).join(' '),
        ),
      ),
    );
  await open(at(0));
  const ahead = rectangles();
  expect(ahead.size).toBeGreaterThan(1);
  await send({ type: 'seek', run: 1, jump: 1, position: at(40, { isPlaying: false }) });
  for (const location of ahead) expect(rectangles()).toContain(location);
});

test('steps are skipped only if the page requests it, and simulated when it pauses', async () => {
  const { send, open, reached } = startLoop();
  await open(at(0));
  await send({ type: 'position', run: 1, position: at(55, { maySkip: true }) });
  expect(reached().at(-1)).toMatchObject({ tick: 60, droppedTicks: 25 });
  await send({ type: 'position', run: 1, position: at(55, { isPlaying: false }) });
  expect(reached()[0]).toMatchObject({ tick: 55, droppedTicks: 0 });
});

test('time stops at the end of a stroke that is still being drawn', async () => {
  const { send, open, reached } = startLoop();
  await open(at(0));
  const stroke: Stroke = {
    name: 'brush-1',
    shape: 'ball',
    size: 0.1,
    depth: 0.04,
    level: 0,
    start: 10 / 60,
    heading: 0,
    points: [[0.5, 0.5]],
  };
  const position = at(10, { isPlaying: false });
  await send({ type: 'stroke', run: 1, jump: 1, stroke, isDone: false, position });
  // At this tick the ball has come down and not yet gone up.
  expect(reached().at(-1)).toMatchObject({ jump: 1, tick: 14 });
  await send({ type: 'stroke', run: 1, jump: 1, stroke, isDone: true, position });
  expect(reached().at(-1)?.tick).toBe(40);
});

test('requests during the opening of a run are handled after it', async () => {
  const { send, open, reached } = startLoop();
  const opening = open(at(0));
  const position = at(20, { isPlaying: false });
  const stroke: Stroke = {
    name: 'brush-1',
    shape: 'ball',
    size: 0.1,
    depth: 0.04,
    level: 0,
    start: 20 / 60,
    heading: 0,
    points: [[0.5, 0.5]],
  };
  const asked = [
    send({ type: 'seek', run: 1, jump: 1, position }),
    send({ type: 'stroke', run: 1, jump: 2, stroke, isDone: true, position }),
    send({ type: 'seek', run: 0, jump: 7, position: at(3) }),
  ];
  await Promise.all([opening, ...asked]);
  expect(reached()[0]).toMatchObject({ jump: 2, tick: 20 });
  const pressed = reached().some(({ changes }) =>
    ofKind<GroundChange>(changes, 'heightfield').some((change) => change.pressed.includes(1)),
  );
  expect(pressed).toBe(true);
});

test('an invalid scene is answered with its faults, and a request of an older run is ignored', async () => {
  const { send, open } = startLoop();
  const systems = [{ system: 'ground', cell: -1 }];
  const [answer] = await open(at(0), { systems });
  expect(answer).toMatchObject({
    type: 'failed',
    problem: {
      isDefect: false,
      faults: [{ path: 'systems[0].cell', message: 'expected a size > 0 m, got -1' }],
    },
  });
  await open(at(0));
  expect(await send({ type: 'position', run: 0, position: at(20) })).toEqual([]);
});
