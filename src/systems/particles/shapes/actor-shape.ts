import { InputError } from '../../../input-error.ts';
import type { Actor } from '../../../motion/actor.ts';
import { createActorSkins } from '../../../motion/actor-skins.ts';
import type { SurfaceRequest } from '../../system.ts';
import type { ShapeParams } from '../params.ts';
import type { Shape } from '../shape.ts';
import { samplePlaces } from './place.ts';
import { createPlacement } from './placement.ts';
import { boundsOfPoints, createTrianglePick } from './triangle-shape.ts';

type ActorParams = Extract<ShapeParams, { shape: 'actor' }>;

/**
 * The skin of a character. Points are spread by area over the skin as it is at the start, and keep their anchors; heights
 * hold the offset. The request for the skin is found in `requests` or appended.
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
  const { min, max } = boundsOfPoints(skin.start);
  const still = createPlacement([0, 0, 0], [0, 0, 0]);
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
      const points = samplePlaces(pick, { normals: true, anchors: true }, still, count, seed);
      if (offset === 0 || !points.anchors || !points.normals) return points;
      const { positions, normals, anchors } = points;
      for (let k = 0; k < positions.length; k++) positions[k] += offset * normals[k];
      return { ...points, anchors: { ...anchors, heights: new Float64Array(count).fill(offset) } };
    },
  };
}

function findActor(name: string | undefined, actors: ReadonlyMap<string, Actor>, path: string): Actor {
  const names = [...actors.keys()];
  const known = names.length === 0 ? 'there is none in the scene' : `there are ${names.join(', ')}`;
  const found =
    name === undefined ? (actors.size === 1 ? actors.get(names[0]) : undefined) : actors.get(name);
  if (found) return found;
  throw InputError.at(
    `${path}.actor`,
    name === undefined
      ? `expected the name of a character, for ${known}`
      : `expected the name of a character, got "${name}": ${known}; what follows keys has no skin`,
  );
}

/** Indices of surfaces by name; null for all. */
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
