import { measureNormals } from '../../../motion/measure-normals.ts';
import type { SystemInputs } from '../../system.ts';
import type { FurState, SkinPose } from '../state.ts';
import { GroundHeights } from './ground-heights.ts';
import { type SkinSizes, vanishingSize } from './skin-sizes.ts';

/** Poses the skin at the start or the end of the step of the inputs. A patch always follows the current ground. */
export function poseCarrier(state: FurState, inputs: SystemInputs, end: 'start' | 'end'): void {
  const { carrier } = state.prepared;
  const { positions } = state.skin;
  if (carrier.skin) gatherPositions(positions, inputs.surfaces[0][end], carrier.skin.vertexOf);
  else posePatch(state, inputs);
  poseNormals(state, state.skin);
}

/** Copies the positions of welded vertices from those of the file's vertices. */
export function gatherPositions(out: Float64Array, from: Float64Array, vertexOf: Uint32Array): void {
  for (let v = 0; v < vertexOf.length; v++) {
    const o = 3 * vertexOf[v];
    out[3 * v] = from[o];
    out[3 * v + 1] = from[o + 1];
    out[3 * v + 2] = from[o + 2];
  }
}

/** Computes normals and directions from the positions of a skin and from the tread. */
export function poseNormals(state: FurState, skin: SkinPose): void {
  const { prepared, contact } = state;
  const { positions, normals, directions } = skin;
  measureNormals(normals, positions, prepared.carrier.mesh.triangles);
  const vanished = state.sizes ? replaceNormals(state, state.sizes, skin) : [];
  prepared.standing.measure(directions, positions, normals);
  contact?.lean(directions, directions, positions, normals);
  // At these vertices, strands keep their last direction.
  for (const vertex of vanished) directions.fill(0, 3 * vertex, 3 * vertex + 3);
  leanNormals(state);
}

/** Sets the normals of vertices whose skin has no size to those of the rest pose. Returns these vertices. */
function replaceNormals(
  { prepared, fractions }: FurState,
  sizes: SkinSizes,
  { positions, normals }: SkinPose,
): number[] {
  sizes.measure(fractions, positions);
  const vanished: number[] = [];
  for (let v = 0; v < fractions.length; v++) {
    if (!(fractions[v] < vanishingSize)) continue;
    vanished.push(v);
    for (let k = 3 * v; k < 3 * v + 3; k++) normals[k] = prepared.carrier.normals[k];
  }
  return vanished;
}

/** Computes the normals for rendering, which lean where strands are trodden. */
export function leanNormals({ skin, contact }: FurState): void {
  if (contact) contact.lean(skin.leaning, skin.normals, skin.positions, skin.normals);
  else skin.leaning.set(skin.normals);
}

function posePatch(state: FurState, { heightfields }: SystemInputs): void {
  const { carrier } = state.prepared;
  const { positions } = state.skin;
  positions.set(carrier.positions);
  if (heightfields.length === 0) return;
  const isKnown =
    state.ground !== null &&
    state.ground.fields.length === heightfields.length &&
    state.ground.fields.every((field, k) => field === heightfields[k]);
  if (!isKnown) state.ground = new GroundHeights([...heightfields]);
  state.ground!.lift(positions, carrier.positions);
}
