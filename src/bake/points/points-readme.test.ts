import { expect, test } from 'vitest';
import type { PointsFacts } from '../write-points.ts';
import {
  explainPoints,
  explainPointsElsewhere,
  explainPointsInBlender,
  explainPointsInHoudini,
  listPointsFiles,
} from './points-readme.ts';

const none: PointsFacts = {
  name: 'my "smoke"',
  capacity: 5,
  most: 4,
  last: 3,
  isTurning: false,
  attributes: [],
};
const frames = { fps: 30000 / 1001, frameCount: 10, firstFrame: 5, startSeconds: 0.5 };
const all = [
  (facts: PointsFacts) => listPointsFiles(facts, frames).join('\n'),
  (facts: PointsFacts) => explainPoints(facts, frames),
  (facts: PointsFacts) => explainPointsInBlender(facts, frames),
  (facts: PointsFacts) => explainPointsInHoudini(facts, frames),
  (facts: PointsFacts) => explainPointsElsewhere([facts]),
];
const write = (facts: PointsFacts) => all.map((explain) => explain(facts)).join('\n');

test('nothing written, nothing told', () => {
  expect(write(none).trim()).toBe('');
});

test('PLY alone: its frames, a script with its own numbers, no word of USD files', () => {
  const text = write({ ...none, plyFolder: 'my-ply', attributes: ['heat'] });
  for (const words of [
    'my-ply/my "smoke".0005.ply to my "smoke".0014.ply',
    'Since Blender 3.2, with the PLY files',
    'bpy.data.meshes.new("my \\"smoke\\"")',
    '"my \\"smoke\\".%04d.ply" % frame',
    'first, last = 5, 14',
    '["diameter","birth","heat"]',
    'render.fps = 30',
    'render.fps_base = 1.001',
    'Bake pointsUsd as well',
    'MeshLab',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('.usdc');
  expect(text).not.toContain('qx');
});

test('USD alone: its prim and primvars, no script', () => {
  const text = write({ ...none, usd: 'smoke.usdc', usdPrim: 'my__smoke_', isTurning: true });
  for (const words of [
    'prim /my__smoke_',
    'birth, orient',
    'Blender 4.4',
    'frame 5 is the first',
    '$HIP/smoke.usdc',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('import bpy');
});

test('GLB alone: which frame it is', () => {
  const text = write({ ...none, glb: 'smoke.glb', glbFrame: 14 });
  expect(text).toContain('smoke.glb: the particles of frame 14 as points');
  expect(text).not.toContain('Blender (');
});

test('no line of words is longer than a page is wide', () => {
  const text = write({
    ...none,
    name: 'smoke',
    plyFolder: 'smoke-ply',
    usd: 'smoke.usdc',
    usdPrim: 'smoke',
    glb: 'smoke.glb',
    isTurning: true,
    attributes: ['heat'],
  });
  // Lines of code may be as long as they must.
  for (const line of text.split('\n'))
    if (!line.startsWith('    ')) expect(line.length).toBeLessThanOrEqual(125);
});
