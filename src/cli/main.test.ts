import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GltfBuilder } from '../files/testing/gltf-builder.ts';
import { cube } from '../files/testing/shapes.ts';
import { buildSampleMesh } from '../files/tet/testing/sample-mesh.ts';
import { writeTetgen } from '../files/tet/testing/write-tet-mesh.ts';
import { Workshop } from '../node/testing/workshop.ts';
import { buildHopper } from '../scene/testing/hopper.ts';
import { builtCommand, type CommandResult, runCommand } from './testing/run-command.ts';

const workshop = new Workshop();
beforeAll(() => {
  if (!existsSync(builtCommand))
    throw new Error('dist/cli/main.js is missing: node scripts/setup.mjs builds it');
});
afterAll(() => workshop.close());

const run = (...args: string[]) => runCommand(workshop.folder, args);

/** Runs the command in a separate process. */
function runAlone(...args: string[]): CommandResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, ...args], {
    cwd: workshop.folder,
    encoding: 'utf8',
  });
  return { status: status!, out: stdout, err: stderr };
}

test('the command in a separate process has the same output and exit status as within the process of a test', async () => {
  for (const args of [
    ['--version'],
    [],
    ['baek'],
    ['inspect', 'yard/hopper.glb'],
    ['bake', 'yard/none.json', '--json'],
  ]) {
    expect(runAlone(...args)).toEqual(await run(...args));
  }
});

describe('aftermotion', () => {
  test('prints its commands with examples, and its version', async () => {
    const help = await run('--help');
    expect(help.status).toBe(0);
    expect(help.out).toMatch(/Usage: aftermotion/);
    expect(help.out).toContain('aftermotion bake my-character.glb --ground snow');
    const version = await run('--version');
    expect(version.status).toBe(0);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const short of ['-v', '-V']) expect((await run(short)).out).toBe(version.out);
    expect((await run('-h')).out).toBe(help.out);
  });

  test('without a command shows its help and fails', async () => {
    expect(await run()).toMatchObject({ status: 2, out: expect.stringContaining('Usage: aftermotion') });
  });

  test.each([
    [['baek', 'yard/scene.json'], /unknown command 'baek'\s+\(Did you mean bake\?\)/],
    [
      ['bake', 'yard/scene.json', '--groud', 'snow'],
      /unknown option '--groud'\s+\(Did you mean --ground\?\)/,
    ],
    [['bake'], /missing required argument 'file'/],
    [
      ['bake', 'yard/hopper.glb', '--ground', 'lava'],
      /--ground: expected "sand" or "mud" or "snow", got "lava"/,
    ],
    [['bake', 'yard/hopper.glb', '--cell', 'fine'], /expected a size > 0 and ≤ 1 m, got "fine"/],
    [['bake', 'yard/scene.json', '--frames', 'x'], /expected a range such as 10:20, got "x"/],
    [['yard/hopper.glb', '--ground', 'mud'], /aftermotion bake yard\/hopper.glb --ground mud/],
  ])('%j is refused with a hint', async (args, message) => {
    const { status, err } = await run(...args);
    expect(err).toMatch(message);
    expect(status).toBe(2);
  });
});

