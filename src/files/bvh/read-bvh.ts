import { measureRest } from '../../motion/measure-rest.ts';
import type { Rig, RigNode } from '../../motion/rig.ts';
import { fillOffsets } from './fill-offsets.ts';
import { findFeet } from './find-feet.ts';
import { findUp } from './find-up.ts';
import type { Vector } from './mannequin/body.ts';
import { buildMannequin } from './mannequin/build-mannequin.ts';
import { planFigure } from './mannequin/figure-plan.ts';
import { readBvhTake } from './read-bvh-take.ts';
import { heightOf, type SampledTake, sampleTake } from './take-points.ts';
import { createTakeRig, type TakeUp } from './take-rig.ts';

/** Options of `readBvh`. */
export interface ReadBvhOptions {
  /** Name of the file, for faults and as the rig's name. */
  readonly name: string;
  /** Which way is up in the take. Default: from its feet to its head, y or z. */
  readonly up?: TakeUp;
}

/**
 * Reads a BVH take as a character: its joints by their own names, its motion as a clip that is named after the file, and a
 * mannequin built from its skeleton, with shoes that meet its ground. Y up, in the take's units.
 *
 * Errors: InputError for what is no take or is damaged, with the line.
 */
export function readBvh(bytes: Uint8Array, { name, up: wanted }: ReadBvhOptions): Rig {
  const take = fillOffsets(readBvhTake(bytes, name));
  const warnings = [...take.warnings];
  let skeleton = createTakeRig(take, wanted ?? 'y');
  let sampled = sampleTake(take, skeleton);
  let up = wanted ?? 'y';
  if (!wanted && findUp(take, sampled) === 'z') {
    up = 'z';
    skeleton = createTakeRig(take, up);
    sampled = sampleTake(take, skeleton);
    warnings.push('its figure stands along z: it is taken as Z up and turned; say "up" where that is wrong');
  }
  const rough = Math.max(heightOf(sampled.rest), heightOf(firstPlaces(sampled)));
  if (!(rough > 0)) {
    warnings.push('its joints are all in one place: there are no bones to build a figure on');
    return { ...skeleton, warnings };
  }
  const feet = findFeet(take, sampled, rough);
  if (feet.length === 0) warnings.push('no feet were found: its mannequin wears no shoes');
  const plan = planFigure(take, sampled, feet, rough);
  const isBody = sampled.points.map(({ joint }) => plan.roles[joint] !== 'arm');
  const atRest = heightOf(sampled.rest, isBody);
  const atFirst = heightOf(firstPlaces(sampled), isBody);
  const height = Math.max(atRest, atFirst);
  const surfaces = buildMannequin({ take, sampled, feet, plan, height, ...directions(up) });
  // Offsets alone may give any pose; many takes begin with one that stands straighter.
  const nodes = atRest >= atFirst ? skeleton.nodes : firstPose(skeleton);
  return standOnGround({ ...skeleton, nodes, surfaces, warnings });
}

/** In the joints' own frames, which at rest are those of the take. */
function directions(up: TakeUp): { up: Vector; forward: Vector } {
  return up === 'y' ? { up: [0, 1, 0], forward: [0, 0, 1] } : { up: [0, 0, 1], forward: [0, -1, 0] };
}

function firstPlaces({ places, points }: SampledTake): Float64Array {
  return places.subarray(0, 3 * points.length);
}

/** The nodes as the first frame has them. */
function firstPose({ nodes, clips }: Rig): RigNode[] {
  return nodes.map((node, index) => {
    let { translation, rotation } = node;
    for (const { node: moved, path, values } of clips[0].channels) {
      if (moved !== index) continue;
      if (path === 'translation') translation = [values[0], values[1], values[2]];
      else rotation = [values[0], values[1], values[2], values[3]];
    }
    return { ...node, translation, rotation };
  });
}

/** Roots put so that the soles are at 0 at rest. */
function standOnGround(rig: Rig): Rig {
  const { min } = measureRest(rig);
  const nodes = rig.nodes.map((node): RigNode => {
    if (node.parent >= 0) return node;
    const [x, y, z] = node.translation;
    return { ...node, translation: [x, y - min[1], z] };
  });
  return { ...rig, nodes };
}
