import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { readBvhRecording } from './read-bvh-recording.ts';
import { positions, writeBvh, zxy } from './testing/write-bvh.ts';

const read = (text: string | Uint8Array) =>
  readBvhRecording(typeof text === 'string' ? new TextEncoder().encode(text) : text, 'a.bvh');

/** Returns a file with one joint, which has position channels; the rows have three numbers. */
const rows = (motion: string) =>
  `HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\n${motion}`;
const frames = (stated: string | number, body: string) => rows(`Frames: ${stated}\nFrame Time: 0.1\n${body}`);

describe('skeletons', () => {
  test('parents, offsets, End Sites, columns in the order of the file', () => {
    const recording = read(
      writeBvh(
        {
          name: 'Hips',
          offset: [1, 2, 3],
          channels: [...zxy, ...positions],
          children: [
            { name: 'Spine', offset: [0, 1, 0], channels: ['Yrotation'], end: [0, 5, 0] },
            { name: 'Tail', offset: [0, 0, -1] },
          ],
        },
        [[1, 2, 3, 4, 5, 6, 7]],
      ),
    );
    expect(recording.joints.map(({ name, parent, offset, ends }) => [name, parent, offset, ends])).toEqual([
      ['Hips', -1, [1, 2, 3], []],
      ['Spine', 0, [0, 1, 0], [[0, 5, 0]]],
      ['Tail', 0, [0, 0, -1], []],
    ]);
    expect(recording.joints[0].channels.map(({ kind, axis, column }) => [kind, axis, column])).toEqual([
      ['rotation', 2, 0],
      ['rotation', 0, 1],
      ['rotation', 1, 2],
      ['position', 0, 3],
      ['position', 1, 4],
      ['position', 2, 5],
    ]);
    expect(recording.joints[1].channels).toEqual([{ kind: 'rotation', axis: 1, column: 6 }]);
    expect([recording.columnCount, recording.frameCount, recording.frameTime]).toEqual([7, 1, 0.1]);
  });

  test.each(['Bip01 L Arm', 'Model:Hips', 'arm.L', '腰', 'a b  c'])(
    'a name runs to the end of its line, trimmed: %j',
    (name) => {
      expect(read(writeBvh({ name: `  ${name}\t `, channels: positions }, [[0, 0, 0]])).joints[0].name).toBe(
        name,
      );
    },
  );

  test('a brace on the line of a name, keywords in any case, two roots, no names, no OFFSET, CHANNELS of an End Site', () => {
    const recording = read(
      'hierarchy\nroot A b{\noffset 0 1 0\nchannels 1 XPOSITION\nend site {\noffset 0 0 1\nCHANNELS 1 Zrotation\n}\n}\n' +
        'ROOT\n{\nCHANNELS 1 yROTATION\n}\nmotion\nframes : 1\nFrame  Time:\t.5\n1 2 3',
    );
    expect(recording.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ['A b', -1],
      ['', -1],
    ]);
    // The column of the End Site is between those of the two joints.
    expect(recording.joints[1].channels[0].column).toBe(2);
    expect(recording.joints[0].ends).toEqual([[0, 0, 1]]);
  });
});

describe('channel counts that differ between joints', () => {
  const source = {
    name: 'Root',
    channels: [...positions, ...zxy],
    children: [
      { name: 'six', offset: [1, 1, 1], channels: [...positions, ...zxy] },
      { name: 'three', channels: zxy },
      { name: 'one', channels: ['Xrotation'] },
      { name: 'none', channels: [] },
    ],
  };

  test('a row has the channels of all joints; each joint uses its own part', () => {
    const recording = read(writeBvh(source, [Array.from({ length: 16 }, (_, k) => k)]));
    expect(recording.columnCount).toBe(16);
    expect(recording.joints.map(({ channels }) => channels.map(({ column }) => column))).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11],
      [12, 13, 14],
      [15],
      [],
    ]);
  });

  test('a row of another width is reported with its line, the expected and the actual number', () => {
    expect(() =>
      read(writeBvh(source, [new Array(16).fill(0), new Array(15).fill(0), new Array(16).fill(0)])),
    ).toThrow('a.bvh line 31: expected 16 numbers, one a channel, got 15');
  });
});

