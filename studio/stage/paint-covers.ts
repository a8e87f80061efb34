import { BufferAttribute, type Material, type Mesh } from 'three';
import type { BakeActor } from '../../src/index.ts';
import { coverTints, createCoverFinder, type StickingGround } from '../../src/index.ts';
import type { RigSurface } from '../../src/motion/index.ts';

/** Limit of vertex colours, so that dark surfaces become as bright as dry sand or snow. */
const maxTint = 50;

/**
 * Returns a function that colours the vertices of a character by what grounds left on it, as the GLB of a bake does. meshes: returns the mesh of each
 * surface; it is called when something sticks to the character for the first time.
 */
export function createCoverPainter(
  actor: BakeActor,
  surfaces: readonly RigSurface[],
  meshes: () => readonly (Mesh | null)[],
): (grounds: readonly StickingGround[]) => void {
  let find: ReturnType<typeof createCoverFinder> | null = null;
  let painted: readonly (Mesh | null)[] | null = null;
  /** Numbers of the surfaces that show something. */
  const coveredBefore = new Set<number>();
  return (grounds) => {
    if (grounds.length === 0 && !painted) return;
    find ??= createCoverFinder(actor);
    const covers = find(grounds);
    if (covers.length === 0 && !painted) return;
    painted ??= prepareMeshes(meshes());
    for (const [k, mesh] of painted.entries()) {
      const color = mesh?.geometry.getAttribute('color') as BufferAttribute | undefined;
      const isCovered = covers.some(({ amounts }) => amounts[k] !== null);
      if (!color || !(isCovered || coveredBefore.has(k))) continue;
      if (isCovered) coveredBefore.add(k);
      else coveredBefore.delete(k);
      const tints = coverTints(surfaces[k], k, covers, maxTint);
      for (let vertex = 0; vertex < color.count; vertex++)
        color.setXYZ(vertex, tints[3 * vertex], tints[3 * vertex + 1], tints[3 * vertex + 2]);
      color.needsUpdate = true;
    }
  };
}

/** Gives all meshes vertex colours. Meshes may share materials, so each of them needs some. */
function prepareMeshes(meshes: readonly (Mesh | null)[]): readonly (Mesh | null)[] {
  for (const mesh of meshes) {
    if (!mesh) continue;
    const { geometry } = mesh;
    if (!geometry.getAttribute('color')) {
      const { count } = geometry.getAttribute('position');
      geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * count).fill(1), 3));
    }
    for (const material of ([] as Material[]).concat(mesh.material)) {
      material.vertexColors = true;
      material.needsUpdate = true;
    }
  }
  return meshes;
}
