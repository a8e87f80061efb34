import {
  Box3,
  DataTexture,
  FloatType,
  Matrix4,
  type Mesh,
  RGBAFormat,
  type SkinnedMesh,
  Vector3,
} from 'three';

/** Poses of one mesh in a texture: one row for each pose, three texels for each joint. A mesh without a skin counts as its only joint. */
export class JointTexture {
  readonly texture: DataTexture;
  readonly jointCount: number;
  /** For each pose, the bounds of its vertices without flesh. Empty before the pose is read. */
  readonly bounds: readonly Box3[];
  /** Maximum factor by which any pose so far stretches a length in mesh space. */
  stretch = 0;
  private readonly texels: Float32Array<ArrayBuffer>;
  /** For each joint, the bounds in the rest pose of the vertices that it moves. */
  private readonly grips: readonly Box3[];

  constructor(
    private readonly mesh: Mesh,
    poseCount: number,
  ) {
    const { isSkinnedMesh, skeleton } = mesh as SkinnedMesh;
    this.jointCount = isSkinnedMesh ? skeleton.bones.length : 1;
    this.texels = new Float32Array(12 * this.jointCount * poseCount);
    this.texture = new DataTexture(this.texels, 3 * this.jointCount, poseCount, RGBAFormat, FloatType);
    this.texture.needsUpdate = true;
    this.bounds = Array.from({ length: poseCount }, () => new Box3());
    this.grips = gripsOf(mesh, this.jointCount);
  }

  get byteLength(): number {
    return this.texels.byteLength;
  }

  /** Writes the mesh's current pose. toSpace: transform from the world to the space of the pose. */
  write(pose: number, toSpace: Matrix4): void {
    const bounds = this.bounds[pose].makeEmpty();
    for (let joint = 0; joint < this.jointCount; joint++) {
      readJoint(this.mesh, joint, toSpace);
      const { elements } = matrix;
      const at = 12 * (pose * this.jointCount + joint);
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 4; column++) {
          this.texels[at + 4 * row + column] = elements[4 * column + row];
        }
      }
      if (this.grips[joint].isEmpty()) continue;
      bounds.union(box.copy(this.grips[joint]).applyMatrix4(matrix));
      this.stretch = Math.max(this.stretch, matrix.getMaxScaleOnAxis());
    }
  }

  /** Writes the matrices of a pose, column-major, [16 · jointCount]. */
  read(pose: number, out: Float64Array): void {
    for (let joint = 0; joint < this.jointCount; joint++) {
      const at = 12 * (pose * this.jointCount + joint);
      for (let k = 0; k < 16; k++) {
        const [row, column] = [k % 4, k >> 2];
        out[16 * joint + k] = row < 3 ? this.texels[at + 4 * row + column] : column === 3 ? 1 : 0;
      }
    }
  }

  flush(): void {
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}

const matrix = new Matrix4();
const box = new Box3();
const point = new Vector3();

/** Writes to `matrix` the transform by one joint from the mesh's rest shape to the space. */
function readJoint(mesh: Mesh, joint: number, toSpace: Matrix4): void {
  matrix.multiplyMatrices(toSpace, mesh.matrixWorld);
  const { isSkinnedMesh, skeleton, bindMatrix, bindMatrixInverse } = mesh as SkinnedMesh;
  if (!isSkinnedMesh) return;
  matrix.multiply(bindMatrixInverse).multiply(skeleton.bones[joint].matrixWorld);
  matrix.multiply(skeleton.boneInverses[joint]).multiply(bindMatrix);
}

/**
 * Returns for each joint the bounds of the vertices that it moves. A skinned vertex is a weighted mean of the positions that the single
 * joints would give it, so it is within the bounds of these positions.
 */
function gripsOf({ geometry }: Mesh, jointCount: number): Box3[] {
  const grips = Array.from({ length: jointCount }, () => new Box3());
  const position = geometry.getAttribute('position');
  const [index, weight] = [geometry.getAttribute('skinIndex'), geometry.getAttribute('skinWeight')];
  for (let vertex = 0; vertex < position.count; vertex++) {
    point.fromBufferAttribute(position, vertex);
    if (!index || !weight) {
      grips[0].expandByPoint(point);
      continue;
    }
    for (let k = 0; k < 4; k++) {
      if (weight.getComponent(vertex, k) > 0) grips[index.getComponent(vertex, k)]?.expandByPoint(point);
    }
  }
  return grips;
}
