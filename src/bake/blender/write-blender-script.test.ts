import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type CharacterFacts, explainAllCharacters } from '../characters/explain-characters.ts';
import { explainGrounds } from '../heightfield/explain-grounds.ts';
import type { BakeFrames } from '../output-definition.ts';
import { explainAllPoints } from '../points/points-readme.ts';
import type { PointsFacts } from '../points/write-points.ts';
import { explainCoats } from '../shells/fur-readme.ts';
import type { FurFacts } from '../shells/write-fur.ts';
import type { BlenderFacts } from './blender-facts.ts';
import { describeForBlender } from './describe-for-blender.ts';
import { writeBlenderScript } from './write-blender-script.ts';

const python = ['python3', 'python'].find(
  (program) => spawnSync(program, ['-c', 'import ast, json'], { encoding: 'utf8' }).status === 0,
);
const note = python ? '' : ' (left out: no Python; install it to run this test)';

interface BakeFacts extends BakeFrames {
  readonly name: string;
  readonly characters: readonly CharacterFacts[];
  readonly points: readonly PointsFacts[];
}

function describeBake(bake: BakeFacts): BlenderFacts {
  const explanations = [explainAllCharacters(bake.characters, ['fox']), explainAllPoints(bake.points, bake)];
  return describeForBlender(bake.name, bake, explanations);
}

const facts: BakeFacts = {
  name: 'night',
  fps: 24000 / 1001,
  frameCount: 10,
  firstFrame: 1001,
  startSeconds: 0,
  endSeconds: 0.4,
  characters: [
    { name: 'fox', file: 'fox-travel.glb', clipName: 'run (travelled)', flesh: null },
    { name: 'bowl', file: 'bowl-travel.glb', clipName: null, flesh: null },
  ],
  points: [
    {
      name: 'embers',
      capacity: 5,
      maxCount: 4,
      last: 3,
      look: 'ember',
      isTurning: false,
      attributes: [],
      plyFolder: 'embers-ply',
    },
  ],
};

function coat(owner: string, isOnActor: boolean): FurFacts {
  const cards = { strandCount: 1, cards: `${owner}-fur-cards.glb`, shownClip: null };
  return { name: `coat of ${owner}`, owner, isOnActor, cards, curves: null, vat: null, picture: null };
}

/** Compiles and runs scripts in Python. Returns the data that the scripts read from their JSON blocks. */
function readWithPython(texts: readonly string[]): BlenderFacts[] {
  const program = `
import ast, json, sys
for text in json.load(sys.stdin):
    tree = ast.parse(text)
    block = next(node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "BAKE")
    print(json.dumps(json.loads(ast.literal_eval(block.value.args[0]))))
`;
  const run = spawnSync(python!, ['-c', program], { input: JSON.stringify(texts), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('import-blender.py', () => {
  test('receives the frame rate as number and base, frame numbers, clips to play, hidden objects, and emission', () => {
    const { entries, ...rest } = describeBake(facts);
    expect(rest).toMatchObject({ name: 'night', fps: 24, firstFrame: 1001, frameCount: 10, notes: [] });
    expect(rest.fpsBase).toBeCloseTo(1.001, 9);
    expect(entries).toEqual([
      { kind: 'gltf', name: 'fox', file: 'fox-travel.glb', clip: 'run (travelled)', isHidden: true },
      { kind: 'gltf', name: 'bowl', file: 'bowl-travel.glb', clip: null, isHidden: false },
      {
        kind: 'points',
        name: 'embers',
        file: 'embers-ply/embers.1001.ply',
        firstFrame: 1001,
        frameCount: 10,
        cache: 'blender-cache/embers.pc2',
        glows: true,
        isHidden: false,
      },
    ]);
  });

  test('an output with the name of an actor is imported beside that actor', () => {
    const ground = { name: 'fox', material: 'sand', mesh: 'fox.glb' };
    const explanations = [
      explainGrounds([ground], facts),
      explainAllCharacters(facts.characters, []),
      explainCoats([coat('fox', true)], facts, []),
      explainCoats([coat('bowl', false)], facts, []),
    ];
    const { entries } = describeForBlender('night', facts, explanations);
    expect(entries.map((entry) => 'file' in entry && entry.file)).toEqual([
      'fox.glb',
      'fox-fur-cards.glb',
      'bowl-travel.glb',
      'bowl-fur-cards.glb',
    ]);
  });

  test('outputs that cannot be imported are reported, and an empty bake has nothing to import', () => {
    const usd = { ...facts.points[0], plyFolder: undefined, usd: 'embers.usdc' };
    const { notes } = describeBake({ ...facts, points: [usd] });
    expect(notes).toEqual([expect.stringContaining('embers.usdc')]);
    expect(describeBake({ ...facts, characters: [], points: [] }).entries).toEqual([]);
  });

  test.skipIf(!python)(`compiles, whatever things are called${note}`, () => {
    const names = [
      'plain',
      'my "smoke"',
      '"""',
      "it's",
      'back\\',
      'two\nlines',
      'Füße 脚 🦶',
      '{}',
      '\u2028',
    ];
    const described = names.map((name) => describeBake({ ...facts, name }));
    const texts = described.map(writeBlenderScript);
    expect(readWithPython(texts)).toEqual(JSON.parse(JSON.stringify(described)));
    for (const text of texts) expect(text).not.toMatch(/[^\n -~]/);
  });
});
