import { openScene } from '../../../../scene/open-scene.ts';
import { parseSceneText } from '../../../../scene/parse-scene.ts';
import { busyScene, busySceneFiles } from '../../../../scene/testing/busy-scene.ts';
import { readKeyFile } from '../../../keys.ts';
import { readMask } from '../../../mask.ts';
import { check, checkFinite, type FuzzFiles, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

const text = ([{ bytes }]: FuzzFiles) => new TextDecoder().decode(bytes);

const keys = [
  { time: 0, position: [0, 1, 0], rotation: [0, 0, 0, 1] },
  { time: 0.3, position: [0.2, 1.1, 0], rotation_wxyz: [0.8, 0, 0.6, 0] },
  { time: 1, position: [0, 1, 0.5] },
];

function checkKeys(name: string, files: FuzzFiles): void {
  const read = readKeyFile(text(files), name).keys;
  check(read.length > 0, 'no keys');
  read.forEach(({ time, position, rotation }, k) => {
    checkFinite([time, ...position, ...rotation], `keys[${k}]`);
    check(k === 0 || time >= read[k - 1].time, 'the order of times');
    check(Math.abs(Math.hypot(...rotation) - 1) < 1e-9, `the length of rotation ${k}`);
  });
}

export const textSubjects: readonly FuzzSubject[] = [
  {
    name: 'scene',
    kind: 'json',
    sources: () => singleFile('scene.json', JSON.stringify(busyScene())),
    async read(files) {
      const scene = parseSceneText(text(files), 'scene.json');
      await openScene(scene, { read: (path) => busySceneFiles.get(path) }, { checkOnly: true });
    },
  },
  {
    name: 'keys',
    kind: 'json',
    sources: () => singleFile('keys.json', JSON.stringify(keys), JSON.stringify({ keys, about: 'all' })),
    read: (files) => checkKeys('keys.json', files),
  },
  {
    name: 'keys in a table',
    kind: 'text',
    sources: () =>
      singleFile(
        'keys.csv',
        'time,x,y,z,qx,qy,qz,qw\n0,0,1,0,0,0,0,1\n0.5,1,1,0,0,0.6,0,0.8\n1,2,1,0,0,0,0,1\n',
        'time;x;y;z\n0;0;1;0\n0.5;1;1;0\n',
      ),
    read: (files) => checkKeys('keys.csv', files),
  },
  {
    name: 'mask',
    kind: 'json',
    sources: () =>
      singleFile(
        'mask.json',
        JSON.stringify({ version: 1, surfaces: [{ surface: 'body', weights: [0, 0.5, 1, 1] }] }),
        JSON.stringify({
          version: 1,
          surfaces: [
            { surface: 1, weights: [1, 0.25] },
            { surface: 0, weights: [0, 0, 0, 1] },
          ],
        }),
      ),
    read(files) {
      const surfaces = [
        { name: 'body', vertexCount: 4 },
        { name: 'tail', vertexCount: 2 },
      ];
      for (const weights of readMask(text(files), 'mask.json', surfaces))
        checkFinite(weights ?? [], 'weights');
    },
  },
];
