import { type Box3, type InstancedMesh, Matrix4, type Mesh, type SkinnedMesh, type Sphere } from 'three';
import type { SurfaceShapes } from './pack-shapes.ts';

/** Bounds that a mesh may have in addition to those of its geometry. three.js uses the bounds of the mesh first. */
type Bounded = Mesh & { boundingSphere?: Sphere | null; boundingBox?: Box3 | null };

/**
 * Extends a mesh's bounds so that they contain its flesh, which would otherwise be culled while it is visible. The padding around the rest
 * shape is the maximum displacement for the maximum amplitudes so far.
 */
export class FleshBounds {
  /** Maximum displacement of a vertex at amplitude 1, mesh units, [columns]. 0 for amplitudes that do not move this mesh. */
  private readonly reach: Float64Array;
  /** Current padding of the bounds, mesh units. */
  private margin = 0;
  private readonly before: Pick<Bounded, 'boundingSphere' | 'boundingBox'>;
  private readonly hadOwn: boolean;

  constructor(
    private readonly mesh: Bounded,
    moved: readonly SurfaceShapes[],
    columnCount: number,
  ) {
    this.reach = new Float64Array(columnCount);
    for (const shapes of moved) measureReach(this.reach, shapes);
    this.hadOwn = mesh.boundingSphere !== undefined;
    this.before = { boundingSphere: mesh.boundingSphere, boundingBox: mesh.boundingBox };
    if (this.hadOwn) this.followComputed();
    else {
      const { geometry } = mesh;
      if (!geometry.boundingSphere) geometry.computeBoundingSphere();
      if (!geometry.boundingBox) geometry.computeBoundingBox();
      mesh.boundingSphere = geometry.boundingSphere!.clone();
      mesh.boundingBox = geometry.boundingBox!.clone();
    }
  }

  /** Extends the bounds if these amplitudes (all columns) displace vertices farther than all amplitudes before. */
  include(amplitudes: ArrayLike<number>): void {
    let margin = 0;
    for (let k = 0; k < this.reach.length; k++) {
      if (Number.isFinite(amplitudes[k])) margin += Math.abs(amplitudes[k]) * this.reach[k];
    }
    if (margin <= this.margin) return;
    // The padding grows in steps, so that growing amplitudes do not change the bounds in every frame.
    const wider = 1.25 * margin;
    this.expand(wider - this.margin);
    this.margin = wider;
  }

  dispose(): void {
    const { mesh, hadOwn, before } = this;
    delete (mesh as Partial<SkinnedMesh>).computeBoundingSphere;
    delete (mesh as Partial<SkinnedMesh>).computeBoundingBox;
    if (hadOwn) Object.assign(mesh, before);
    else {
      delete mesh.boundingSphere;
      delete mesh.boundingBox;
    }
  }

  private expand(by: number): void {
    const { boundingSphere, boundingBox } = this.mesh;
    const local = by * stretchOf(this.mesh);
    // If the bounds are not computed yet, the padding is added when they are computed.
    if (boundingSphere && !boundingSphere.isEmpty()) boundingSphere.radius += local;
    if (boundingBox && !boundingBox.isEmpty()) boundingBox.expandByScalar(local);
  }

  /** A skinned mesh computes its bounds from its pose when they are requested. The padding is added each time. */
  private followComputed(): void {
    const skinned = this.mesh as SkinnedMesh;
    const { computeBoundingSphere, computeBoundingBox } = Object.getPrototypeOf(skinned) as SkinnedMesh;
    const margin = () => this.margin * stretchOf(this.mesh);
    skinned.boundingSphere = skinned.boundingSphere?.clone() ?? null!;
    skinned.boundingBox = skinned.boundingBox?.clone() ?? null!;
    skinned.computeBoundingSphere = () => {
      computeBoundingSphere.call(skinned);
      skinned.boundingSphere.radius += margin();
    };
    skinned.computeBoundingBox = () => {
      computeBoundingBox.call(skinned);
      skinned.boundingBox.expandByScalar(margin());
    };
  }
}

/** Updates `reach` [columns]: the maximum displacement of a vertex at amplitude 1, mesh units. */
export function measureReach(reach: Float64Array, { surface, column }: SurfaceShapes): void {
  const stride = 3 * surface.vertices.length;
  const modeCount = stride === 0 ? 0 : surface.shapes.length / stride;
  for (let mode = 0; mode < modeCount; mode++) {
    let furthest = 0;
    for (let at = mode * stride; at < (mode + 1) * stride; at += 3) {
      const [x, y, z] = [surface.shapes[at], surface.shapes[at + 1], surface.shapes[at + 2]];
      furthest = Math.max(furthest, x * x + y * y + z * z);
    }
    reach[column + mode] = Math.max(reach[column + mode], Math.sqrt(furthest));
  }
}

const scratch = new Matrix4();

/**
 * Returns the maximum factor by which skinning or the matrix of an instance stretches a length in mesh space, in the mesh's local space.
 */
function stretchOf(mesh: Mesh): number {
  const { isSkinnedMesh, skeleton, bindMatrix, bindMatrixInverse } = mesh as SkinnedMesh;
  const { isInstancedMesh, count } = mesh as InstancedMesh;
  let stretch = 1e-12;
  if (isSkinnedMesh) {
    skeleton.bones.forEach((bone, joint) => {
      scratch.multiplyMatrices(bindMatrixInverse, bone.matrixWorld);
      scratch.multiply(skeleton.boneInverses[joint]).multiply(bindMatrix);
      stretch = Math.max(stretch, scratch.getMaxScaleOnAxis());
    });
    return stretch;
  }
  if (!isInstancedMesh) return 1;
  for (let k = 0; k < count; k++) {
    (mesh as InstancedMesh).getMatrixAt(k, scratch);
    stretch = Math.max(stretch, scratch.getMaxScaleOnAxis());
  }
  return stretch;
}
