import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  type ColorRepresentation,
  DynamicDrawUsage,
  Points,
  PointsMaterial,
  Sphere,
} from 'three';

export interface PointsObjectOptions {
  /** Diameter, m. Default 0.01. WebGPU draws points of one pixel, whatever their size. */
  readonly size?: number;
  readonly color?: ColorRepresentation;
}

/** Loose points on the screen, as many as there are at a time: what a system that shows `points` is drawn with. */
export class PointsObject extends Points<BufferGeometry, PointsMaterial> {
  private readonly box = new Box3();

  constructor(options: PointsObjectOptions = {}) {
    super(
      new BufferGeometry(),
      new PointsMaterial({ size: options.size ?? 0.01, color: options.color ?? 'white' }),
    );
    this.name = 'points';
    this.geometry.boundingBox = this.box;
    this.geometry.boundingSphere = new Sphere();
    this.reserve(256);
    this.update(new Float32Array(0));
  }

  /** Shows points [3 · count] in place of those before, m. The array is copied; only what is shown is uploaded. */
  update(positions: ArrayLike<number>): void {
    const count = positions.length / 3;
    if (count > this.positions.count) this.reserve(Math.max(count, 2 * this.positions.count));
    const attribute = this.positions;
    (attribute.array as Float32Array).set(positions);
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, positions.length);
    attribute.needsUpdate = true;
    this.geometry.setDrawRange(0, count);
    this.visible = count > 0;
    this.box.setFromArray(positions as number[]);
    this.box.getBoundingSphere(this.geometry.boundingSphere!);
  }

  override dispose(): void {
    this.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
  }

  private get positions(): BufferAttribute {
    return this.geometry.getAttribute('position') as BufferAttribute;
  }

  /** A larger attribute; the old one's buffer goes with `dispose`, as buffers cannot grow. */
  private reserve(count: number): void {
    this.geometry.dispose();
    const attribute = new BufferAttribute(new Float32Array(3 * count), 3);
    attribute.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', attribute);
  }
}
