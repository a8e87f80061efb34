import { boundsOfPoints } from '../../../geometry/bounds.ts';
import { InputError } from '../../../input-error.ts';
import type { Actor } from '../../../motion/actor.ts';
import { createActorSkins } from '../../../motion/actor-skins.ts';
import type { SurfaceAnchors } from '../../../motion/point-set.ts';
import type { SurfaceRequest } from '../../system.ts';
import type { ShapeParams } from '../params.ts';
import type { Shape } from '../shape.ts';
import { createPlacement } from './placement.ts';
import { samplePoints } from './shape-point.ts';
import { createTrianglePick } from './triangle-shape.ts';

type ActorParams = Extract<ShapeParams, { shape: 'actor' }>;

/**
 * Creates a shape on the skin of a character. Points are uniform by area on the skin at the start, and are anchored to it, at the
 * height `offset`. They have the colours of its vertices, if it has any. The request for the skin is appended to `requests` unless
 * it is there. Throws an InputError if the actor or a surface does not exist, or has no area.
 */
export function createActorShape(
  params: ActorParams,
  actors: ReadonlyMap<string, Actor>,
  path: string,
  requests: SurfaceRequest[],
): Shape {
  const actor = findActor(params.actor, actors, path);
  const surfaces = findSurfaces(params.surfaces, actor, `${path}.surfaces`);
  const skin = createActorSkins(actor).add({ surfaces });
  const mesh = { positions: skin.start, indices: skin.indices };
  const { pick, measure } = createTrianglePick(mesh);
  if (!(measure > 0)) {
    throw InputError.at(
      path,
      `expected a character with a skin, got "${actor.name}", whose surfaces have no area`,
    );
  }
  const { offset } = params;
  const vertexColors = gatherColors(actor, surfaces);
  const { min, max } = boundsOfPoints(skin.start);
  const unplaced = createPlacement([0, 0, 0], [0, 0, 0]);
  return {
    name: params.name,
    dimension: 2,
    measure,
    bounds: {
      min: Float64Array.from(min, (value) => value - Math.abs(offset)),
      max: Float64Array.from(max, (value) => value + Math.abs(offset)),
    },
    points: null,
    distance: null,
    skin: requestSkin(requests, { actor: actor.name, surfaces }),
    warnings: [],
    sample(count, seed) {
      const plain = samplePoints(pick, { normals: true, anchors: true }, unplaced, count, seed);
      const points = vertexColors
        ? { ...plain, colors: blendColors(vertexColors, skin.indices, plain.anchors!) }
        : plain;
      if (offset === 0 || !points.anchors || !points.normals) return points;
      const { positions, normals, anchors } = points;
      for (let k = 0; k < positions.length; k++) positions[k] += offset * normals[k];
      return { ...points, anchors: { ...anchors, heights: new Float64Array(count).fill(offset) } };
    },
  };
}

/** Returns the linear colours of all vertices, surface after surface: [3 · vertexCount]. Null if no surface has vertex colours. */
function gatherColors({ rig }: Actor, chosen: readonly number[] | null): Float32Array | null {
  const surfaces = chosen ? chosen.map((index) => rig.surfaces[index]) : rig.surfaces;
  if (!surfaces.some(({ colors }) => colors)) return null;
  const all = new Float32Array(surfaces.reduce((sum, { positions }) => sum + positions.length, 0));
  let offset = 0;
  for (const { colors, color, positions } of surfaces) {
    for (let k = 0; k < positions.length; k++) all[offset + k] = colors ? colors[k] : color[k % 3];
    offset += positions.length;
  }
  return all;
}

/** Returns the colour of each point, interpolated between the corners of its triangle: [4 · count]. The opacity is 1. */
function blendColors(
  vertexColors: Float32Array,
  indices: Uint32Array,
  { triangles, weights }: SurfaceAnchors,
): Float32Array {
  const out = new Float32Array(4 * triangles.length).fill(1);
  for (let k = 0; k < triangles.length; k++) {
    const [u, v] = [weights[2 * k], weights[2 * k + 1]];
    const fractions = [u, v, 1 - u - v];
    for (let channel = 0; channel < 3; channel++) {
      out[4 * k + channel] = fractions.reduce(
        (sum, fraction, c) => sum + fraction * vertexColors[3 * indices[3 * triangles[k] + c] + channel],
        0,
      );
    }
  }
  return out;
}

function findActor(name: string | undefined, actors: ReadonlyMap<string, Actor>, path: string): Actor {
  const names = [...actors.keys()];
  const known = names.length === 0 ? 'the scene has none' : `known are ${names.join(', ')}`;
  const found =
    name === undefined ? (actors.size === 1 ? actors.get(names[0]) : undefined) : actors.get(name);
  if (found) return found;
  throw InputError.at(
    `${path}.actor`,
    name === undefined
      ? `expected the name of a character, got none: ${known}`
      : `expected the name of a character, got "${name}": ${known}; a prop that follows keys has no skin`,
  );
}

/** Returns the indices of the surfaces with these names; null for all surfaces. */
function findSurfaces(names: readonly string[] | undefined, actor: Actor, path: string): number[] | null {
  if (!names || names.length === 0) return null;
  const { surfaces } = actor.rig;
  const chosen = surfaces.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
  const missing = names.find((name) => !surfaces.some((surface) => surface.name === name));
  if (missing === undefined) return chosen;
  const known = [...new Set(surfaces.map(({ name }) => name))].join(', ');
  throw InputError.at(path, `expected surfaces of "${actor.name}", got "${missing}": it has ${known}`);
}

function requestSkin(requests: SurfaceRequest[], request: SurfaceRequest): number {
  const key = ({ actor, surfaces }: SurfaceRequest) => `${actor}\n${surfaces?.join() ?? 'all'}`;
  const known = requests.findIndex((other) => key(other) === key(request));
  return known >= 0 ? known : requests.push(request) - 1;
}
