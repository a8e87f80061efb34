import { boundsOfPoints } from '../../geometry/bounds.ts';
import type { Vector } from '../../geometry/vector.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import type { Floor } from '../floor.ts';
import { convexHull } from '../travel/convex-hull.ts';
import { bellWeights } from '../travel/grid-cache.ts';
import { type Bearing, bearingForce, columnPressure, findDepth, widthOfHull } from './footprint.ts';
import { findFrontSoil } from './front-soil.ts';
import { type EnvelopeColumn, LowerEnvelope, type PosedTriangles } from './lower-envelope.ts';
import {
  areaAround,
  type GroundArea,
  type GroundMemory,
  type PressedDepth,
  PressHistory,
  type PressSource,
} from './pressed-ground.ts';
import { gravity, type Soil, sinkageModulus, tabulatePressure } from './soil.ts';

/** What the ground needs to know about a body. SI units, world axes. */
export interface AnsweredBody {
  readonly soil: Soil;
  /** kg. */
  readonly mass: number;
  /** Height of the untouched ground. */
  readonly floor: Floor;
  /** Start of the motion, s. */
  readonly startTime: number;
  /** Fraction of the displacement that is applied, 0 to 1. Default 1. */
  readonly amount?: number;
  /** What the ground remembers of others. Absent: nothing. */
  readonly memory?: GroundMemory | null;
  /** Returns the surfaces of the body at a time. */
  surfacesAt(t: number): readonly PosedTriangles[];
}

/** What the ground did to a body at one time. SI units. */
export interface BodySample {
  /** Load, N. */
  readonly load: number;
  /** How far the body is displaced downward. Negative: upward, out of the ground in which the motion put it. */
  readonly displacement: number;
  /** Depth of the lowest point of the body below the surface; 0 in the air. */
  readonly sinkage: number;
  /** Horizontal force of the ground against the motion, N: of compaction, and of the soil that vertical sides push. It does not change the motion. */
  readonly drag: number;
  readonly isLimited: boolean;
}

/** Depths are computed at this rate, 1 / s. */
export const bodyRate = 60;
/** A body sinks at most this fraction of its height. */
export const maxBodySinkage = 0.25;
/** A body whose lowest point is higher than this above the ground does not touch it, m. From there to 0, the answer of the ground grows. */
const touchHeight = 0.02;
/** The load of a body that falls onto the ground is at most this multiple of its weight. */
const maxLoad = 5;
/** Maximum number of times that the width of the contact is computed. */
const maxPasses = 3;
/** A body that is slower than this, m/s, has no drag. */
const minSpeed = 0.01;
/** Accelerations are averaged over this number of samples to either side. */
const averagedSamples = 3;
/** The ground below a body has about this number of columns along the longest side of the body, with a size in these limits, m. */
const columnsAlong = 40;
const [minCell, maxCell] = [0.004, 0.05];

/**
 * Computes how deep the ground lets a body sink: a prop, a wheel, or a character that lies, falls or stands. At each sample the lower side of the
 * body is rasterised into columns, and the body is displaced to the depth at which the ground carries its load. Columns that were pressed before carry
 * nothing above the depth to which they were pressed, so a wheel rests on the ground ahead of it.
 */
export class BodyResponse implements PressSource {
  private readonly samples: BodySample[] = [];
  /** The middle of the body at each sample that was posed. */
  private readonly middles: Vector[] = [];
  /** Surfaces at samples that were posed for their height and are still to be answered. */
  private readonly posed = new Map<number, readonly PosedTriangles[]>();
  private readonly pressed = new Map<number, number>();
  /** What others may ask for. Null if nobody does. */
  private readonly history: PressHistory | null;
  private readonly envelope: LowerEnvelope;
  private readonly limit: number;
  private readonly pressure: (depth: number) => number;

  constructor(private readonly body: AnsweredBody) {
    const surfaces = body.surfacesAt(body.startTime);
    const { size, height } = measureBox(surfaces);
    const envelope = new LowerEnvelope(Math.min(maxCell, Math.max(minCell, size / columnsAlong)));
    this.envelope = envelope;
    this.limit = maxBodySinkage * height;
    this.pressure = tabulatePressure(body.soil, this.limit);
    this.history = body.memory?.isSource ? new PressHistory(envelope.cell) : null;
    if (this.history) body.memory!.pressed.add(this);
  }

  pressedBefore(t: number, area: GroundArea): PressedDepth | null {
    const { startTime, amount = 1 } = this.body;
    while (startTime + this.samples.length / bodyRate < t) {
      this.sampleAt(this.samples.length);
    }
    return this.history?.before(t, area, amount) ?? null;
  }

  /** Returns how far the body is displaced downward at a time in seconds, m. */
  displacementAt(t: number): number {
    const u = Math.max(0, (t - this.body.startTime) * bodyRate);
    const k = Math.floor(u);
    const [from, to] = [this.sampleAt(k), this.sampleAt(k + 1)];
    return from.displacement + (to.displacement - from.displacement) * (u - k);
  }

  /** Returns what the ground did at sample k; samples are 1 / 60 s apart, the first is at the start. */
  sampleAt(k: number): BodySample {
    while (this.samples.length <= k) this.samples.push(this.answer(this.samples.length));
    return this.samples[k];
  }

