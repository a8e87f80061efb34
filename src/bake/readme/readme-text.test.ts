import { describe, expect, test } from 'vitest';
import { describeForBlender } from '../blender/describe-for-blender.ts';
import { type CharacterFacts, explainAllCharacters } from '../characters/explain-characters.ts';
import { explainGrounds, type GroundFacts } from '../heightfield/explain-grounds.ts';
import type { HeightSequenceFacts } from '../heightfield/height-sequence.ts';
import { type ReadmeFacts, writeBakeReadme } from './readme-text.ts';

interface BakeFacts extends ReadmeFacts {
  readonly grounds: readonly GroundFacts[];
  readonly characters: readonly CharacterFacts[];
}

function writeReadme(bake: BakeFacts): string {
  const explanations = [explainGrounds(bake.grounds, bake), explainAllCharacters(bake.characters, [])];
  return writeBakeReadme(bake, explanations, describeForBlender(bake.name, bake, explanations));
}

const heights: HeightSequenceFacts = {
  columns: 800,
  rows: 200,
  cellMetres: 0.01,
  datumMetres: 0.5,
  minMetres: -0.03,
  maxMetres: 0.01,
  firstColumnMetres: -1,
  firstRowMetres: -0.995,
};

const facts: BakeFacts = {
  name: 'beach-run',
  fps: 30,
  frameCount: 91,
  firstFrame: 1,
  startSeconds: 0,
  endSeconds: 3,
  grounds: [
    {
      name: 'beach',
      material: 'sand',
      heights,
      pngFolder: 'beach-png',
      exrFolder: 'beach-exr',
      mesh: 'beach.glb',
      picture: 'beach-contact-sheet.png',
    },
  ],
  characters: [{ name: 'runner', file: 'runner-travel.glb', clipName: 'run (travelled)', flesh: null }],
  files: [
    ...frames('beach-exr/height.', 'exr', 'heightExr'),
    ...frames('beach-png/height.', 'png', 'heightPng'),
    { file: 'beach.glb', kind: 'groundMesh', bytes: 4_500_000 },
    { file: 'beach-contact-sheet.png', kind: 'contactSheet', bytes: 1_500_000 },
    { file: 'runner-travel.glb', kind: 'character', bytes: 800_000 },
  ],
  names: ['runner', 'beach'],
};

function frames(start: string, ending: string, kind: string) {
  return Array.from({ length: 91 }, (_, k) => ({
    file: `${start}${String(k + 1).padStart(4, '0')}.${ending}`,
    kind,
    bytes: 100_000,
  }));
}

describe('README.txt', () => {
  const text = writeReadme(facts);

  test('names every file, its frames and its position', () => {
    for (const line of [
      '91 frames at 30 a second: frame 1 at 0 s to frame 91 at 3 s.',
      '    beach-exr/height.0001.exr to height.0091.exr\n',
      '    beach-png/height.0001.png to height.0091.png\n',
      'in metres (91 files, 9.1 MB)',
      '    beach.glb\n',
      '    beach-contact-sheet.png\n',
      '  runner-travel.glb: all its clips and one more, "run (travelled)"',
      '800 x 200 pixels, one every 0.01 m: x -1 to 6.99 m from left to right,',
      'z -0.995 to 0.995 m from top to bottom (the top row is the far, -Z edge)',
      'Heights are above y = 0.5 m',
      'PNG: height = -0.03 m + value / 65535 * 0.04 m.',
    ]) {
      expect(text).toContain(line);
    }
  });

  test('Blender: strength and midlevel give the heights of black, white and the datum in metres', () => {
    expect(text).toContain('strength 1, midlevel 0 for the EXR');
    const [, strength, midlevel] = /strength (\S+), midlevel (\S+) for the PNG/.exec(text)!.map(Number);
    // In Blender, vertex offset = strength · (value − midlevel).
    const offset = (value: number) => strength * (value - midlevel);
    expect(offset(0)).toBeCloseTo(heights.minMetres, 8);
    expect(offset(1)).toBeCloseTo(heights.maxMetres, 8);
    expect(offset(-heights.minMetres / (heights.maxMetres - heights.minMetres))).toBeCloseTo(0, 8);
    expect(text).toContain('blender my-file.blend --python import-blender.py');
    expect(text).not.toContain('import bpy');
  });

  test('Houdini and Unreal: values for each', () => {
    expect(text).toContain('$HIP/beach-exr/height.$F4.exr');
    expect(text).toContain('@P.y = 0.5 + @height;');
    expect(text).toContain('Grid Spacing 0.01, Height Scale 1;');
    expect(text).toContain('move its middle to x 2.995, y 0.5, z 0.');
    // The scale Z for a range of 0.04 m over 65535 steps: a landscape spans 512 m at a scale of 100.
    expect(text).toContain('scale X and Y 1, Z 0.0078125; height of its middle 49 cm.');
  });

  test('if only PNG is written, the script and the nodes use its range', () => {
    const { exrFolder: _, ...ground } = facts.grounds[0];
    const png = writeReadme({ ...facts, grounds: [ground] });
    expect(png).toContain('@P.y = 0.47 + @height * 0.04;');
    expect(png).toContain('Height Scale 0.04;');
    expect(png).toContain('y 0.47, z 0.');
    expect(png).not.toContain('$HIP/beach-exr');
  });

  test('some frames baked alone keep their numbers, and a fractional rate keeps its base', () => {
    const part = writeReadme({ ...facts, firstFrame: 31, frameCount: 10, fps: 30000 / 1001 });
    expect(part).toContain('frame 31 at');
    expect(part).toContain('brings in everything');
    expect(part).toContain('nothing to convert; frame 31 is the first)');
  });

  test('a bake of one mesh, or without motion, is described without anything else', () => {
    const mesh = writeReadme({
      ...facts,
      grounds: [{ name: 'beach', material: 'sand', mesh: 'beach.glb' }],
      characters: [],
    });
    expect(mesh).not.toMatch(/Houdini|Height maps/);
    expect(mesh).toContain('(Unreal, Unity with glTFast, Godot, three.js) opens every .glb here.');
    const still = { name: 'box', file: 'box-travel.glb', clipName: null, flesh: null };
    expect(writeReadme({ ...facts, grounds: [], characters: [still] })).toContain(
      'box-travel.glb: where it stood here',
    );
  });

  test('lines are short and no placeholder is left', () => {
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
    expect(text).not.toMatch(/undefined|NaN|null|\[object/);
    expect(text.endsWith('\n')).toBe(true);
  });
});