describe('wrong frame counts, line ends, blanks', () => {
  test.each([
    ['too few', 3, '1 1 1\n2 2 2\n3 3 3\n4 4 4\n', 4],
    ['too many', 4, '1 1 1\n2 2 2\n3 3 3\n', 3],
    ['no number', 'many', '1 1 1\n', 1],
    ['below 0', -1, '1 1 1\n', 1],
  ])('the existing rows are read, and both numbers are reported: %s', (_, stated, body, count) => {
    const recording = read(frames(stated, body));
    expect(recording.frameCount).toBe(count);
    expect(recording.values.length).toBe(3 * count);
    expect(recording.warnings).toEqual([
      `it says Frames: ${stated === 'many' ? 'not a number' : stated} but holds ${count}; all rows of the file are read`,
    ]);
  });

  test.each([
    ['no line end at the end', '1 2 3\n4 5 6'],
    ['CRLF and LF mixed', '1 2 3\r\n4 5 6\n'],
    ['CR alone', '1 2 3\r4 5 6\r'],
    ['tabs', '\t1\t2\t\t3 \n 4\t5 6\t\n'],
    ['blank lines', '\n1 2 3\n \t\n\n4 5 6\n\n\n'],
    ['exponents and signs', '1e0 +2. 30E-1\n4 .5e+1 6'],
    ['zeros at the end', '1 2 3\n4 5 6\n\0\0\0'],
  ])('%s', (_, body) => {
    const recording = read(frames(2, body));
    expect([...recording.values]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(recording.warnings).toEqual([]);
  });

  test('a file with CRLF, tabs and a byte-order mark', () => {
    const text = frames(1, '1 2 3')
      .replaceAll('\n', '\r\n')
      .replaceAll(' ', '\t')
      .replace('End\tSite', 'End Site');
    expect([...read(`\ufeff${text}`).values]).toEqual([1, 2, 3]);
  });

  test('rows divided into lines are read if they give the stated number of frames', () => {
    expect([...read(frames(2, '1 2\n3\n4\n5 6')).values]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(() => read(frames(3, '1 2\n3\n4\n5 6'))).toThrow(
      'line 14: expected 3 numbers, one a channel, got 2',
    );
  });

  test('half a row at the end is dropped, with a warning', () => {
    const recording = read(frames(3, '1 2 3\n4 5 6\n7 8'));
    expect([...recording.values]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(recording.warnings).toEqual([
      'line 16: the last frame has 2 numbers of 3; it is left out',
      'it says Frames: 3 but holds 2; all rows of the file are read',
    ]);
  });

  test.each(['0', '-0.1', 'nan', '', 'x', '1e-320', '1e9', '0,04'])(
    'a Frame Time that is none asks for the rate: %j',
    (time) => {
      expect(() => read(rows(`Frames: 1\nFrame Time: ${time}\n1 2 3\n`))).toThrow(
        /^a\.bvh line 13: expected a Frame Time of .* what is the frame rate of the recording\?/,
      );
    },
  );

  test('Frame Time: .0083333', () => {
    expect(read(rows('Frames: 1\nFrame Time: .0083333\n1 2 3')).frameTime).toBe(0.0083333);
  });
});

describe('input that is refused, with the line', () => {
  test.each([
    ['', 'a.bvh: expected a BVH recording (HIERARCHY, MOTION), got an empty file'],
    ['solid', 'a.bvh: expected a BVH recording (HIERARCHY, MOTION), got something else'],
    ['HIERARCHY', 'line 1: expected MOTION, the file ends before it'],
    ['HIERARCHY\nMOTION', 'line 2: expected a ROOT before MOTION, got none'],
    ['HIERARCHY\nOFFSET 0 0 0', 'line 2: expected ROOT, got OFFSET outside of any joint'],
    ['HIERARCHY\nROOT A\nOFFSET 0 0 0', 'line 3: expected "{" after a name, got "OFFSET"'],
    ['HIERARCHY\nROOT A\n{\nMOTION', 'line 4: expected "}" after joint "A", got MOTION'],
    ['HIERARCHY\nROOT A\n{\n}\n}', 'line 5: expected ROOT or MOTION, got "}" without a "{"'],
    [
      'HIERARCHY\nROOT A\n{\nOFFSET 0 x 0',
      'line 4: expected an OFFSET x y z of joint "A", a number, got "x"',
    ],
    ['HIERARCHY\nROOT A\n{\nOFFSET 0 1e10 0', 'line 4: expected an OFFSET of at most 1000000000'],
    ['HIERARCHY\nROOT A\n{\nCHANNELS 99', 'line 4: expected 0 to 24 CHANNELS, got 99'],
    ['HIERARCHY\nROOT A\n{\nCHANNELS 2 Xrotation\nOFFSET', 'got "OFFSET"'],
    [
      'HIERARCHY\nROOT A\n{\nCHANNELS 1 Xscale',
      'line 4: expected 1 channels such as Xposition or Zrotation, got "Xscale"',
    ],
    ['HIERARCHY\nROOT A\n{\nEnd Site\n{\nJOINT B', 'line 6: expected the end of an End Site, got JOINT'],
    ['HIERARCHY\nROOT A\n{\nHello', 'got "Hello"'],
    ['HIERARCHY\nROOT A\n{\n}\nMOTION\nFrames: 1\nFrame Time: 1\n', 'got joints without CHANNELS'],
    [rows('Frames: 1'), 'line 12: expected "Frame Time: SECONDS", got the end of the file'],
    [rows('1 2 3'), 'line 12: expected "Frames: COUNT" after MOTION, got "1 2 3"'],
    [frames(0, ''), 'expected at least one frame after "Frame Time:", got none'],
    [frames(1, '1 2'), 'expected at least one frame'],
    [frames(2, '1 2 3\n1 x 3'), 'line 15: expected a number for Yposition of joint "A" in frame 2, got "x"'],
    [frames(1, '1 2 nan'), 'line 14: expected a number for Zposition of joint "A" in frame 1, got "nan"'],
    [frames(1, '1 2 0x10'), 'got "0x10"'],
    [
      frames(1, '1 2 1e300'),
      'line 14: expected a number of at most 1000000000 for Zposition of joint "A" in frame 1, got "1e300"',
    ],
    [frames(1, '1 2 3 4'), 'line 14: expected 3 numbers, one a channel, got 4'],
  ])('%j', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).toThrow(InputError);
  });

  test.each([
    ['an OFFSET', 'HIERARCHY\nROOT A\n{\nOFFSET 0 1,5 0', 'line 4: expected an OFFSET x y z of joint "A"'],
    ['a Frame Time', rows('Frames: 1\nFrame Time: 0,04\n1 2 3'), 'line 13: expected a Frame Time'],
    [
      'a row',
      frames(1, '1 -2,5 3'),
      'line 14: expected a number for Yposition of joint "A" in frame 1, got "-2,5"',
    ],
  ])('a decimal comma in %s is reported, with a remedy', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).toThrow(/a decimal comma: .*replace every comma of the file by a point/);
  });
});
