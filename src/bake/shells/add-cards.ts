import { describeCoat } from '../../coats/vat/fur-vat.ts';
import type { GltfNode } from '../../files/glb.ts';
import { type GlbPatch, indexTarget, vertexTarget } from '../../files/glb-patch.ts';
import { listUnitTargets, planUnitWeights, scaleTargets, type UnitWeights } from '../morph/unit-weights.ts';
import type { Carrier } from './bind-points.ts';
import { buildCards, type CardMesh, spreadToCards } from './card-mesh.ts';
import { addWeights, type FurClip } from './fur-clips.ts';
import type { StrandMotion } from './strand-motion.ts';

/**
 * Adds the strands of a coat to a file as cards: a mesh for each skin or node that the strands are bound to, with the same joints as the
 * skin below. moves: also adds the morph targets of the strands and their weights in the clips.
 */
export function addCards(
  patch: GlbPatch,
  fur: StrandMotion,
  moves: boolean,
  clips: readonly FurClip[],
): void {
  const { name } = fur.output;
  const unit = planCardWeights(fur);
  const targets = moves ? scaleTargets(unit, fur.motion.targets) : [];
  const targetNames = listUnitTargets(
    unit,
    fur.motion.targets.map((_, k) => `${name} ${k + 1}`),
    `${name} offset`,
  );
  const material = patch.add('materials', {
    name,
    pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.85 },
  });
  const nodes = groupByCarrier(fur).map(({ carrier, strands }) => {
    const cards = buildCards(fur, strands);
    const mesh = patch.add('meshes', {
      name: `${name} cards`,
      primitives: [
        {
          attributes: addAttributes(patch, fur, cards, carrier),
          indices: patch.addAccessor(cards.indices, 'SCALAR', indexTarget),
          material,
          ...(targets.length > 0
            ? {
                targets: targets.map((shape) => ({
                  POSITION: patch.addAccessor(spreadToCards(cards, shape), 'VEC3', vertexTarget),
                })),
              }
            : {}),
        },
      ],
      ...(targets.length > 0
        ? {
            weights: targets.map(() => 0),
            extras: { targetNames },
          }
        : {}),
    });
    const extras = { aftermotion: { fur: describeCoat(fur.output) } };
    const node = { name: `${name} cards`, mesh, extras };
    return hang(patch, carrier, node);
  });
  if (targets.length > 0)
    for (const clip of clips)
      addWeights(patch, fur.motion, unit, fur.times, nodes, clip, fur.output.repeats === true);
}

/**
 * Returns how the weights of a coat's targets are written. Weights are linear between frames, so they stay within the ranges that occur in
 * the frames.
 */
export function planCardWeights({ motion: { targets, weights } }: StrandMotion): UnitWeights {
  return planUnitWeights(targets.length, Float64Array.from(weights), []);
}

/**
 * Adds a node that moves with a carrier. If the carrier is a skin, the node is a root of the scene with this skin. Otherwise it is a child
 * of the carrier's node.
 */
export function hang(patch: GlbPatch, carrier: Carrier | null, node: GltfNode): number {
  const { json } = patch;
  if (carrier && carrier.skin < 0) {
    const index = patch.add('nodes', node);
    const parent = json.nodes![carrier.node];
    parent.children = [...(parent.children ?? []), index];
    return index;
  }
  const index = patch.add('nodes', { ...node, ...(carrier ? { skin: carrier.skin } : {}) });
  if (!json.scenes?.length) json.scene = patch.add('scenes', { nodes: [] });
  const scene = json.scenes![json.scene ?? 0];
  scene.nodes = [...(scene.nodes ?? []), index];
  return index;
}

function groupByCarrier({ bound, strands }: StrandMotion): { carrier: Carrier | null; strands: number[] }[] {
  const all = Array.from({ length: strands.count }, (_, k) => k);
  if (!bound) return [{ carrier: null, strands: all }];
  return bound.carriers.map((carrier, index) => ({
    carrier,
    strands: all.filter((strand) => bound.carrierOf[strand] === index),
  }));
}

function addAttributes(
  patch: GlbPatch,
  { bound }: StrandMotion,
  cards: CardMesh,
  carrier: Carrier | null,
): Record<string, number> {
  const attributes: Record<string, number> = {
    POSITION: patch.addAccessor(cards.positions, 'VEC3', vertexTarget),
    NORMAL: patch.addAccessor(cards.normals, 'VEC3', vertexTarget),
    COLOR_0: patch.addAccessor(cards.colors, 'VEC3', vertexTarget),
  };
  if (bound && carrier && carrier.skin >= 0) {
    const { joints, weights } = bound;
    const spread = <Values extends Uint16Array | Float32Array>(values: Values) =>
      Array.from(cards.strandOf).flatMap((strand) => [...values.subarray(4 * strand, 4 * strand + 4)]);
    const indices = spread(joints);
    const max = indices.reduce((largest, joint) => Math.max(largest, joint), 0);
    attributes.JOINTS_0 = patch.addAccessor(
      max < 256 ? Uint8Array.from(indices) : Uint16Array.from(indices),
      'VEC4',
      vertexTarget,
    );
    attributes.WEIGHTS_0 = patch.addAccessor(Float32Array.from(spread(weights)), 'VEC4', vertexTarget);
  }
  return attributes;
}
