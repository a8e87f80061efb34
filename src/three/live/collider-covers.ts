import { BufferAttribute, BufferGeometry, type Mesh } from 'three';
import type { AnyCollider } from '../../live/collider-outbox.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { ObjectCollider } from './collider-from.ts';

/** Name of the vertex attribute with what sticks to a mesh: 0 for clean vertices to 1 for covered ones. */
export const stickingAttribute = 'sticking';

/** Shows what sticks to colliders in the vertex attribute `sticking` of their meshes. */
export class ColliderCovers {
  private readonly covered = new Set<Mesh>();

  /** amounts [vertexCount of the part] 0 to 255. Does nothing for crowds. */
  show(collider: AnyCollider, part: number, amounts: Uint8Array): void {
    // The class itself is not imported: bundlers would divide the code that all apps load into more files.
    if (!('surfaceOf' in collider)) return;
    const object = collider as ObjectCollider;
    const surface = object.surfaceOf(part);
    const mesh = object.meshes.get(surface.node)!;
    this.covered.add(mesh);
    showCover(mesh, surface, amounts);
  }

  /** Removes everything that sticks. */
  clear(): void {
    this.covered.forEach(clearCover);
    this.covered.clear();
  }
}

function showCover(mesh: Mesh, part: RigSurface, amounts: Uint8Array): void {
  const attribute = attributeOf(mesh);
  const { positions } = part;
  const amountOf = new Map<string, number>();
  amounts.forEach((amount, k) => void amountOf.set(keyOf(positions, k), amount));
  const shared = mesh.geometry.getAttribute('position');
  const point = new Float32Array(3);
  for (let k = 0; k < shared.count; k++) {
    point[0] = shared.getX(k);
    point[1] = shared.getY(k);
    point[2] = shared.getZ(k);
    const amount = amountOf.get(keyOf(point, 0));
    // Vertices of other parts keep their amounts.
    if (amount !== undefined) attribute.array[k] = amount;
  }
  attribute.needsUpdate = true;
}

function clearCover({ geometry }: Mesh): void {
  const attribute = geometry.getAttribute(stickingAttribute);
  if (!(attribute instanceof BufferAttribute)) return;
  attribute.array.fill(0);
  attribute.needsUpdate = true;
}

function attributeOf(mesh: Mesh): BufferAttribute {
  const found = mesh.geometry.getAttribute(stickingAttribute);
  if (found instanceof BufferAttribute && mesh.geometry.userData.isCovered) return found;
  // Other meshes may use the geometry too, and are clean.
  mesh.geometry = shareGeometry(mesh.geometry);
  const { count } = mesh.geometry.getAttribute('position');
  const attribute = new BufferAttribute(new Uint8Array(count), 1, true);
  mesh.geometry.setAttribute(stickingAttribute, attribute);
  return attribute;
}

/** Returns a geometry with the same attributes. */
function shareGeometry(source: BufferGeometry): BufferGeometry {
  const out = new BufferGeometry();
  out.name = source.name;
  out.userData = { ...source.userData, isCovered: true };
  out.setIndex(source.index);
  for (const [name, attribute] of Object.entries(source.attributes)) out.setAttribute(name, attribute);
  Object.assign(out.morphAttributes, source.morphAttributes);
  out.morphTargetsRelative = source.morphTargetsRelative;
  for (const { start, count, materialIndex } of source.groups) out.addGroup(start, count, materialIndex);
  out.setDrawRange(source.drawRange.start, source.drawRange.count);
  out.boundingBox = source.boundingBox;
  out.boundingSphere = source.boundingSphere;
  return out;
}

function keyOf(positions: ArrayLike<number>, k: number): string {
  // Adding 0 converts −0 to 0.
  return `${positions[3 * k] + 0} ${positions[3 * k + 1] + 0} ${positions[3 * k + 2] + 0}`;
}
