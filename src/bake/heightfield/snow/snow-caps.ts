import { append } from '../../../math/lists.ts';
import type { TriangleMesh } from '../../../motion/keyed-collider.ts';
import { poseCollider } from '../../../motion/pose-collider.ts';
import type { BodySnowOutput } from '../../../systems/outputs/heightfield.ts';
import type { BakeActor } from '../../bake-plan.ts';

/** The snow on an actor, as a mesh in the world. */
export interface SnowCap {
  readonly actor: string;
  readonly mesh: TriangleMesh;
}

/** How far the sides of a cap reach below the surface on which it lies, m, so that no light shines through. */
const overlap = 0.002;

/** Returns the snow on the actors of a scene at a time, s. Actors without snow are left out. */
export function findSnowCaps(
  actors: readonly Pick<BakeActor, 'name' | 'colliders'>[],
  snow: readonly BodySnowOutput[],
  t: number,
): SnowCap[] {
  return actors.flatMap(({ name, colliders }) => {
    const set = colliders.createColliders();
    const own = (set.pressing ?? set.colliders).filter((each) =>
      snow.some(({ collider }) => collider === each.name),
    );
    if (own.length === 0) return [];
    // Colliders are at the end of a motion, however short it is.
    set.advance(t - 1 / 240, t);
    const parts = own.map((collider) => {
      const { depths } = snow.find((each) => each.collider === collider.name)!;
      return buildCap(poseCollider(collider, 'end'), collider.indices, depths);
    });
    const mesh = joinCaps(parts.filter(({ indices }) => indices.length > 0));
    return mesh.indices.length > 0 ? [{ actor: name, mesh }] : [];
  });
}

/**
 * Returns the layer of snow on a surface: its upward triangles with snow at all corners, raised by the thickness there, with sides around
 * them. positions [3 · vertexCount] world, m. depths [vertexCount] m.
 */
export function buildCap(positions: Float64Array, indices: Uint32Array, depths: Float32Array): TriangleMesh {
  const kept: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t], indices[t + 1], indices[t + 2]];
    if (corners.every((corner) => depths[corner] > 0) && facesUp(positions, corners)) append(kept, corners);
  }
  const points: number[] = [];
  const raised = new Map<number, number>();
  const add = (vertex: number, lift: number) =>
    points.push(positions[3 * vertex], positions[3 * vertex + 1] + lift, positions[3 * vertex + 2]) / 3 - 1;
  const raise = (vertex: number) => {
    let index = raised.get(vertex);
    if (index === undefined) {
      index = add(vertex, depths[vertex]);
      raised.set(vertex, index);
    }
    return index;
  };
  const out = kept.map(raise);
  const edges = new Set<string>();
  for (let t = 0; t < kept.length; t += 3)
    for (let c = 0; c < 3; c++) edges.add(`${kept[t + c]} ${kept[t + ((c + 1) % 3)]}`);
  for (const edge of edges) {
    const [a, b] = edge.split(' ').map(Number);
    if (edges.has(`${b} ${a}`)) continue;
    const [lowA, lowB] = [add(a, -overlap), add(b, -overlap)];
    const [highA, highB] = [add(a, depths[a]), add(b, depths[b])];
    out.push(lowA, lowB, highB, lowA, highB, highA);
  }
  return { positions: Float64Array.from(points), indices: Uint32Array.from(out) };
}

function facesUp(p: Float64Array, [a, b, c]: readonly number[]): boolean {
  const [ux, uz] = [p[3 * b] - p[3 * a], p[3 * b + 2] - p[3 * a + 2]];
  const [vx, vz] = [p[3 * c] - p[3 * a], p[3 * c + 2] - p[3 * a + 2]];
  return uz * vx - ux * vz > 0;
}

function joinCaps(parts: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    for (const coordinate of part.positions) positions.push(coordinate);
    for (const index of part.indices) indices.push(first + index);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
