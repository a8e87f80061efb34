import { InputError } from '../../../../input-error.ts';
import { cleanFileName, isFileName } from '../../../../scene/file-name.ts';
import { openScene } from '../../../../scene/open-scene.ts';
import { parseSceneText } from '../../../../scene/parse-scene.ts';
import { readBeside } from '../../../../scene/read-beside.ts';
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

/** Returns a text from big-endian UTF-16 code units, so that damage can also create unpaired surrogates. */
const units = ([{ bytes }]: FuzzFiles) => {
  let name = '';
  for (let k = 0; k + 1 < bytes.length; k += 2) name += String.fromCharCode(256 * bytes[k] + bytes[k + 1]);
  return name;
};

function toUnits(name: string): Uint8Array {
  return Uint8Array.from({ length: 2 * name.length }, (_, k) =>
    k % 2 === 0 ? name.charCodeAt(k >> 1) >> 8 : name.charCodeAt(k >> 1) & 255,
  );
}

export const textSubjects: readonly FuzzSubject[] = [
  {
    name: 'names of files',
    kind: 'binary',
    sources: () =>
      singleFile(
        'name',
        ...['walk', 'take 1', 'null.txt', 'Läufer 走', 'fox 🦊', 'a'.repeat(100)].map(toUnits),
      ),
    read(files) {
      const name = units(files);
      const clean = cleanFileName(name);
      check(isFileName(clean), 'a cleaned name');
      check(new TextEncoder().encode(clean).length <= 200, 'the bytes of a cleaned name');
      if (!isFileName(name)) throw InputError.at('name', 'expected a name that can be a file name');
      check(!/\p{Surrogate}/u.test(name), 'half of a character');
    },
  },
  {
    name: 'names in assets',
    kind: 'text',
    sources: () => singleFile('uri', 'parts/own.bin', './a/../b.png', 'a/b/../../c.bin'),
    read(files) {
      const read = (path: string) => {
        const steps: string[] = [];
        for (const step of path.split(/[\\/]/)) {
          if (step === '..') steps.pop();
          else if (step !== '' && step !== '.') steps.push(step);
        }
        check(steps[0] === 'assets' && steps[1] === 'fox', `${path} leads out of the folder`);
        return undefined;
      };
      readBeside({ read }, 'assets/fox/fox.gltf')(text(files));
    },
  },
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
