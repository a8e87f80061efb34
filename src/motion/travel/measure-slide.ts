import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { placeFigurePoints } from './figure-points.ts';
import type { Foot } from './find-feet.ts';
import { RigSpace } from './rig-space.ts';

/** Slides of sole vertices: how far each went over the ground while it was on it, once per time that it was. */
export interface SlideSample {
  /** Worst slide, rig units. */
  readonly max: number;
  readonly rms: number;
  /** Nine in ten slides are at most this. */
  readonly ninetieth: number;
}

/**
 * Measures how far sole vertices slide on the ground over one period, repeated.
 *
 * `poseAt(pose, i)` writes the pose of sample i ≥ 0 (of `count` a period) with its carry; `isOn(foot, i, y)` says whether
 * a vertex at height y (carry included) counts as on the ground. A slide is the greatest distance, seen from above,
 * between two places of the vertex in one time on the ground.
 */
export function measureSlide(
  rig: Rig,
  feet: readonly Foot[],
  count: number,
  poseAt: (pose: Pose, sample: number) => void,
  isOn: (foot: number, sample: number, y: number) => boolean,
): SlideSample {
  const pose = new Pose(rig);
  const space = new RigSpace(
    rig,
    feet.flatMap((foot) => [...foot.sole.nodes]),
  );
  const places = feet.map((foot) => new Float64Array(3 * foot.sole.count));
  // Null: in the air. Times on the ground that began before the first sample are left out.
  const paths: (number[] | null)[][] = feet.map((foot) => new Array(foot.sole.count).fill(null));
  const waiting = feet.map((foot) => new Uint8Array(foot.sole.count).fill(1));
  const slides: number[] = [];
  for (let i = 0; i < 2 * count; i++) {
    poseAt(pose, i);
    space.update(pose);
    for (let f = 0; f < feet.length; f++) {
      placeFigurePoints(places[f], feet[f].sole, space.matrices);
      for (let v = 0; v < feet[f].sole.count; v++) {
        const on = isOn(f, i % count, places[f][3 * v + 1] + pose.carry[1]);
        const path = paths[f][v];
        if (!on) {
          waiting[f][v] = 0;
          if (path) slides.push(widest(path));
          paths[f][v] = null;
        } else if (path) {
          path.push(places[f][3 * v] + pose.carry[0], places[f][3 * v + 2] + pose.carry[2]);
        } else if (!waiting[f][v] && i < count) {
          paths[f][v] = [places[f][3 * v] + pose.carry[0], places[f][3 * v + 2] + pose.carry[2]];
        }
      }
    }
  }
  return summarize(slides);
}

function summarize(slides: number[]): SlideSample {
  if (slides.length === 0) return { max: 0, rms: 0, ninetieth: 0 };
  slides.sort((a, b) => a - b);
  const rms = Math.sqrt(slides.reduce((sum, slide) => sum + slide * slide, 0) / slides.length);
  const ninetieth = slides[Math.min(slides.length - 1, Math.ceil(0.9 * slides.length) - 1)];
  return { max: slides[slides.length - 1], rms, ninetieth };
}

/** Greatest distance between two of the points (x, z) of a path. */
function widest(path: readonly number[]): number {
  let square = 0;
  for (let a = 0; a < path.length; a += 2) {
    for (let b = a + 2; b < path.length; b += 2) {
      square = Math.max(square, (path[a] - path[b]) ** 2 + (path[a + 1] - path[b + 1]) ** 2);
    }
  }
  return Math.sqrt(square);
}
