import { norm } from '../../geometry/vector.ts';
import { atan2 } from '../../math/portable.ts';
import type { NodeShapes, ShapePart } from './gather-shapes.ts';
import type { RotatedNormals } from './rotated-normals.ts';

/** Deviation of the written motion from the simulation, at the keys. */
export interface ReductionError {
  /** Maximum and root mean square displacement of the flesh, metres. The error is compared with it. */
  readonly motion: { readonly maxMetres: number; readonly rmsMetres: number };
  /** Maximum and root mean square distance between written and simulated positions, in metres and as fractions of the motion. */
  readonly error: {
    readonly maxMetres: number;
    readonly rmsMetres: number;
    readonly maxFraction: number;
    readonly rmsFraction: number;
  };
  /** Angle between the written normals and the file's normals after these are rotated with the shown triangles. Null without normals. */
  readonly normals: NormalError | null;
  /** The same angle, but the file's normals are rotated with the triangles of the simulated motion. */
  readonly simulatedNormals: NormalError | null;
}

/** Maximum and root mean square angle, degrees, and the fraction of surface and time in which the angle is at most half a degree. */
export interface NormalError {
  readonly largestDegrees: number;
  readonly rmsDegrees: number;
  readonly withinHalfDegree: number;
}

/** The written deltas of one part. Each array is [3 · vertexCount] for one target. */
export interface PartDeltas {
  readonly positions: readonly Float32Array[];
  readonly normals: readonly Float32Array[] | null;
}

/**
 * Measures the deviation of the written deltas from the modes at samples of the motion. Amplitudes [sampleCount · modeCount] are given
 * twice: as simulated, and as the sum of the targets. Weights [sampleCount · targetCount] are as written.
 */
export function measureReduction(
  shapes: NodeShapes,
  turned: RotatedNormals | null,
  deltas: readonly PartDeltas[],
  { simulated, shown, weights }: { simulated: Float64Array; shown: Float64Array; weights: Float32Array },
): ReductionError {
  const { modeCount } = shapes;
  const sampleCount = simulated.length / modeCount;
  const motion = new Spread();
  const error = new Spread();
  const angle = new Spread();
  const simulatedAngle = new Spread();
  shapes.parts.forEach((part, index) => {
    const { positions } = deltas[index];
    const rows = new Float64Array(3 * modeCount);
    const deltaRows = new Float64Array(3 * positions.length);
    for (let k = 0; k < part.vertices.length; k++) {
      gatherRows(rows, part.shapes, 3 * part.vertices.length, k);
      gatherDeltas(deltaRows, positions, k);
      const scale = part.scales[k];
      const area = part.areas[k];
      for (let sample = 0; sample < sampleCount; sample++) {
        sum3(moved, rows, simulated, sample * modeCount, modeCount);
        motion.add(scale * norm(moved), area);
        sum3(written, deltaRows, weights, sample * positions.length, positions.length);
        for (let axis = 0; axis < 3; axis++) written[axis] -= moved[axis];
        error.add(scale * norm(written), area);
      }
    }
  });
  if (turned) {
    const angles: [Spread, Float64Array][] = [
      [angle, shown],
      [simulatedAngle, simulated],
    ];
    for (const [spread, amplitudes] of angles) {
      for (let sample = 0; sample < sampleCount; sample++) {
        turned.measure(amplitudes, sample * modeCount);
        shapes.parts.forEach((part, index) => {
          addAngles(spread, part, deltas[index].normals, turned, index, weights, sample);
        });
      }
    }
  }
  return {
    motion: { maxMetres: motion.largest, rmsMetres: motion.rms },
    error: {
      maxMetres: error.largest,
      rmsMetres: error.rms,
      maxFraction: motion.largest > 0 ? error.largest / motion.largest : 0,
      rmsFraction: motion.rms > 0 ? error.rms / motion.rms : 0,
    },
    normals: angle.count > 0 ? angle.degrees : null,
    simulatedNormals: angle.count > 0 ? simulatedAngle.degrees : null,
  };
}

/** Returns the displacement of the surface for amplitudes [sampleCount · modeCount]. */
export function measureMotion(shapes: NodeShapes, amplitudes: Float64Array): ReductionError['motion'] {
  const none = shapes.parts.map(() => ({ positions: [], normals: null }));
  return measureReduction(shapes, null, none, {
    simulated: amplitudes,
    shown: amplitudes,
    weights: new Float32Array(0),
  }).motion;
}

/** Adds the angles at a sample between a part's written normals and the normals rotated with its triangles. */
function addAngles(
  out: Spread,
  { vertices, surface, areas }: ShapePart,
  deltas: readonly Float32Array[] | null,
  turned: RotatedNormals,
  index: number,
  weights: Float32Array,
  sample: number,
): void {
  const expected = turned.values[index];
  if (!expected || !deltas) return;
  const rows = new Float64Array(3 * deltas.length);
  for (let k = 0; k < vertices.length; k++) {
    gatherDeltas(rows, deltas, k);
    sum3(written, rows, weights, sample * deltas.length, deltas.length);
    for (let axis = 0; axis < 3; axis++) {
      written[axis] += surface.normals![3 * vertices[k] + axis];
      moved[axis] = expected[3 * k + axis];
    }
    out.add(angleBetween(written, moved), areas[k]);
  }
}

const moved = new Float64Array(3);
const written = new Float64Array(3);

const halfDegree = Math.PI / 360;

/** The maximum and the weighted root mean square of many values. */
class Spread {
  largest = 0;
  count = 0;
  private squares = 0;
  private weights = 0;
  private fine = 0;

  add(value: number, weight: number): void {
    if (value > this.largest) this.largest = value;
    if (value <= halfDegree) this.fine += weight;
    this.squares += weight * value * value;
    this.weights += weight;
    this.count++;
  }

  get degrees(): NormalError {
    return {
      largestDegrees: (this.largest * 180) / Math.PI,
      rmsDegrees: (this.rms * 180) / Math.PI,
      withinHalfDegree: this.weights > 0 ? this.fine / this.weights : 1,
    };
  }

  get rms(): number {
    return this.weights > 0 ? Math.sqrt(this.squares / this.weights) : 0;
  }
}

/** Copies the displacements of one vertex in every shape: out [3 · modeCount]. */
function gatherRows(out: Float64Array, shapes: Float32Array, stride: number, vertex: number): void {
  for (let k = 0, at = 3 * vertex; k < out.length; k += 3, at += stride) {
    for (let axis = 0; axis < 3; axis++) out[k + axis] = shapes[at + axis];
  }
}

function gatherDeltas(out: Float64Array, deltas: readonly Float32Array[], vertex: number): void {
  for (let k = 0; k < deltas.length; k++) {
    for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = deltas[k][3 * vertex + axis];
  }
}

function sum3(
  out: Float64Array,
  rows: Float64Array,
  weights: Float64Array | Float32Array,
  offset: number,
  count: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < count; k++) {
    const w = weights[offset + k];
    x += w * rows[3 * k];
    y += w * rows[3 * k + 1];
    z += w * rows[3 * k + 2];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/** Radians. */
function angleBetween(a: Float64Array, b: Float64Array): number {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const sine = Math.sqrt(x * x + y * y + z * z);
  // Nearly all angles are below a degree. For these, this formula is exact to all reported digits.
  if (sine < 0.02 * dot) return sine / dot - (sine / dot) ** 3 / 3;
  return atan2(sine, dot);
}
