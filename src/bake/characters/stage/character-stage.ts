import type { BakeActor } from '../../bake-plan.ts';
import { loadTracks } from '../../morph/load-tracks.ts';
import { countFrames } from '../../output-definition.ts';
import type { StageParts } from '../../stage/stage-part.ts';
import { buildBody, listBodyTextures } from './stage-body.ts';
import { buildCharacter } from './stage-character.ts';
import { listTextureNames } from './stage-surfaces.ts';

/** Bytes of a vertex: position, normal, texture coordinates, triangles and weights. */
const vertexBytes = 100;
/** Bytes of a joint in a key, and keys per second. */
const jointBytes = 34;
const keysPerSecond = 120;
/** Bytes of a key of a rigid body. */
const bodyKeyBytes = 64;
/** Bytes of a vertex in a frame if characters are written as points. */
const cachedBytes = 24;

/** The characters and rigid bodies of a bake in its stage. */
export const characterStage: StageParts = {
  group: 'characters',

  list: ({ plan }) => plan.actors.filter(isStaged).map(({ name }) => name),

  listTextures({ plan }, name) {
    const { character, body } = plan.actors.find((actor) => actor.name === name)!;
    if (character) return listTextureNames(name, character.actor.rig.surfaces);
    return body ? listBodyTextures(name, body) : [];
  },

  *estimate(bake) {
    const { plan } = bake;
    const seconds = plan.times.seconds(plan.lastFrame) - plan.times.seconds(plan.firstFrame);
    let bytes = 0;
    for (const { character, body } of plan.actors) {
      if (body)
        bytes += vertexBytes * (body.mesh.positions.length / 3) + bodyKeyBytes * keysPerSecond * seconds;
      if (!character) continue;
      const { surfaces, nodes } = character.actor.rig;
      const vertices = surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0);
      bytes += vertexBytes * vertices + 5000;
      bytes +=
        plan.usdCharacters === 'points'
          ? cachedBytes * vertices * countFrames(plan)
          : jointBytes * nodes.length * (keysPerSecond * seconds + 1);
      yield;
    }
    return bytes;
  },

  async build(bake, name, options) {
    const { plan } = bake;
    const actor = plan.actors.find((one) => one.name === name)!;
    if (!actor.character) return buildBody(plan, actor, options);
    return buildCharacter({ plan, actor: actor.character.actor, tracks: loadTracks(bake, name), options });
  },
};

function isStaged({ character, body }: BakeActor): boolean {
  return character ? character.actor.rig.surfaces.length > 0 : body !== undefined;
}
