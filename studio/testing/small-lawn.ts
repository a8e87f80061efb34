import type { SceneData } from '../document/studio-document.ts';

/** Returns a small patch of grass that opens quickly: 49 strands in a wind, `end` seconds long. */
export function smallLawn(end = 0.5): SceneData {
  return {
    version: 1,
    time: { start: 0, end, fps: 30 },
    actors: [],
    systems: [
      {
        system: 'fur',
        name: 'lawn',
        size: [0.6, 0.6],
        spacing: 0.1,
        layerCount: 12,
        texels: 64,
        fins: false,
        strandCount: 50,
        forces: [{ force: 'wind', velocity: [1, 0, 0] }],
      },
    ],
  };
}
