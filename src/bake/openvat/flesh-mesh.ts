import { poseSurfaces } from '../../motion/pose-surfaces.ts';
import type { BakeActor } from '../bake-plan.ts';
import { carrierPosition } from '../characters/character-tracks.ts';
import { groupedNormals } from '../characters/stage/grouped-normals.ts';
import { loadTracks } from '../morph/load-tracks.ts';
import { sampleTracksAt } from '../morph/morph-track.ts';
import type { Bake } from '../output-definition.ts';
import type { MovingMesh } from './moving-mesh.ts';

/** Roughness of a skin. */
const usualRoughness = 0.8;

/** Returns a character with its flesh and its travel as a mesh. Bones, flesh and morph targets of its file all move the vertices. */
export function openFleshMesh(bake: Bake, { name, character }: BakeActor): MovingMesh {
  const { firstFrame, times } = bake.plan;
  const { actor } = character!;
  const { surfaces } = actor.rig;
  const tracks = loadTracks(bake, name);
  const normals = groupedNormals(surfaces);
  const origin = carrierPosition(actor.poseAt(times.seconds(firstFrame)));
  return {
    origin,
    primitives: surfaces.map((surface) => ({
      name: surface.name,
      vertexCount: surface.positions.length / 3,
      indices: surface.indices,
      color: surface.color,
      roughness: usualRoughness,
      ...(surface.texcoords && surface.picture
        ? { texcoords: surface.texcoords, picture: surface.picture }
        : { colors: surface.colors }),
    })),
    pose(frame) {
      const seconds = times.seconds(frame);
      const posed = poseSurfaces(actor, seconds, tracks, sampleTracksAt(tracks, [seconds]));
      const positions = posed.map((surface) => surface.positions);
      normals.pose(positions);
      for (const own of positions) for (let k = 0; k < own.length; k++) own[k] -= origin[k % 3];
      return positions.map((own, k) => ({ positions: own, normals: normals.of(k) }));
    },
  };
}
