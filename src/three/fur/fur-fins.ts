import {
  BufferAttribute,
  type Camera,
  type DataTexture,
  DynamicDrawUsage,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  LOD,
  type Material,
  Matrix4,
  Mesh,
  type Sphere,
  StaticDrawUsage,
  Vector4,
} from 'three';
import { FinEdges, finAttributes, finStride } from './fin-edges.ts';
import { createFinTexture } from './fin-texture.ts';
import type { FinMaterial, FurMaterials } from './fur-shading.ts';
import type { ShellsData, ShellsMotion } from './shells-data.ts';

/** Number of segments of a fin over its height. Several are needed because strands bend. */
const pieces = 8;

/**
 * Fins at the silhouette, where shells are seen from the side: edges of the skin extruded along their strands, with blades seen from the
 * side. Only fins whose skin the camera sees edge-on are drawn. They are computed before each picture.
 */
export class FurFins extends LOD {
  readonly mesh: Mesh<InstancedBufferGeometry, Material>;
  readonly edges: FinEdges;
  /** The fins that are drawn. */
  readonly values: InstancedInterleavedBuffer;
  private readonly material: FinMaterial;
  private readonly texture: DataTexture;
  /** Finds the fins that are seen from a position in the object's own space on the graphics card that draws. Null: they are found here. */
  private collector: ((eye: readonly number[]) => void) | null = null;
  private found = 0;
  private seenBy: Camera | null = null;

  constructor(
    shells: ShellsData,
    materials: FurMaterials,
    private motion: ShellsMotion,
    sphere: Sphere,
  ) {
    super();
    this.name = 'fins';
    this.edges = new FinEdges(shells);
    this.texture = createFinTexture(shells.look.textures);
    this.material = materials.createFins(this.texture);
    const geometry = createStrip();
    this.values = new InstancedInterleavedBuffer(new Float32Array(finStride * this.edges.count), finStride);
    this.values.setUsage(DynamicDrawUsage);
    finAttributes.forEach((name, k) => {
      geometry.setAttribute(name, new InterleavedBufferAttribute(this.values, 4, 4 * k));
    });
    geometry.boundingSphere = sphere;
    this.mesh = new Mesh(geometry, this.material.surface);
    this.mesh.receiveShadow = true;
    this.mesh.visible = this.edges.count > 0;
    this.add(this.mesh);
  }

  /** Uses these arrays from now on. */
  follow(motion: ShellsMotion): void {
    this.motion = motion;
  }

  /** Draws the fins that `collector` writes into the buffer of `values`. Null: those that are found here. */
  drawFrom(collector: ((eye: readonly number[]) => void) | null): void {
    this.collector = collector;
    this.seenBy = null;
    this.values.setUsage(collector ? StaticDrawUsage : DynamicDrawUsage);
    this.values.clearUpdateRanges();
  }

  /** Sets the opacity of the fins in the next picture, 0 to 1, and the camera of that picture. */
  show(fraction: number, camera: Camera): void {
    this.material.setShare(fraction);
    // For shadow maps, which it draws before the picture, WebGPURenderer passes other cameras.
    if (camera !== this.seenBy) this.update(camera);
    this.mesh.geometry.instanceCount = fraction > 0 ? this.found : 0;
  }

  /** Renderers pass the camera to a LOD before they visit its children. So the fins are updated before anything is uploaded. */
  override update(camera: Camera): void {
    if (!this.mesh.visible) return;
    this.seenBy = camera;
    inverse.copy(this.matrixWorld).invert();
    if (camera.projectionMatrix.elements[15] === 1) eye.set(0, 0, 1, 0).applyMatrix4(camera.matrixWorld);
    else eye.set(0, 0, 0, 1).applyMatrix4(camera.matrixWorld);
    eye.applyMatrix4(inverse);
    if (this.collector) {
      // Those that are not seen edge-on have no size.
      this.found = this.edges.count;
      this.mesh.geometry.instanceCount = this.found;
      this.collector(eye.toArray());
      return;
    }
    this.found = this.edges.collect(this.values.array as Float32Array, this.motion, eye.toArray());
    this.mesh.geometry.instanceCount = this.found;
    this.values.clearUpdateRanges();
    this.values.addUpdateRange(0, finStride * this.found);
    if (this.found > 0) this.values.needsUpdate = true;
  }

  override dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
    this.texture.dispose();
  }
}

const inverse = new Matrix4();
const eye = new Vector4();

/** Creates a strip: x goes from 0 at one end to 1 at the other, y from 0 to 1 upward. */
function createStrip(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const positions: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= pieces; row++) {
    positions.push(0, row / pieces, 0, 1, row / pieces, 0);
    if (row === pieces) break;
    const k = 2 * row;
    indices.push(k, k + 1, k + 3, k, k + 3, k + 2);
  }
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  // Shaders require this attribute even if they do not use it.
  const normals = positions.map((_, k) => (k % 3 === 2 ? 1 : 0));
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3));
  geometry.setIndex(indices);
  return geometry;
}
