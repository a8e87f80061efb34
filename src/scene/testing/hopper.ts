import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { cube } from '../../files/testing/shapes.ts';

/**
 * Creates the simplest character that leaves prints: a box of 0.3 m that hops along +X and digs 3 cm into the ground where it lands. `Run`
 * travels 0.4 m in 0.5 s, `Wait` stands.
 */
export function buildHopper(): GltfBuilder {
  const builder = new GltfBuilder();
  const mesh = builder.addMesh(
    cube.positions.map((coordinate) => coordinate * 0.3),
    cube.indices,
  );
  const body = builder.addNode({ name: 'body', mesh, translation: [0, 0.15, 0] });
  builder.addAnimation('Wait', [
    { node: body, path: 'translation', times: [0, 0.5], values: [0, 0.15, 0, 0, 0.15, 0] },
  ]);
  builder.addAnimation('Run', [
    {
      node: body,
      path: 'translation',
      times: [0, 0.1, 0.3, 0.5],
      values: [0, 0.12, 0, 0, 0.12, 0, 0.2, 0.3, 0, 0.4, 0.12, 0],
    },
  ]);
  return builder;
}

/** Returns a scene for the hopper that is baked quickly: large cells, few frames. */
export function hopperScene(): Record<string, unknown> {
  return {
    version: 1,
    time: { start: 0, end: 0.5, fps: 12 },
    actors: [{ name: 'hopper', file: 'hopper.glb', clip: 'Run', scale: 1, softDepth: 0.03 }],
    systems: [{ system: 'ground', name: 'yard', cell: 0.04, noiseAmplitude: 0.001 }],
    outputs: ['heightPng', 'groundMesh', 'character'],
  };
}

/** Returns a scene of some seconds with hoppers that meet in pairs, on a ground that is divided, and particles, which are simulated as a whole. */
export function hopperPairs(seconds = 2): Record<string, unknown> {
  const { systems, ...others } = hopperScene();
  return {
    ...others,
    time: { start: 0, end: seconds, fps: 12 },
    actors: Array.from({ length: 4 }, (_, k) => ({
      name: `hopper-${k}`,
      file: 'hopper.glb',
      clip: 'Run',
      scale: 1,
      softDepth: 0.03,
      position: [k % 2, 0, 40 * Math.floor(k / 2)],
      heading: k % 2 === 0 ? 1.57 : -1.57,
    })),
    systems: [
      ...(systems as object[]),
      {
        system: 'particles',
        name: 'dust',
        reads: [],
        shapes: [{ shape: 'ball', name: 'b', radius: 0.2 }],
        sources: [{ from: 'b', count: 20 }],
      },
    ],
    outputs: ['groundState', 'pointsPly'],
  };
}
