import { Pose } from '../pose.ts';
import type { Rig } from '../rig.ts';
import { poseCharacterPoints } from './character-points.ts';
import type { Foot } from './find-feet.ts';
import { RigSpace } from './rig-space.ts';

/** Slides of sole vertices: the displacement of each vertex over the ground during each contact. */
export interface SlideSample {
  /** Maximum slide, rig units. */
  readonly max: number;
  /** Root mean square distance of vertices on the ground from the mean position of their contact. */
  readonly rms: number;
  /** 90 % of slides are at most this. */
  readonly percentile90: number;
}

/**
 * Measures how far sole vertices slide on the ground over one period, repeated, for one or several paths of the character.
 *
 * `poseAt(pose, i)` writes the pose of sample i ≥ 0 (`count` samples per period). `characterPaths`: each path gives the character's
 * position (x, z) at sample i, which is added. repeats: contacts at the end continue in the next period. `isOn(foot, i, y)` says whether a vertex at height y counts as on the ground (i in [0,
 * count)). A slide is the max distance, seen from above, between two positions of the vertex during one contact. Every other sample is
 * measured. Returns one result per path.
 */
export function measureSlide(
  rig: Rig,
  feet: readonly Foot[],
  count: number,
  poseAt: (pose: Pose, sample: number) => void,
  characterPaths: readonly ((sample: number) => readonly [number, number])[],
  isOn: (foot: number, sample: number, y: number) => boolean,
  repeats: boolean,
): SlideSample[] {
  const pose = new Pose(rig);
  const space = new RigSpace(
    rig,
    feet.flatMap((foot) => [...foot.sole.nodes]),
  );
  const positions = feet.map((foot) => new Float64Array(3 * foot.sole.count));
  // Positions of each vertex since its contact began; null while the vertex is in the air, and until it has left the ground for the first
  // time.
  const open: (number[][] | null)[][] = feet.map((foot) => new Array(foot.sole.count).fill(null));
  const waiting = feet.map((foot) => new Uint8Array(foot.sole.count).fill(1));
  const ended: number[][][] = [];
  let openCount = 0;
  for (let i = 0; i < count || (repeats && openCount > 0 && i < 2 * count); i += 2) {
    poseAt(pose, i);
    space.update(pose);
    const here = characterPaths.map((path) => path(i));
    for (let f = 0; f < feet.length; f++) {
      poseCharacterPoints(positions[f], feet[f].sole, space.matrices);
      for (let v = 0; v < feet[f].sole.count; v++) {
        const [x, y, z] = [positions[f][3 * v], positions[f][3 * v + 1], positions[f][3 * v + 2]];
        let paths = open[f][v];
        if (!isOn(f, i % count, y)) {
          waiting[f][v] = 0;
          if (paths) {
            ended.push(paths);
            openCount--;
          }
          open[f][v] = null;
          continue;
        }
        if (!paths) {
          if (waiting[f][v] || i >= count) continue;
          paths = characterPaths.map(() => []);
          open[f][v] = paths;
          openCount++;
        }
        for (let w = 0; w < characterPaths.length; w++) paths[w].push(x + here[w][0], z + here[w][1]);
      }
    }
  }
  return characterPaths.map((_, w) => summarize(ended.map((paths) => paths[w])));
}

function summarize(paths: readonly number[][]): SlideSample {
  if (paths.length === 0) return { max: 0, rms: 0, percentile90: 0 };
  const slides = paths.map(widest).sort((a, b) => a - b);
  let squares = 0;
  let count = 0;
  for (const path of paths) {
    let meanX = 0;
    let meanZ = 0;
    for (let k = 0; k < path.length; k += 2) {
      meanX += (2 * path[k]) / path.length;
      meanZ += (2 * path[k + 1]) / path.length;
    }
    for (let k = 0; k < path.length; k += 2) {
      const [dx, dz] = [path[k] - meanX, path[k + 1] - meanZ];
      squares += dx * dx + dz * dz;
    }
    count += path.length / 2;
  }
  return {
    max: slides[slides.length - 1],
    rms: Math.sqrt(squares / count),
    percentile90: slides[Math.ceil(0.9 * slides.length) - 1],
  };
}

/** Of a longer path, only about this many points are compared, at equal distances. */
const maxCompared = 1024;

/** Returns the maximum distance between two of the points (x, z) of a path. */
export function widest(all: readonly number[]): number {
  const stride = Math.ceil(all.length / 2 / maxCompared);
  const path = stride > 1 ? all.filter((_, k) => (k >> 1) % stride === 0) : all;
  let square = 0;
  for (let a = 0; a < path.length; a += 2) {
    for (let b = a + 2; b < path.length; b += 2) {
      const [dx, dz] = [path[a] - path[b], path[a + 1] - path[b + 1]];
      square = Math.max(square, dx * dx + dz * dz);
    }
  }
  return Math.sqrt(square);
}
