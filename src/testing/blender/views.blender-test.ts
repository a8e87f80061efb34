import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { distance, type Vector } from '../../geometry/vector.ts';
import { bakeFile } from '../../node/bake-file.ts';
import { openScene } from '../../scene/open-scene.ts';
import { targetOf } from '../../scene/open-views.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { blenderNote, evaluateInBlender, findBlender } from './blender.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-blender-views-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const box = { name: 'crate', box: [1, 1, 1], poses: [{ time: 0 }, { time: 1, position: [2, 0, 0] }] };
const scene = {
  version: 1,
  time: { end: 0.5, fps: 10 },
  actors: [box],
  cameras: [
    { name: 'chase', follow: 'crate', position: [0, 2, 5] },
    {
      name: 'crane',
      target: [0, 0, 0],
      poses: [
        { time: 0, position: [1, 1, 2], fieldOfView: '20deg' },
        { time: 0.4, position: [2, 3, -1], fieldOfView: '60deg' },
      ],
    },
  ],
  lights: [{ light: 'sun', direction: [1, 2, -2], strength: 2 }],
  systems: [{ system: 'ground', cell: 0.2, size: [4, 4] }],
  outputs: ['groundMesh', 'cameras'],
};

interface Seen {
  readonly position: Vector;
  readonly ahead: Vector;
  readonly angle: number | null;
}

describe.skipIf(!findBlender())(`cameras and lights${blenderNote}`, () => {
  test('stand in Blender where the scene has them, in every frame, run once or twice', async () => {
    const file = join(folder, 'scene.json');
    writeFileSync(file, JSON.stringify(scene));
    await bakeFile(file, { out: join(folder, 'bake') });
    const script = join(folder, 'bake', 'import-blender.py');
    const out = join(folder, 'views.json');
    evaluateInBlender(
      { scripts: [script, script, fileURLToPath(new URL('./read_views.py', import.meta.url))], frames: [1] },
      { AFTERMOTION_VIEWS: out },
    );
    const { active, frames, things } = JSON.parse(readFileSync(out, 'utf8')) as {
      active: string;
      frames: number[];
      things: Record<string, Seen[]>;
    };
    expect(active).toBe('chase');
    expect(Object.keys(things).sort()).toEqual(['chase', 'crane', 'sun']);
    const plan = await openScene(parseScene(scene), { read: () => undefined });
    for (const camera of plan.cameras!) {
      frames.forEach((frame, k) => {
        const view = camera.at(plan.times.seconds(frame - 1));
        const seen = things[camera.name][k];
        expect(distance(seen.position, view.position)).toBeLessThan(1e-4);
        const target = targetOf(view);
        const ahead = target.map((value, axis) => (value - view.position[axis]) / view.distance);
        expect(distance(seen.ahead, ahead)).toBeLessThan(1e-4);
        expect(seen.angle).toBeCloseTo(view.fieldOfView, 4);
      });
    }
    expect(distance(things.sun[0].ahead, [-1 / 3, -2 / 3, 2 / 3])).toBeLessThan(1e-5);
  });
});
