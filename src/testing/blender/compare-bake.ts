import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  BlenderEntry,
  BlenderFacts,
  BlenderGltf,
  BlenderHeights,
  BlenderPoints,
} from '../../bake/blender/blender-facts.ts';
import { playInThree, type ThreePlayer } from '../../bake/testing/play-in-three.ts';
import { decodeExr } from '../../files/exr-read.ts';
import type { GltfDocument } from '../../files/glb.ts';
import { openContainer } from '../../files/gltf/container.ts';
import { readPlyPoints } from '../../files/ply-points.ts';
import { type BlenderScene, findObject, listUsedVertices } from './blender.ts';

/** Distance between an object of a bake in Blender and the same object as our own code reads it from the files, on the worst frame. */
export interface Distance {
  readonly name: string;
  /** Number of vertices or points that were compared, over all frames. */
  readonly count: number;
  readonly maxMetres: number;
  /** Maximum motion between the frames that were compared. An object that wrongly stands still would have about this error. */
  readonly motionMetres: number;
}

/** Returns the data that the script of a bake contains. */
export function readFacts(folder: string): BlenderFacts {
  const text = readFileSync(join(folder, 'import-blender.py'), 'utf8');
  return JSON.parse(text.split('r"""')[1].split('"""')[0]) as BlenderFacts;
}

/**
 * Compares every object of a bake, vertex by vertex. isImported: whether a node of a GLB was imported; default: all. Throws RangeError if
 * Blender does not have an object.
 */
export async function compareBake(
  folder: string,
  scene: BlenderScene,
  isImported: (node: string) => boolean = () => true,
): Promise<Distance[]> {
  const facts = readFacts(folder);
  const distances: Distance[] = [];
  for (const entry of facts.entries)
    distances.push(...(await compareEntry(folder, facts, entry, scene, isImported)));
  return distances;
}

async function compareEntry(
  folder: string,
  facts: BlenderFacts,
  entry: BlenderEntry,
  scene: BlenderScene,
  isImported: (node: string) => boolean,
): Promise<Distance[]> {
  switch (entry.kind) {
    case 'gltf':
      return compareGltf(folder, facts, entry, scene, isImported);
    case 'heights':
      return [findNearest(entry.name, evaluateHeights(folder, entry, scene.frames), scene)];
    case 'points':
      return [comparePoints(folder, entry, scene)];
    case 'views':
      // Cameras have no vertices: `views.blender-test.ts` compares them.
      return [];
  }
}

async function compareGltf(
  folder: string,
  facts: BlenderFacts,
  { file, clip }: BlenderGltf,
  scene: BlenderScene,
  isImported: (node: string) => boolean,
): Promise<Distance[]> {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const { nodes = [] } = openContainer(bytes, file).json as GltfDocument;
  const three = await playInThree(bytes);
  const distances: Distance[] = [];
  for (const [node, { mesh, name = '' }] of nodes.entries()) {
    const meshes = mesh === undefined ? [] : three.meshesOf(node);
    if (meshes.length === 0) continue;
    const positions = scene.frames.map((frame) => {
      showFrame(three, facts, clip, frame);
      return meshes.flatMap((each) => {
        const all = three.positions(each);
        return listUsedVertices(each.geometry.index!.array).flatMap((v) => [
          ...all.subarray(3 * v, 3 * v + 3),
        ]);
      });
    });
    if (isImported(name)) distances.push(findNearest(`${file} ${name}`, positions, scene));
  }
  return distances;
}

function showFrame(
  three: ThreePlayer,
  { fps, fpsBase, firstFrame }: BlenderFacts,
  clip: string | null,
  frame: number,
): void {
  // The time is slightly before the end of the clip, where three.js would start the clip again.
  const time = (((frame - firstFrame) * fpsBase) / fps) * (1 - 1e-7);
  if (clip !== null && three.clipNames.length > 0)
    three.show(Math.max(0, three.clipNames.indexOf(clip)), time);
}

/**
 * Compares the meshes that Blender has with those of a bake that were exported from them. The exported vertices state the number of their
 * vertex in Blender, in an attribute `_VERTEX`.
 */
export async function compareAttached(folder: string, scene: BlenderScene): Promise<Distance[]> {
  const facts = readFacts(folder);
  const distances: Distance[] = [];
  for (const entry of facts.entries) {
    if (entry.kind !== 'gltf') continue;
    const bytes = new Uint8Array(readFileSync(join(folder, entry.file)));
    const { nodes = [] } = openContainer(bytes, entry.file).json as GltfDocument;
    const three = await playInThree(bytes);
    for (const [node, { mesh, name = '' }] of nodes.entries()) {
      if (mesh === undefined) continue;
      const { positions: shown } = findObject(scene, name);
      let count = 0;
      let maxMetres = 0;
      let motionMetres = 0;
      scene.frames.forEach((frame, k) => {
        showFrame(three, facts, entry.clip, frame);
        for (const each of three.meshesOf(node)) {
          const { attributes } = each.geometry;
          const numbers = (attributes._vertex ?? attributes.__vertex).array;
          const positions = three.positions(each);
          numbers.forEach((number, v) => {
            for (let axis = 0; axis < 3; axis++) {
              const own = shown[k][3 * Math.round(number) + axis];
              maxMetres = Math.max(maxMetres, Math.abs(own - positions[3 * v + axis]));
              motionMetres = Math.max(motionMetres, Math.abs(own - shown[0][3 * Math.round(number) + axis]));
            }
          });
          count += numbers.length;
        }
      });
      distances.push({ name: `${entry.file} ${name}`, count, maxMetres, motionMetres });
    }
  }
  return distances;
}

/** Returns the vertices of a ground on each frame, row by row. Each is a pixel of the tiles that belongs to the ground. */
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
    // On a frame before the first particle, the file has no vertices.
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

/** Returns the distance from the nearest of Blender's objects that have the same number of vertices. */
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
    // This condition is also true for NaN.
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}