describe('bake', () => {
  test('of a scene writes into out/NAME and lists the files', async () => {
    const { status, out, err } = await run('bake', 'yard/scene.json');
    expect(err).not.toContain('fault');
    expect(status).toBe(0);
    expect(workshop.list('out')).toEqual(['yard']);
    expect(workshop.list('out/yard')).toContain('report.json');
    expect(out).toContain('hopper: 30 cm tall, its clip travels at 0.80 m/s');
    expect(out).toContain('yard-png/height.0001.png … height.0007.png');
    workshop.remove('out');
  });

  test('of a single file keeps a bake of other parameters, and replaces one of the same parameters', async () => {
    const bake = (...flags: string[]) =>
      run(
        'bake',
        'yard/hopper.glb',
        '--duration',
        '0.1',
        '--outputs',
        'groundMesh',
        '--cell',
        '4cm',
        ...flags,
      );
    expect((await bake()).out).toContain('written to out/hopper:');
    const mud = await bake('--ground', 'mud');
    expect(mud.out).toContain('written to out/hopper-2:');
    expect(mud.err).toContain(
      'out/hopper holds a bake of other parameters: this one is written into out/hopper-2 (--overwrite replaces out/hopper)',
    );
    expect((await bake('--ground', 'mud')).out).toContain('written to out/hopper-2:');
    expect((await bake()).out).toContain('written to out/hopper:');
    expect(workshop.list('out')).toEqual(['hopper', 'hopper-2']);
    expect(JSON.parse((await bake('--ground', 'mud', '--overwrite', '--json')).out).out).toBe('out/hopper');
    workshop.remove('out');
  });

  test('--json prints the folder and the report, and nothing else', async () => {
    const { status, out } = await run('bake', 'yard', '--out', 'json', '--json', '--frames', ':2');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ version: 1, frames: { count: 3, fps: 12 } });
    const report = JSON.parse(Buffer.from(workshop.read('json/report.json')).toString());
    expect(JSON.parse(out)).toEqual({ out: 'json', ...report });
    expect(report.scene).toMatchObject({ file: 'yard', source: '../yard/scene.json' });
  });

  test('of a character accepts every value of a scene as a flag', async () => {
    const { status } = await run(
      ...[
        'bake',
        'yard/hopper.glb',
        '--out',
        'flags',
        '--ground',
        'mud',
        '--clip',
        'Run',
        '--height',
        '60cm',
      ],
      ...[
        '--cell',
        '40mm',
        '--position',
        '1,0,-2',
        '--heading',
        '90deg',
        '--soft-depth',
        '2cm',
        '--limit-flow',
      ],
      ...[
        '--fps',
        '10',
        '--duration',
        '0.3',
        '--seed',
        '7',
        '--outputs',
        'groundMesh,heightExr',
        '--size',
        '8,8',
      ],
      ...['--mesh-part', 'whole'],
    );
    expect(status).toBe(0);
    expect(workshop.list('flags/ground-exr')).toHaveLength(4);
    const scene = JSON.parse(Buffer.from(workshop.read('flags/scene.json')).toString());
    expect(scene).toMatchObject({
      seed: 7,
      time: { start: 0, end: 0.3, fps: 10 },
      actors: [{ clip: 'Run', height: 0.6, position: [1, 0, -2], heading: 1.5707963267949, softDepth: 0.02 }],
      systems: [{ system: 'ground', material: 'mud', cell: 0.04, limitFlow: true, size: [8, 8] }],
      outputs: ['groundMesh', 'heightExr'],
      meshPart: 'whole',
    });
  });

  test('a wrong value is reported under the name of its flag', async () => {
    const { status, err } = await run(
      'bake',
      'yard/hopper.glb',
      '--cell',
      '0',
      '--duration',
      '1',
      '--start',
      '2',
    );
    expect(err).toContain('--cell: expected a size > 0 m, got 0');
    expect(status).toBe(2);
  });

  test('interrupted with Ctrl-C keeps a checkpoint, ends with 130, and resumes to the same bytes', async () => {
    const slow = ['bake', 'yard/scene.json', '--fps', '10', '--duration', '4', '--outputs', 'heightPng'];
    expect((await run(...slow, '--out', 'straight')).status).toBe(0);
    const child = spawn(process.execPath, [builtCommand, ...slow, '--out', 'stopped'], {
      cwd: workshop.folder,
    });
    let err = '';
    child.stderr.on('data', (data) => {
      err += data;
    });
    const ended = new Promise<number | null>((done) => child.on('exit', done));
    const hasBegun = () => workshop.list('stopped.partial').length > 0;
    while (child.exitCode === null && !hasBegun()) await new Promise((next) => setTimeout(next, 2));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(err).toContain('--resume');
    expect(workshop.list('stopped')).toEqual([]);
    const resumed = await run(...slow, '--out', 'stopped', '--resume');
    expect(resumed.status).toBe(0);
    expect(workshop.snapshot('stopped')).toEqual(workshop.snapshot('straight'));
    expect(workshop.list()).not.toContain('stopped.partial');
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a command during any preparation', async (name) => {
  const module = new URL('../../dist/cli/abort-on-interrupt.js', import.meta.url).href;
  const busy = `const { abortOnInterrupt } = await import('${module}'); abortOnInterrupt(); console.log('busy'); for (;;);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', busy], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.on('exit', (_, signal) => done(signal)));
  await new Promise((said) => child.stdout.once('data', said));
  child.kill(name);
  expect(await ended).toBe(name);
});

describe('wrong input ends with status 2, a message, and nothing written', () => {
  const glb = buildHopper().toGlb();
  const noClip = new GltfBuilder();
  noClip.addNode({ mesh: noClip.addMesh(cube.positions, cube.indices) });

  const scene = (changes: Record<string, unknown>) => () => workshop.writeScene('bad/scene.json', changes);

  test.each<[string, () => string, string[], RegExp]>([
    [
      'a truncated GLB',
      () => workshop.write('bad/cut.glb', glb.subarray(0, 900)),
      [],
      /cut\.glb: expected \d+ bytes, got 900: the file is cut short/,
    ],
    [
      'an FBX',
      () => workshop.write('bad/man.fbx', 'Kaydara FBX Binary  \0'),
      [],
      /man\.fbx: expected a glTF or GLB file, got a binary FBX: import it into Blender and export it as glTF 2\.0/,
    ],
    [
      'a missing clip',
      () => workshop.path('yard/hopper.glb'),
      ['--clip', 'Rum'],
      /--clip: expected a clip of hopper\.glb, got "Rum": did you mean "Run"\? it has "Wait", "Run"/,
    ],
    [
      'no animation',
      () => workshop.write('bad/still.glb', noClip.toGlb()),
      [],
      /has no clip: export it with its animation/,
    ],
    [
      'a misspelt key',
      scene({ systems: [{ system: 'ground', materal: 'mud' }] }),
      [],
      /systems\[0\]\.materal: unknown key, did you mean "material"\?/,
    ],
    [
      'a cell of 0',
      scene({ systems: [{ system: 'ground', cell: 0 }] }),
      [],
      /systems\[0\]\.cell: expected a size > 0 m, got 0/,
    ],
  ])('%s', async (_, make, args, message) => {
    const file = make();
    const { status, err, out } = await run('bake', file, ...args, '--out', 'never/here');
    expect(err).toMatch(message);
    expect(err).toContain('Nothing was written.');
    expect(err).not.toMatch(/\bat .*\.js:\d+/);
    expect(out).toBe('');
    expect(status).toBe(2);
    expect(workshop.list()).not.toContain('never');
    workshop.remove('bad');
  });

  test('several faults are reported at once', async () => {
    const file = scene({ time: { end: -1 }, systems: [{ system: 'ground', cell: 0, materal: 'mud' }] })();
    const { err, status } = await run('bake', file);
    expect(err).toMatch(/^3 errors:\n {2}systems/);
    expect(status).toBe(2);
  });

  test('a folder with files of other programs is refused', async () => {
    workshop.write('mine/thesis.txt', 'years of work');
    const { err, status } = await run('bake', 'yard/scene.json', '--out', 'mine');
    expect(err).toContain('--out: the folder mine is not empty and no bake wrote it');
    expect(status).toBe(2);
    expect(workshop.list('mine')).toEqual(['thesis.txt']);
  });
});

describe('inspect', () => {
  test('describes the content of a file, as text and as JSON', async () => {
    const message = await run('inspect', 'yard/hopper.glb');
    expect(message.status).toBe(0);
    expect(message.out).toContain('hopper.glb: 2 clips');
    expect(message.out).toMatch(/Run\s+0\.50\s+travels\s+0\.80 m\/s/);
    expect(message.out).toMatch(/Wait\s+0\.50\s+stays/);
    const { clips, defaultClip } = JSON.parse((await run('inspect', 'yard/hopper.glb', '--json')).out);
    expect(clips[defaultClip]).toMatchObject({ name: 'Run', kind: 'travelling' });
  });

  test('describes the elements and groups of a tetrahedral mesh, that of TetGen from either of its files', async () => {
    for (const { name, bytes } of writeTetgen(buildSampleMesh(4), 'mesh/box')) workshop.write(name, bytes);
    const message = await run('inspect', 'mesh/box.node');
    expect(message).toMatchObject({ status: 0, err: '' });
    expect(message.out).toContain('box.node: TetGen (ASCII), 12 linear tetrahedra, 12 nodes');
    expect(message.out).toContain('1: 4 nodes of triangles');
    const json = JSON.parse((await run('inspect', 'mesh/box.ele', '--json')).out);
    expect(json).toMatchObject({ tetrahedra: 12, groups: [{ name: '1' }, { name: '2' }], problems: [] });
    workshop.remove('mesh/box.ele');
    expect(await run('inspect', 'mesh/box.node')).toMatchObject({
      status: 2,
      err: expect.stringContaining('box.node: expected its .ele file too'),
    });
  });

  test('of a file that cannot be read ends with status 2', async () => {
    workshop.write('bad/cut.glb', buildHopper().toGlb().subarray(0, 500));
    expect(await run('inspect', 'bad/cut.glb')).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('cut short'),
    });
    expect((await run('inspect', 'yard/hoper.glb')).err).toContain('did you mean "yard/hopper.glb"?');
  });
});

describe('init', () => {
  test('creates a scene that can be baked unchanged', async () => {
    const made = await run('init', 'starter');
    expect(made.status).toBe(0);
    expect(made.out).toContain('aftermotion bake starter/scene.json');
    expect(workshop.list('starter')).toEqual(['mannequin.glb', 'scene.json', 'scene.schema.json']);
    const baked = await run(
      'bake',
      'starter/scene.json',
      '--cell',
      '5cm',
      '--only',
      'groundMesh',
      '--duration',
      '0.5',
    );
    expect(baked.err).not.toContain('fault');
    expect(baked.status).toBe(0);
    expect(workshop.list('out/starter')).toContain('beach.glb');
  });

  test('does not change a folder that is not empty', async () => {
    expect(await run('init', 'yard')).toMatchObject({
      status: 2,
      err: expect.stringContaining('yard: expected a new'),
    });
  });
});

describe('with --json every command fails with an object on standard output', () => {
  test.each<[string[], string | null, RegExp]>([
    [['bake', 'yard/scene.json', '--cell', '0'], '--cell', /expected a size > 0 m, got 0/],
    [['bake', 'yard/scene.json', '--cell', 'fine'], '--cell', /expected a size/],
    [['bake', 'yard/scene.json', '--groud', 'mud'], '--groud', /unknown option/],
    [['bake', 'yard/none.json'], 'yard/none.json', /no such file/],
    [['inspect', 'yard/none.glb'], 'yard/none.glb', /no such file/],
    [['render', 'yard/scene.json', '--time', '9'], '--time', /expected a time within the scene/],
    [['init', 'yard'], 'yard', /expected a new or an empty folder/],
    [['studio', 'yard/none.json'], 'yard/none.json', /no such file/],
    [['baek'], null, /unknown command/],
  ])('%j', async (args, path, message) => {
    const { status, out, err } = await run(...args, '--json');
    const { error } = JSON.parse(out);
    expect(error).toMatchObject({ kind: 'input', path, message: expect.stringMatching(message) });
    expect(error.faults[0].path).toBe(path);
    expect(err).toBe('');
    expect(status).toBe(2);
  });

  test('the expected value and the actual value are separate fields', async () => {
    const { error } = JSON.parse((await run('bake', 'yard/scene.json', '--heading', '90', '--json')).out);
    expect(error).toMatchObject({ path: '--heading', expected: 'an angle ≤ 360°', got: '90 rad (5156.6°)' });
  });
});

describe('a location in which no folder can be created ends a command at once', () => {
  test.each([
    ['/proc/x', /the system does not create folders in \/proc/],
    ['/dev/null', /expected a folder, got the file/],
    ['/dev/null/x', /is not a folder|got the file/],
    ['yard/hopper.glb', /expected a folder, got the file/],
    ['', /expected the name of a folder, got none/],
  ])('--out %s', async (out, message) => {
    if (out.startsWith('/') && process.platform !== 'linux') return;
    for (const command of ['bake', 'render']) {
      if (command === 'render' && out === '') continue;
      const { status, err } = await run(command, 'yard/scene.json', '--out', out);
      expect(err).toMatch(message);
      expect(status).toBe(2);
    }
  });
});

test('a fault of a scene file is never attributed to a flag that was not given', async () => {
  workshop.write('wrong-time.json', JSON.stringify({ version: 1, time: 5, port: 1, systems: [] }));
  const { err } = await run('bake', 'wrong-time.json');
  expect(err).toContain('time: expected an object');
  expect(err).not.toContain('--time');
  expect(err).not.toContain('--port');
  expect((await run('bake', 'yard/scene.json', '--outputs', 'x')).err).toContain('--outputs: expected');
});

test.each([
  [['help', 'help'], 0, 'Help of the commands:'],
  [['help', 'bake', 'ground'], 2, 'help bake: bake has no lists'],
])('%j is answered', async (args, status, message) => {
  const result = await run(...args);
  expect(result.status).toBe(status);
  expect(result.out + result.err).toContain(message);
});

test('the help of render names the flags that only render has', async () => {
  expect((await run('render', '--help')).out).toContain('--ground-size');
});
