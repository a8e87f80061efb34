import {
  Box3,
  type BufferAttribute,
  type Color,
  type InstancedBufferAttribute,
  InstancedBufferGeometry,
  Sphere,
  StaticDrawUsage,
} from 'three';
import { hashUnit } from '../../math/random.ts';
import type { Look } from './looks.ts';
import { PointColumn } from './point-columns.ts';
import type { PointsData } from './points-data.ts';
import { shadeSmoke } from './shade-smoke.ts';
import { sortByDepth } from './sort-by-depth.ts';

/** If there are more particles than this, they are not sorted, because sorting would take longer than a frame. */
const maxSorted = 100_000;
const firstCapacity = 256;

/**
 * Particles as instances of a shape, packed for the graphics card, with their bounds. A particle has 24 bytes, or 32 if particles rotate.
 */
export class PointInstances {
  readonly geometry = new InstancedBufferGeometry();
  readonly box = new Box3();

  private readonly sphere = new Sphere();
  private readonly sorts: boolean;
  private packed!: PointColumn;
  private colors!: PointColumn;
  private seeds!: PointColumn;
  private turns: PointColumn | null = null;
  private ids = new Uint32Array(0);
  private order = new Uint32Array(0);
  /** Fraction of the light that reaches each particle through the smoke. */
  private light = new Float32Array(0);
  /** Bytes uploaded by attributes that were replaced by larger ones. */
  private uploadedBefore = 0;
  private isSorted = false;
  private readonly sortedAlong = [0, 0, 0] as [number, number, number];

  constructor(
    private readonly look: Look,
    private readonly defaultSize: number,
    private readonly defaultColor: Color,
  ) {
    const { geometry } = this;
    this.sorts = look.blends;
    const shape = look.createShape();
    for (const [name, attribute] of Object.entries(shape.attributes)) {
      geometry.setAttribute(name, (attribute as BufferAttribute).clone());
    }
    if (shape.index) geometry.setIndex(shape.index.clone());
    if (look.kind === 'solid' && !geometry.hasAttribute('normal')) geometry.computeVertexNormals();
    geometry.boundingBox = this.box;
    geometry.boundingSphere = this.sphere;
    this.reserve(firstCapacity);
    this.show(0);
  }

  get count(): number {
    return this.geometry.instanceCount;
  }

  /** Total bytes passed to the renderer. */
  get uploadedBytes(): number {
    return this.uploadedBefore + this.columns.reduce((sum, column) => sum + column.uploadedBytes, 0);
  }

  /** Replaces the particles. Arrays are copied. */
  update(points: PointsData): void {
    const { count } = points;
    const { capacity } = this.packed;
    if (count > capacity) this.reserve(Math.max(count, 2 * capacity));
    this.writePositions(points);
    this.writeColors(points);
    this.writeSeeds(points);
    this.writeTurns(points);
    this.show(count);
    this.isSorted = false;
  }

  /** If the look needs it, sorts the particles from the farthest to the nearest along a direction of the object's own space. */
  sort(direction: readonly [number, number, number]): void {
    const { count, sortedAlong } = this;
    if (!this.sorts) return;
    const length = Math.hypot(direction[0], direction[1], direction[2]);
    const [x, y, z] = direction.map((part) => part / length) as [number, number, number];
    const turned = 1 - (x * sortedAlong[0] + y * sortedAlong[1] + z * sortedAlong[2]);
    // A change of one or two degrees is not visible.
    if (this.isSorted && turned < 5e-4) return;
    if (count <= maxSorted) sortByDepth(this.order, this.packed.values as Float32Array, count, [-x, -y, -z]);
    else if (!this.isSorted) for (let k = 0; k < count; k++) this.order[k] = k;
    for (const column of this.columns) column.reorder(this.order, count);
    sortedAlong.splice(0, 3, x, y, z);
    this.isSorted = true;
  }

  /** Whether particles are drawn in another order than they are written. */
  get isReordered(): boolean {
    return this.sorts;
  }

  /** Returns the attributes of `capacity` particles, into which a graphics card writes. What they contain is drawn until then. */
  drawFromCard(capacity: number): {
    readonly places: InstancedBufferAttribute;
    readonly colors: InstancedBufferAttribute;
  } {
    const before = this.packed.capacity < capacity ? [this.packed.words, this.colors.words] : null;
    if (before) this.reserve(capacity);
    before?.forEach((words, k) => {
      [this.packed, this.colors][k].words.set(words);
    });
    this.writeSeeds({ count: capacity, positions: this.packed.values as Float32Array });
    // The renderer uploads dynamic attributes for every picture.
    for (const { attribute } of [this.packed, this.colors]) attribute.setUsage(StaticDrawUsage);
    return { places: this.packed.attribute, colors: this.colors.attribute };
  }

  /** Draws the first `count` particles of the card. */
  showFromCard(count: number): void {
    this.geometry.instanceCount = count;
  }

  dispose(): void {
    this.geometry.dispose();
  }

  private get columns(): PointColumn[] {
    return [this.packed, this.colors, this.seeds, this.turns].filter((column) => column !== null);
  }