  private answer(k: number): BodySample {
    const { soil, mass, floor } = this.body;
    // The acceleration needs later samples too. Each is posed once.
    while (this.middles.length <= k + averagedSamples + 1) this.poseNext();
    const under = this.envelope.of(this.posed.get(k)!, this.limit);
    const columns = [...under.values()];
    this.posed.delete(k);
    const gaps = columns.map(({ x, z, y }) => y - floor(x, z));
    const lowest = gaps.reduce((min, gap) => Math.min(min, gap), Number.POSITIVE_INFINITY);
    if (!(lowest < touchHeight)) return { load: 0, displacement: 0, sinkage: 0, drag: 0, isLimited: false };
    const load = mass * Math.min(maxLoad * gravity, Math.max(0, gravity + this.accelerationAt(k)));
    const columnArea = this.envelope.cell * this.envelope.cell;
    const t = this.body.startTime + k / bodyRate;
    const before = this.findPressed(t, columns);
    const given = {
      pressure: this.pressure,
      columnArea,
      gaps: Float64Array.from(gaps),
      pressed: Float64Array.from(columns, ({ key, x, z }) =>
        Math.max(this.pressed.get(key) ?? 0, before?.(x, z) ?? 0),
      ),
    };
    const range = { from: lowest, max: lowest + this.limit };
    // The width of the contact follows from the depth, and the depth from the width.
    let bearing: Bearing = { ...given, modulus: 0 };
    let [depth, width] = [range.max, 0];
    for (let pass = 0; pass < maxPasses; pass++) {
      const touching = columns.flatMap(({ x, z }, c) => (gaps[c] < depth ? [x, z] : []));
      const touched = this.envelope.cell + widthOfHull(convexHull(touching));
      if (touched === width) break;
      width = touched;
      bearing = { ...given, modulus: sinkageModulus(soil, width) };
      depth = findDepth(bearing, load, range);
    }
    const isLimited = depth === range.max && bearingForce(bearing, depth) < load;
    // A body just above the ground is not drawn down to it at once.
    const weight = Math.min(1, Math.max(0, (touchHeight - lowest) / touchHeight));
    const displacement = depth * weight;
    const drag = this.dragOf(k, under, bearing, displacement);
    columns.forEach(({ key, x, z }, c) => {
      const sinkage = displacement - gaps[c];
      if (!(sinkage > (this.pressed.get(key) ?? 0))) return;
      this.pressed.set(key, sinkage);
      this.history?.add(key, x, z, t, sinkage);
    });
    return { load, displacement, sinkage: Math.max(0, displacement - lowest), drag, isLimited };
  }

  /** Returns the horizontal force of the ground against the motion of the body at sample k, N. */
  private dragOf(
    k: number,
    under: ReadonlyMap<number, EnvelopeColumn>,
    bearing: Bearing,
    displacement: number,
  ): number {
    const { soil, floor } = this.body;
    const [before, after] = [this.middles[Math.max(0, k - 1)], this.middles[k + 1]];
    const [x, z] = [after[0] - before[0], after[2] - before[2]];
    const way = Math.sqrt(x * x + z * z);
    if (!(way * bodyRate > minSpeed)) return 0;
    const [aheadX, aheadZ] = [x / way, z / way];
    let drag = 0;
    let c = 0;
    for (const { slopeX, slopeZ } of under.values()) {
      const pressure = columnPressure(bearing, c++, displacement);
      if (pressure > 0) drag += bearing.columnArea * pressure * (slopeX * aheadX + slopeZ * aheadZ);
    }
    const depthOf = (column: EnvelopeColumn) => displacement - column.y + floor(column.x, column.z);
    const pressedAt = (key: number) => this.pressed.get(key) ?? 0;
    for (const front of findFrontSoil(soil, under, this.envelope.cell, depthOf, pressedAt)) {
      drag += front.strength * Math.max(0, front.x * aheadX + front.z * aheadZ);
    }
    return Math.max(0, drag);
  }

  /** Returns how deep others pressed the ground below columns before a time. Null if they did not. */
  private findPressed(t: number, columns: readonly EnvelopeColumn[]): PressedDepth | null {
    const { memory } = this.body;
    if (!memory || columns.length === 0) return null;
    const area = areaAround(
      columns.flatMap(({ x, z }) => [x, z]),
      0,
    );
    return memory.pressed.before(t, area, this);
  }

  /** Returns the vertical acceleration of the middle of the body, m / s². Before the start, the body has the height that it has at the start. */
  private accelerationAt(k: number): number {
    return accelerationWeights.reduce((sum, weight, i) => {
      const n = k + i - averagedSamples;
      const [before, here, after] = [n - 1, n, n + 1].map((at) => this.middles[Math.max(0, at)][1]);
      const second = before - 2 * here + after;
      return sum + weight * second * bodyRate * bodyRate;
    }, 0);
  }

  private poseNext(): void {
    const k = this.middles.length;
    const surfaces = this.body.surfacesAt(this.body.startTime + k / bodyRate);
    const sum: Vector = [0, 0, 0];
    let count = 0;
    for (const { positions } of surfaces) {
      for (let i = 0; i < positions.length; i += 3)
        for (let axis = 0; axis < 3; axis++) sum[axis] += positions[i + axis];
      count += positions.length / 3;
    }
    this.middles.push([sum[0] / count, sum[1] / count, sum[2] / count]);
    this.posed.set(k, surfaces);
  }
}

const accelerationWeights = bellWeights(averagedSamples);

/** Returns the longest side of the box around surfaces, and its height. */
function measureBox(surfaces: readonly PosedTriangles[]): { size: number; height: number } {
  const boxes = surfaces.map(({ positions }) => boundsOfPoints(positions));
  const sides = [0, 1, 2].map(
    (axis) => maxOf(boxes.map(({ max }) => max[axis])) - minOf(boxes.map(({ min }) => min[axis])),
  );
  return { size: maxOf(sides), height: sides[1] };
}
