import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from 'three';
import { append } from '../../src/math/index.ts';
import type { KeyPaths } from './record-paths.ts';

/** Colours from slow to fast: red, green, blue in linear light. */
const colors: readonly (readonly [number, number, number])[] = [
  [0.06, 0.16, 0.6],
  [0.02, 0.5, 0.55],
  [0.9, 0.7, 0.08],
  [0.9, 0.1, 0.04],
];
/** The same colours as a CSS gradient. */
export const speedColors = '#4672cb, #27bcc4, #f3da52, #f35938';
/** Speeds above those of this fraction of all points are red. Otherwise a few fast outliers would use most of the colours. */
const fastFraction = 0.95;

/** Lines along the paths of particles, coloured by their speed. */
export class PathsObject extends Group {
  /** The speed that has the colour for fast, m/s. */
  readonly fast: number;

  constructor(all: readonly KeyPaths[]) {
    super();
    const speeds = all.flatMap((paths) => [...speedsOf(paths)]).filter(Number.isFinite);
    const sorted = Float64Array.from(speeds).sort();
    this.fast = sorted[Math.floor(fastFraction * (sorted.length - 1))] || 1;
    for (const paths of all) this.add(createLines(paths, this.fast));
    this.renderOrder = 10;
  }

  override dispose(): void {
    this.removeFromParent();
    for (const child of this.children) {
      if (!(child instanceof LineSegments)) continue;
      child.geometry.dispose();
      (child.material as LineBasicMaterial).dispose();
    }
  }
}

/** Returns the speed of each segment, m/s, [particleCount · (pointCount − 1)]. NaN where the particle does not exist. */
function speedsOf({ step, particleCount, pointCount, points }: KeyPaths): Float64Array {
  const speeds = new Float64Array(particleCount * Math.max(0, pointCount - 1));
  let at = 0;
  for (let particle = 0; particle < particleCount; particle++) {
    for (let position = 0; position + 1 < pointCount; position++) {
      const i = 3 * (particle * pointCount + position);
      speeds[at++] =
        Math.hypot(points[i + 3] - points[i], points[i + 4] - points[i + 1], points[i + 5] - points[i + 2]) /
        step;
    }
  }
  return speeds;
}

function createLines(paths: KeyPaths, fast: number): LineSegments {
  const { particleCount, pointCount, points } = paths;
  const speeds = speedsOf(paths);
  const ends: number[] = [];
  const shades: number[] = [];
  let at = 0;
  for (let particle = 0; particle < particleCount; particle++) {
    for (let position = 0; position + 1 < pointCount; position++) {
      const speed = speeds[at++];
      if (Number.isNaN(speed)) continue;
      const i = 3 * (particle * pointCount + position);
      for (let k = 0; k < 6; k++) ends.push(points[i + k]);
      const color = colorOf(speed / fast);
      append(shades, [...color, ...color]);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(ends), 3));
  geometry.setAttribute('color', new BufferAttribute(Float32Array.from(shades), 3));
  const material = new LineBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity: 0.75,
    depthWrite: false,
    toneMapped: false,
  });
  const lines = new LineSegments(geometry, material);
  lines.frustumCulled = false;
  lines.renderOrder = 10;
  return lines;
}

function colorOf(fraction: number): [number, number, number] {
  const position = Math.max(0, Math.min(1, fraction)) * (colors.length - 1);
  const low = Math.min(colors.length - 2, Math.floor(position));
  const part = position - low;
  const mix = (c: number) => colors[low][c] + part * (colors[low + 1][c] - colors[low][c]);
  return [mix(0), mix(1), mix(2)];
}
