import { expect, test } from 'vitest';
import { explainPoints, explainPointsElsewhere, explainPointsInHoudini } from './points-readme.ts';
import type { PointsFacts } from './write-points.ts';

const none: PointsFacts = {
  name: 'my "smoke"',
  capacity: 5,
  maxCount: 4,
  last: 3,
  look: 'sphere',
  isTurning: false,
  attributes: [],
};
const frames = { fps: 30000 / 1001, frameCount: 10, firstFrame: 5, startSeconds: 0.5, endSeconds: 0.8 };
const all = [
  (facts: PointsFacts) => explainPoints(facts, frames),
  (facts: PointsFacts) => explainPointsInHoudini(facts, frames),
  (facts: PointsFacts) => explainPointsElsewhere([facts]),
];
const write = (facts: PointsFacts) => all.map((explain) => explain(facts)).join('\n');

test('without files there is no text', () => {
  expect(write(none).trim()).toBe('');
});

test('only PLY: its frames and attributes, nothing about USD files', () => {
  const text = write({ ...none, plyFolder: 'my-ply', attributes: ['heat'] });
  for (const message of ['birth, heat.', 'Bake pointsUsd as well', 'MeshLab'])
    expect(text).toContain(message);
  expect(text).not.toContain('.usdc');
  expect(text).not.toContain('qx');
});

test('only USD: its prim and primvars', () => {
  const text = write({ ...none, usd: 'smoke.usdc', usdPrim: 'my__smoke_', isTurning: true });
  for (const message of ['prim /my__smoke_', 'birth, orient', 'frame 5 is the first', '$HIP/smoke.usdc'])
    expect(text).toContain(message);
});

test('only GLB: the number of its frame', () => {
  const text = write({ ...none, glb: 'smoke.glb', glbFrame: 14 });
  expect(text).toContain('smoke.glb: the particles of frame 14 as points');
});

test('no line is longer than the width of the page', () => {
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
  // The maximum width does not apply to lines of code.
  for (const line of text.split('\n'))
    if (!line.startsWith('    ')) expect(line.length).toBeLessThanOrEqual(125);
});
