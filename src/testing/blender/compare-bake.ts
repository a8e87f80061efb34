import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  BlenderEntry,
  BlenderFacts,
  BlenderGltf,
  BlenderHeights,
  BlenderPoints,
} from '../../bake/blender/blender-facts.ts';
import { playInThree } from '../../bake/testing/play-in-three.ts';
import { decodeExr } from '../../files/exr-read.ts';
import type { GltfDocument } from '../../files/glb.ts';
import { openContainer } from '../../files/gltf/container.ts';
import { readPlyPoints } from '../../files/ply-points.ts';
import { type BlenderScene, listUsedVertices } from './blender.ts';

/** How far one thing of a bake stands in Blender from where our own reading of its files has it, on the worst frame. */
export interface Distance {
  readonly name: string;
  /** Vertices or points that were compared, on all frames. */
  readonly count: number;
  readonly maxMetres: number;
  /** How far it goes between the frames that were compared, at most: what standing still would cost. */
  readonly motionMetres: number;
}

/** What the script of a bake is told. */
export function readFacts(folder: string): BlenderFacts {
  const text = readFileSync(join(folder, 'import-blender.py'), 'utf8');
  return JSON.parse(text.split('r"""')[1].split('"""')[0]) as BlenderFacts;
}

/** Compares every thing of a bake, vertex by vertex. Throws RangeError where Blender does not have it. */
export async function compareBake(folder: string, scene: BlenderScene): Promise<Distance[]> {
  const facts = readFacts(folder);
  const distances: Distance[] = [];
  for (const entry of facts.entries) distances.push(...(await compareEntry(folder, facts, entry, scene)));
  return distances;
}

async function compareEntry(
  folder: string,
  facts: BlenderFacts,
  entry: BlenderEntry,
  scene: BlenderScene,
): Promise<Distance[]> {
  switch (entry.kind) {
    case 'gltf':
      return compareGltf(folder, facts, entry, scene);
    case 'heights':
      return [findNearest(entry.name, evaluateHeights(folder, entry, scene.frames), scene)];
    case 'points':
      return [comparePoints(folder, entry, scene)];
  }
}

async function compareGltf(
  folder: string,
  { fps, fpsBase, firstFrame }: BlenderFacts,
  { file, clip }: BlenderGltf,
  scene: BlenderScene,
): Promise<Distance[]> {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const { nodes = [] } = openContainer(bytes, file).json as GltfDocument;
  const three = await playInThree(bytes);
  const distances: Distance[] = [];
  for (const [node, { mesh, name = '' }] of nodes.entries()) {
    const meshes = mesh === undefined ? [] : three.meshesOf(node);
    if (meshes.length === 0) continue;
    const positions = scene.frames.map((frame) => {
      // A hair before the end, where three.js would begin anew.
      const time = (((frame - firstFrame) * fpsBase) / fps) * (1 - 1e-7);
      if (clip !== null && three.clipNames.length > 0)
        three.show(Math.max(0, three.clipNames.indexOf(clip)), time);
      return meshes.flatMap((each) => {
        const all = three.positions(each);
        return listUsedVertices(each.geometry.index!.array).flatMap((v) => [
          ...all.subarray(3 * v, 3 * v + 3),
        ]);
      });
    });
    distances.push(findNearest(`${file} ${name}`, positions, scene));
  }
  return distances;
}

/** Returns the vertices of a ground on each frame, row by row: the pixels that its tiles cover and that are ground. */
function evaluateHeights(folder: string, ground: BlenderHeights, frames: readonly number[]): number[][] {
  const { tiles, cell, x, z, datum } = ground;
  return frames.map((frame) => {
    const heights = new Map<number, number>();
    for (const tile of tiles) {
      const number = Math.min(Math.max(frame, tile.firstFrame), tile.firstFrame + tile.frameCount - 1);
      const file = tile.file.replace(/\d+(?=\.exr$)/, String(number).padStart(4, '0'));
      const { channels } = decodeExr(new Uint8Array(readFileSync(join(folder, file))), file);
      const values = channels[0].values;
      for (let row = 0; row < tile.rows; row++)
        for (let column = 0; column < tile.columns; column++) {
          const value = values[row * tile.columns + column];
          if (!Number.isNaN(value))
            heights.set((tile.row + row) * ground.columns + tile.column + column, value);
        }
    }
    return [...heights.keys()]
      .sort((a, b) => a - b)
      .flatMap((pixel) => [
        x + (pixel % ground.columns) * cell,
        datum + heights.get(pixel)!,
        z + Math.floor(pixel / ground.columns) * cell,
      ]);
  });
}

function comparePoints(
  folder: string,
  { name, file, firstFrame }: BlenderPoints,
  scene: BlenderScene,
): Distance {
  const distances = scene.frames.map((frame, k) => {
    const path = file.replace(/\d+(?=\.ply$)/, String(frame).padStart(4, '0'));
    const bytes = new Uint8Array(readFileSync(join(folder, path)));
    // A frame before the first particle is a file without any.
    const positions = /element vertex 0\n/.test(new TextDecoder().decode(bytes.subarray(0, 200)))
      ? new Float64Array(0)
      : readPlyPoints(bytes, path).positions;
    const cloud = scene.clouds[k].find((each) => each.name === name);
    const count = cloud?.count ?? 0;
    if (3 * count !== positions.length)
      throw new RangeError(
        `${name}: expected ${positions.length / 3} particles on frame ${frame} (the first is ${firstFrame}), got ${count}`,
      );
    let largest = 0;
    for (let p = 0; p < count; p++)
      for (let axis = 0; axis < 3; axis++)
        largest = Math.max(largest, Math.abs(cloud!.points[4 * p + axis] - positions[3 * p + axis]));
    return { count, largest };
  });
  return {
    name,
    count: distances.reduce((sum, { count }) => sum + count, 0),
    maxMetres: Math.max(...distances.map(({ largest }) => largest)),
    motionMetres: Number.POSITIVE_INFINITY,
  };
}

/** Returns the distance from the one of Blender's objects with as many vertices that is nearest. */
function findNearest(name: string, expected: readonly ArrayLike<number>[], scene: BlenderScene): Distance {
  const candidates = scene.objects.filter(({ vertexCount }) => 3 * vertexCount === expected[0].length);
  if (candidates.length === 0) {
    const counts = scene.objects.map((object) => `${object.name} ${object.vertexCount}`).join(', ');
    throw new RangeError(`${name}: expected a mesh of ${expected[0].length / 3} vertices, got ${counts}`);
  }
  const maxMetres = Math.min(
    ...candidates.map(({ positions }) =>
      Math.max(...positions.map((own, k) => largestDifference(own, expected[k]))),
    ),
  );
  const motionMetres = Math.max(...expected.map((positions) => largestDifference(positions, expected[0])));
  return { name, count: (expected.length * expected[0].length) / 3, maxMetres, motionMetres };
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let k = 0; k < a.length; k++) {
    const difference = Math.abs(a[k] - b[k]);
    // Also what is not a number.
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}