  /** Creates larger attributes. `dispose` frees the buffers of the old ones, because buffers cannot grow. */
  private reserve(capacity: number): void {
    const { geometry, sorts, look } = this;
    if (this.packed) this.uploadedBefore = this.uploadedBytes;
    geometry.dispose();
    this.packed = new PointColumn('place', capacity, sorts);
    this.colors = new PointColumn('color', capacity, sorts);
    this.seeds = new PointColumn('seed', capacity, sorts);
    this.turns = look.turns ? new PointColumn('turn', capacity, sorts) : null;
    this.ids = new Uint32Array(capacity);
    (this.seeds.values as Float32Array).fill(hashUnit(0, 0));
    if (sorts) this.order = new Uint32Array(capacity);
    if (look.kind === 'smoke') this.light = new Float32Array(capacity);
    geometry.setAttribute('pointPosition', this.packed.attribute);
    geometry.setAttribute('pointColor', this.colors.attribute);
    geometry.setAttribute('pointSeed', this.seeds.attribute);
    if (this.turns) geometry.setAttribute('pointTurn', this.turns.attribute);
  }

  private show(count: number): void {
    this.geometry.instanceCount = count;
    this.box.getBoundingSphere(this.sphere);
  }

  private writePositions({ count, positions, sizes }: PointsData): void {
    const packed = this.packed.values as Float32Array;
    const { defaultSize, box } = this;
    let [first, last] = [count, -1];
    let [minX, minY, minZ, maxX, maxY, maxZ] = [
      Infinity,
      Infinity,
      Infinity,
      -Infinity,
      -Infinity,
      -Infinity,
    ];
    let largest = 0;
    for (let k = 0; k < count; k++) {
      const at = 4 * k;
      const x = positions[3 * k];
      const y = positions[3 * k + 1];
      const z = positions[3 * k + 2];
      const size = sizes ? sizes[k] : defaultSize;
      // A NaN position fails every comparison, so it does not affect the bounds.
      if (x < minX) minX = x;
      if (y < minY) minY = y;
      if (z < minZ) minZ = z;
      if (x > maxX) maxX = x;
      if (y > maxY) maxY = y;
      if (z > maxZ) maxZ = z;
      if (size > largest) largest = size;
      if (packed[at] === x && packed[at + 1] === y && packed[at + 2] === z && packed[at + 3] === size)
        continue;
      packed[at] = x;
      packed[at + 1] = y;
      packed[at + 2] = z;
      packed[at + 3] = size;
      if (first === count) first = k;
      last = k;
    }
    box.min.set(minX, minY, minZ);
    box.max.set(maxX, maxY, maxZ);
    if (!box.isEmpty()) box.expandByScalar(this.look.reach * largest);
    this.packed.change(first, last);
  }

  private writeColors({ count, colors }: PointsData): void {
    const { words } = this.colors;
    const { look, light, defaultColor, box } = this;
    const isShaded = look.kind === 'smoke';
    if (isShaded) {
      const packed = this.packed.values as Float32Array;
      shadeSmoke(light, packed, colors ?? null, count, box.min.toArray(), box.max.toArray());
    }
    const { r, g, b } = defaultColor;
    let [first, last] = [count, -1];
    for (let k = 0; k < count; k++) {
      const fraction = isShaded ? light[k] : 1;
      const color = colors
        ? packColor(
            fraction * colors[4 * k],
            fraction * colors[4 * k + 1],
            fraction * colors[4 * k + 2],
            colors[4 * k + 3],
          )
        : packColor(fraction * r, fraction * g, fraction * b, 1);
      if (words[k] === color) continue;
      words[k] = color;
      if (first === count) first = k;
      last = k;
    }
    this.colors.change(first, last);
  }

  private writeSeeds({ count, ids }: PointsData): void {
    const seeds = this.seeds.values as Float32Array;
    let [first, last] = [count, -1];
    for (let k = 0; k < count; k++) {
      const id = ids ? ids[k] : k;
      if (this.ids[k] === id) continue;
      this.ids[k] = id;
      seeds[k] = hashUnit(0, id);
      if (first === count) first = k;
      last = k;
    }
    this.seeds.change(first, last);
  }

  private writeTurns({ count, orientations }: PointsData): void {
    const { turns } = this;
    if (!turns) return;
    const values = turns.values as Int16Array;
    let [first, last] = [count, -1];
    for (let k = 0; k < count; k++) {
      let isSame = true;
      for (let c = 0; c < 4; c++) {
        const value = Math.round(32767 * (orientations ? orientations[4 * k + c] : c === 3 ? 1 : 0));
        if (values[4 * k + c] === value) continue;
        values[4 * k + c] = value;
        isSame = false;
      }
      if (isSame) continue;
      if (first === count) first = k;
      last = k;
    }
    turns.change(first, last);
  }
}

/** Number of steps of linear light in the table. Four of these steps are below the first step of 8-bit sRGB. */
const lightSteps = 1 << 14;
const screenBytes = Uint8Array.from({ length: lightSteps + 1 }, (_, step) => {
  const light = step / lightSteps;
  return Math.round(255 * (light < 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** Packs linear light and opacity into four bytes. The light is converted to sRGB. Values out of range are clamped. */
function packColor(red: number, green: number, blue: number, opacity: number): number {
  const alpha = Math.round(255 * clampUnit(opacity));
  return (toByte(red) | (toByte(green) << 8) | (toByte(blue) << 16) | (alpha << 24)) >>> 0;
}

function toByte(light: number): number {
  return screenBytes[(clampUnit(light) * lightSteps + 0.5) | 0];
}

function clampUnit(value: number): number {
  return value > 0 ? (value < 1 ? value : 1) : 0;
}
