import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';
import { clipsExample } from './scene-page.ts';

const mannequin = new Uint8Array(readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url)));

const scene = (actor: Record<string, unknown>) => ({
  version: 1,
  time: { start: 0, end: 1, fps: 10 },
  actors: [{ name: 'walker', file: 'walker.glb', ...actor }],
  systems: [{ system: 'ground', name: 'yard', actors: [] }],
});

async function open(actor: Record<string, unknown>) {
  const plan = await openScene(parseScene(scene(actor)), { read: () => mannequin });
  return plan.actors[0];
}

async function faultsOf(actor: Record<string, unknown>): Promise<string[]> {
  try {
    await open(actor);
  } catch (error) {
    if (error instanceof InputError) return error.faults.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

test('the example of the documentation is valid', () => {
  const parsed = parseScene({ ...scene({}), actors: [JSON.parse(clipsExample)] });
  expect(parsed.actors[0].clips.map(({ blend }) => blend)).toEqual([0.3, 0.5, 0.3, 0.3]);
});

describe('a character on a path', () => {
  test('is at pathStart at 0 s, whatever its offset, and walks on at the height of its position', async () => {
    const { character, report } = await open({
      clip: 'walk',
      path: ['100cm', 2, 5, 2],
      pathStart: 0.5,
      offset: 0.37,
      position: [0, 0.25, 0],
      softDepth: 0,
    });
    const { actor } = character!;
    const middle = (t: number) => {
      const { root, carry } = actor.poseAt(t);
      return [12, 13, 14].map((k, axis) => root[k] + root[0] * carry[axis]);
    };
    const [x, y, z] = middle(0);
    expect([x, y, z]).toEqual([expect.closeTo(1.5, 6), expect.closeTo(0.25, 6), expect.closeTo(2, 6)]);
    const moved = middle(1)[0] - x;
    expect(moved).toBeGreaterThan(1);
    expect(report.travel).toMatchObject({ kind: 'sequence', title: 'walk' });
    expect(actor.clip).toBeNull();
  });

  test('is reported if it is beyond its path at the end', async () => {
    const { report } = await open({ clip: 'run', path: [0, 0, 0.5, 0] });
    expect(report.warnings.join()).toMatch(
      /its path is 0.5 m long; at the end of the scene it is \S+ m beyond/,
    );
  });
});

describe('faults', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      'both',
      { clip: 'walk', clips: [{ clip: 'run' }] },
      'actors[0].clip: expected a clip or clips, got both',
    ],
    [
      'a speed',
      { speed: 2, clips: [{ clip: 'run' }] },
      'actors[0].speed: each entry of clips has a playSpeed',
    ],
    [
      'no start after a clip that repeats',
      { clips: [{ clip: 'walk' }, { clip: 'run' }] },
      'actors[0].clips[1].start: expected a time, since the clip before it repeats',
    ],
    [
      'starts that do not ascend',
      {
        clips: [
          { clip: 'walk', start: '2s' },
          { clip: 'run', start: 1 },
        ],
      },
      'actors[0].clips[1].start: expected a time after the start of the clip before it (2 s), got 1',
    ],
    [
      'a clip that is not there',
      { clips: [{ clip: 'walk' }, { clip: 'rum', start: 1 }] },
      'actors[0].clips[1].clip: expected a clip of walker.glb, got "rum": did you mean "run"?',
    ],
    [
      'a part outside of the clip',
      { clips: [{ clip: 'walk', to: 40 }] },
      'actors[0].clips[0].to: expected a time of the clip "walk"',
    ],
    ['one point', { clip: 'walk', path: [1, 2] }, 'actors[0].path: expected x and z of at least 2 points'],
    ['two equal points', { clip: 'walk', path: [1, 2, 1, 2] }, 'points 0 and 1 are equal'],
    ['a heading', { clip: 'walk', path: [0, 0, 1, 0], heading: 1 }, 'leave heading out'],
    ['a position', { clip: 'walk', path: [0, 0, 1, 0], position: [1, 0, 0] }, 'the path defines x and z'],
    ['a shape alone', { clip: 'walk', pathShape: 'lines' }, 'actors[0].pathShape: expected a path beside it'],
    ['keys', { file: 'a.obj', keys: 'a.csv', path: [0, 0, 1, 0] }, 'expected a path or keys, got both'],
    [
      'a mesh',
      { file: 'a.obj', path: [0, 0, 1, 0] },
      'actors[0].path: only a character with a clip has this',
    ],
  ])('%s', async (_, actor, expected) => {
    expect((await faultsOf(actor)).join('\n')).toContain(expected);
  });
});
