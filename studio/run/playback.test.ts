import { expect, test } from 'vitest';
import type { GroundChange } from '../outputs/heightfield/feed.ts';
import { Playback } from './playback.ts';

function change(i0: number): GroundChange {
  const rectangle = { i0, j0: 0, columns: 1, rows: 1 };
  return {
    kind: 'heightfield',
    name: 'beach',
    rectangle,
    heights: new Int32Array(1),
    pressed: new Uint8Array(1),
  };
}

function playing(reached: number): Playback {
  const playback = new Playback();
  playback.endTick = 600;
  playback.isPlaying = true;
  playback.receive(reached, [], 0);
  return playback;
}

test('the playhead moves with real time and speed, and stops at the end', () => {
  const playback = playing(600);
  playback.advance(0.5);
  expect(playback.playhead).toBe(30);
  playback.speed = 2;
  playback.advance(0.5);
  expect(playback.playhead).toBe(90);
  playback.advance(20);
  expect(playback.playhead).toBe(600);
  expect(playback.isPlaying).toBe(false);
});

test('a pause and a step of 0 s change nothing', () => {
  const playback = playing(600);
  playback.advance(0);
  expect(playback.playhead).toBe(0);
  playback.isPlaying = false;
  playback.advance(1);
  expect(playback.playhead).toBe(0);
});

test('changes are returned once, when the playhead passes their tick', () => {
  const playback = playing(0);
  playback.receive(1, [change(1)], 0);
  playback.receive(2, [change(2)], 0);
  playback.receive(9, [change(9)], 0);
  playback.advance(2.5 / 60);
  expect((playback.takeChanges() as GroundChange[]).map(({ rectangle }) => rectangle.i0)).toEqual([1, 2]);
  expect(playback.takeChanges()).toEqual([]);
});

test('a jump discards changes of other times', () => {
  const playback = playing(0);
  playback.receive(20, [change(20)], 0);
  playback.jumpTo(300);
  expect(playback.takeChanges()).toEqual([]);
  expect(playback.position).toMatchObject({ playhead: 300, endTick: 600 });
  playback.jumpTo(9999);
  expect(playback.playhead).toBe(600);
});

test('the picture waits for a slow simulation and reports it', () => {
  const playback = playing(0);
  for (let tick = 1; tick <= 120; tick++) {
    playback.advance(1 / 60);
    // The simulation is half as fast as the time of the scene.
    playback.receive(Math.floor(tick / 2), [], 0);
    expect(playback.playhead).toBeLessThanOrEqual(tick / 2);
  }
  expect(playback.pace).toBe('waiting');
  expect(playback.maySkip).toBe(false);
});

test('if the simulation is very slow, the picture continues at a quarter of the speed', () => {
  const playback = playing(0);
  for (let frame = 0; frame < 60; frame++) playback.advance(0.1);
  expect(playback.maySkip).toBe(true);
  const before = playback.playhead;
  playback.advance(1);
  expect(playback.playhead - before).toBeCloseTo(15, 6);
  playback.receive(Math.floor(playback.playhead), [], 40);
  expect(playback.pace).toBe('dropping');
});
