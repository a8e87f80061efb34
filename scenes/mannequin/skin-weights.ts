/** Skin weights from distances: a vertex follows the bones whose parts are about as near as the nearest. */
import type { LevelSet } from '../shapes/level-set.ts';
import type { SkinWeights } from '../shapes/write-character.ts';
import { boneIndex, bones } from './skeleton.ts';

/** Over this difference of distances a bone fades out, metres. */
const fade = 0.034;
/** A part of the other side counts as farther by this much for every metre across the middle. */
const sidePenalty = 2.5;

/** Weights of body vertices, [3 · vertexCount] metres, from each bone's own level set. */
export function weighBody(positions: Float64Array, bonesOfBody: ReadonlyMap<number, LevelSet>): SkinWeights {
  const sets = [...bonesOfBody];
  return weigh(positions, (x, y, z, distances) => {
    for (const [bone, set] of sets) {
      const name = bones[bone].name;
      const wrongSide = name.endsWith('.L') ? Math.max(0, -x) : name.endsWith('.R') ? Math.max(0, x) : 0;
      distances[bone] = set(x, y, z) + sidePenalty * wrongSide;
    }
  });
}

/** Weights of a shoe's vertices: foot behind the flex line, toes before it, faded over `width` metres. */
export function weighShoe(positions: Float64Array, side: 'L' | 'R', width: number): SkinWeights {
  const foot = boneIndex(`foot.${side}`);
  const toes = boneIndex(`toes.${side}`);
  const line = bones[toes].position[2];
  return weigh(positions, (_x, _y, z, distances) => {
    const ahead = ((z - line) / width) * fade;
    distances[foot] = Math.max(0, ahead);
    distances[toes] = Math.max(0, -ahead);
  });
}

function weigh(
  positions: Float64Array,
  measure: (x: number, y: number, z: number, distances: Float64Array) => void,
): SkinWeights {
  const count = positions.length / 3;
  const joints = new Uint8Array(4 * count);
  const weights = new Uint8Array(4 * count);
  const distances = new Float64Array(bones.length);
  for (let v = 0; v < count; v++) {
    distances.fill(1e3);
    measure(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], distances);
    const nearest = Math.min(...distances);
    const ranked = Array.from(distances, (distance, bone) => {
      const share = Math.max(0, 1 - (distance - nearest) / fade);
      return { bone, weight: share * share };
    })
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || a.bone - b.bone)
      .slice(0, 4);
    writeQuantized(joints, weights, 4 * v, ranked);
  }
  return { joints, weights };
}

/** Rounds to 255ths that sum to 255: what rounding leaves goes to the largest. */
function writeQuantized(
  joints: Uint8Array,
  weights: Uint8Array,
  at: number,
  ranked: { bone: number; weight: number }[],
): void {
  const sum = ranked.reduce((total, { weight }) => total + weight, 0);
  let left = 255;
  for (let i = ranked.length - 1; i >= 0; i--) {
    const value = i === 0 ? left : Math.round((255 * ranked[i].weight) / sum);
    left -= value;
    weights[at + i] = value;
    joints[at + i] = value > 0 ? ranked[i].bone : 0;
  }
}
