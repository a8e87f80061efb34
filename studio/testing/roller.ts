import { shapeObj } from '../brush/shapes.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Files of a small scene that opens quickly: a ball that moves through the ground along x, from −0.5 m at 0 s. */
export const rollerFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ['roller.obj', encode(shapeObj('ball', 0.15))],
  [
    'roller.keys.json',
    encode(
      JSON.stringify([
        { time: 0, position: [-0.5, 0.2, 0] },
        { time: 0.1, position: [-0.4, -0.04, 0] },
        { time: 1, position: [1, -0.06, 0.2] },
      ]),
    ),
  ],
]);

/** Returns the scene of the roller, `end` seconds long. */
export function rollerScene(end: number) {
  return {
    version: 1,
    time: { start: 0, end, fps: 30 },
    actors: [{ name: 'roller', file: 'roller.obj', keys: 'roller.keys.json', profile: 'rounded' }],
    systems: [{ system: 'ground', name: 'beach', cell: 0.02, noiseAmplitude: 0.002 }],
  };
}
