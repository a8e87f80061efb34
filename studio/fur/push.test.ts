import { expect, test } from 'vitest';
import { parseScene } from '../../src/index.ts';
import type { SceneEntry } from '../document/studio-document.ts';
import type { HandAction } from './fur-settings.ts';
import { beginPush, handActions, leadPush, listPushes, spanOfPush } from './push.ts';

const fox: SceneEntry = { system: 'fur', name: 'coat', actor: 'fox' };
const at = { radius: 0.05, time: 0.5, point: [1, 2, 3.00004], away: [0, 0, -1] } as const;

test('every kind of push is valid in a scene', () => {
  for (const action of Object.keys(handActions) as HandAction[]) {
    const push = leadPush(beginPush(fox, action, at), 0.6, [1.1, 2, 3]);
    expect(push.path).toEqual([0.5, 1, 2, 3, 0.6, 1.1, 2, 3]);
    const scene = { version: 1, systems: [{ system: 'fur', name: 'lawn', forces: [push] }] };
    const { forces } = parseScene(scene).systems[0].params;
    expect(forces).toMatchObject([{ ...push }]);
  }
});

test('a hand is as strong as the coat is stiff', () => {
  const soft = beginPush({ ...fox, frequency: 2 }, 'part', at).outward as number;
  const stiff = beginPush({ ...fox, frequency: 4 }, 'part', at).outward as number;
  expect(stiff / soft).toBeCloseTo(4, 1);
  expect(beginPush(fox, 'press', at).acceleration).toEqual([
    0,
    0,
    -Math.abs(beginPush(fox, 'part', at).outward as number),
  ]);
});

test('pushes by hand are distinguished from other forces in every scene', () => {
  const push = leadPush(beginPush(fox, 'stroke', at), 0.725, [0, 0, 0]);
  const forces = [{ force: 'push', center: [0, 0, 0] }, push, { force: 'wind', path: push.path }, 7, push];
  expect(listPushes({ forces })).toEqual([1, 4]);
  expect(spanOfPush(push)).toEqual([0.5, 0.72]);
  for (const path of [[], [1, 2, 3], 'x', undefined]) expect(spanOfPush({ force: 'push', path })).toBeNull();
});
