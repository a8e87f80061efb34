import { createMatrix } from '../../math/matrix.ts';
import { carrierPosition } from '../characters/character-tracks.ts';
import type { Bake } from '../output-definition.ts';
import { pointMatrix } from '../shells/bind-points.ts';
import { buildCards } from '../shells/card-mesh.ts';
import { atRoot, traceFur } from '../shells/fur-strands.ts';
import { type Coat, type CoatGroup, loadShells } from '../shells/group-coats.ts';
import { reduceStrands } from '../shells/strand-motion.ts';
import type { MovingMesh } from './moving-mesh.ts';

/** Roughness of fur, as in files of cards. */
const furRoughness = 0.85;

/** Returns a coat as a mesh of cards that move exactly as simulated. Null if nothing grows. */
export function openFurMesh(bake: Bake, { actor: owner }: CoatGroup, coat: Coat): MovingMesh | null {
  const { plan } = bake;
  const actor = owner?.character?.actor ?? null;
  const fur = reduceStrands(plan, coat, actor, 1);
  if (!fur) return null;
  const { strands, bound, motion } = fur;
  const { count, pointCount, roots } = strands;
  const cards = buildCards(
    fur,
    Array.from({ length: count }, (_, strand) => strand),
  );
  const { vertexCount, strandOf, pointOf } = cards;
  const origin = actor
    ? carrierPosition(actor.poseAt(plan.times.seconds(plan.firstFrame)))
    : ([0, 0, 0] as const);
  const traced = new Float64Array(3 * count * pointCount);
  const positions = new Float64Array(3 * vertexCount);
  const normals = new Float64Array(3 * vertexCount);
  const matrix = createMatrix();
  return {
    origin,
    primitives: [
      {
        name: coat.output.name,
        vertexCount,
        indices: cards.indices,
        color: [1, 1, 1],
        colors: cards.colors,
        roughness: furRoughness,
      },
    ],
    pose(frame) {
      const shells = loadShells(plan, coat, frame);
      traceFur(traced, strands, coat.output, shells);
      const pose = actor && bound ? actor.poseAt(plan.times.seconds(frame)) : null;
      let strand = -1;
      const normal = [0, 0, 0];
      for (let v = 0; v < vertexCount; v++) {
        if (strandOf[v] !== strand) {
          strand = strandOf[v];
          if (pose) pointMatrix(matrix, bound!, pose, strand);
          for (let c = 0; c < 3; c++) normal[c] = atRoot(shells.normals, roots, strand, 3, c);
          const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
          for (let c = 0; c < 3; c++) normal[c] /= length;
        }
        // The thickness of the strand rotates and scales with the skin.
        const point = 3 * pointOf[v];
        const [x, y, z] = [0, 1, 2].map((c) => cards.positions[3 * v + c] - motion.rest[point + c]);
        for (let c = 0; c < 3; c++) {
          const across = matrix[c] * x + matrix[4 + c] * y + matrix[8 + c] * z;
          positions[3 * v + c] = traced[point + c] + across - origin[c];
          normals[3 * v + c] = normal[c];
        }
      }
      return [{ positions, normals }];
    },
  };
}
