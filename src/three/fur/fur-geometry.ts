import {
  Box3,
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Sphere,
  StaticDrawUsage,
  Vector3,
} from 'three';
import { type CoatCopies, copyForProjections } from './coat-copies.ts';
import type { ShellsData, ShellsMotion } from './shells-data.ts';

/** Number of values of a vertex that change: three each for root, normal, offset. */
const stride = 9;

/** The skin of all shells as instanced geometry: an instance is a layer. The data that changes is uploaded as one buffer. */
export class FurGeometry {
  readonly geometry = new InstancedBufferGeometry();
  readonly box = new Box3();
  private readonly copies: CoatCopies;
  /** The data that changes: root, normal and offset of each vertex. */
  readonly moving: InterleavedBuffer;
  private readonly used: Uint32Array;
  /** Length of the longest strand in its rest shape, m. */
  readonly longest: number;
  private readonly reach: number;

  constructor(shells: ShellsData) {
    const { look, lengths, densities, colors, texcoords } = shells;
    const copies = copyForProjections(shells, look.tile);
    const { vertexOf, positions, tones } = copies;
    const count = vertexOf.length;
    const { geometry } = this;
    this.copies = copies;
    this.used = Uint32Array.from(new Set(vertexOf)).sort();
    let longest = 0;
    for (const vertex of this.used) longest = Math.max(longest, lengths[vertex]);
    this.longest = longest;
    // The tangential form of eq. 4 lengthens strands.
    this.reach = longest * (look.bend === 'tangential' ? Math.SQRT2 : 1);
    this.moving = new InterleavedBuffer(new Float32Array(stride * count), stride);
    this.moving.setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', new InterleavedBufferAttribute(this.moving, 3, 0));
    geometry.setAttribute('normal', new InterleavedBufferAttribute(this.moving, 3, 3));
    geometry.setAttribute('furOffset', new InterleavedBufferAttribute(this.moving, 3, 6));
    const strands = new Float32Array(3 * count);
    for (let k = 0; k < count; k++) {
      const length = lengths[vertexOf[k]];
      strands.set([length, densities[vertexOf[k]], length / longest], 3 * k);
    }
    geometry.setAttribute('furPosition', new BufferAttribute(positions, 2));
    geometry.setAttribute('furTones', new BufferAttribute(tones, 2));
    geometry.setAttribute('furStrand', new BufferAttribute(strands, 3));
    if (colors) geometry.setAttribute('furColor', new BufferAttribute(pick(colors, vertexOf, 3), 3));
    if (texcoords) geometry.setAttribute('furTexcoord', new BufferAttribute(pick(texcoords, vertexOf, 2), 2));
    geometry.setIndex(new BufferAttribute(copies.indices, 1));
    geometry.boundingBox = this.box;
    geometry.boundingSphere = new Sphere();
    this.update(shells);
  }

  /** True if there are no strands. */
  get isEmpty(): boolean {
    return this.copies.indices.length === 0;
  }

  /** Number of triangles of one layer. */
  get triangleCount(): number {
    return this.copies.indices.length / 3;
  }

  /** The vertex of the shells of each vertex. */
  get vertexOf(): Uint32Array {
    return this.copies.vertexOf;
  }

  /** Whether a graphics card writes what is drawn. Renderers upload dynamic data before every picture. */
  set isOnCard(value: boolean) {
    this.moving.setUsage(value ? StaticDrawUsage : DynamicDrawUsage);
  }

  /** Copies the current state. */
  update({ roots, normals, offsets }: ShellsMotion): void {
    const { vertexOf } = this.copies;
    const out = this.moving.array;
    for (let k = 0, o = 0; k < vertexOf.length; k++, o += stride) {
      const v = 3 * vertexOf[k];
      out[o] = roots[v];
      out[o + 1] = roots[v + 1];
      out[o + 2] = roots[v + 2];
      out[o + 3] = normals[v];
      out[o + 4] = normals[v + 1];
      out[o + 5] = normals[v + 2];
      out[o + 6] = offsets[v];
      out[o + 7] = offsets[v + 1];
      out[o + 8] = offsets[v + 2];
    }
    this.moving.needsUpdate = true;
    this.measure(roots);
  }

  dispose(): void {
    this.geometry.dispose();
  }

  /** Sets the bounds from points that contain the skin, m, [3 · n]. */
  bound(points: ArrayLike<number>): void {
    this.box.makeEmpty();
    for (let k = 0; k < points.length; k += 3) this.box.expandByPoint(point.fromArray(points, k));
    this.extend();
  }

  private measure(roots: Float32Array): void {
    const { box, used } = this;
    box.makeEmpty();
    for (const vertex of used) box.expandByPoint(point.fromArray(roots, 3 * vertex));
    this.extend();
  }

  /** Extends the bounding box of the skin by the maximum length of strands in all directions. */
  private extend(): void {
    const { box, reach } = this;
    if (!box.isEmpty()) box.expandByScalar(reach);
    box.getBoundingSphere(this.geometry.boundingSphere!);
  }
}

const point = new Vector3();

function pick(values: Float32Array, vertexOf: Uint32Array, width: number): Float32Array {
  const out = new Float32Array(width * vertexOf.length);
  for (let k = 0; k < vertexOf.length; k++) {
    for (let c = 0; c < width; c++) out[width * k + c] = values[width * vertexOf[k] + c];
  }
  return out;
}
