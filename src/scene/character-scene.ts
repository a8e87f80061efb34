import { createActor } from '../motion/actor.ts';
import { findSystem, type SystemParams, systemEntries } from '../systems/index.ts';
import { chooseHeight } from './mannequin.ts';
import { overrideScene, type SceneOverrides } from './override-scene.ts';
import { parseScene } from './parse-scene.ts';
import { readCharacter } from './read-character.ts';

/** Usual sizes of cells, as factors of a power of ten. */
const niceCells = [1, 2, 2.5, 5, 10];
/** Height of a character in cells. A footprint is then about 25 cells long. */
const cellsPerHeight = 170;
/** Minimum cell of the ground, metres. */
const finestCell = 0.0005;
/** Height of the noise, relative to the depth of a footprint. The noise is visible, but too small to change the footprints. */
const swellsPerDepth = 0.15;
/** Maximum wavelength of the noise, relative to the height of the character. */
const swellLength = 0.35;

/**
 * Creates the scene of one character on a ground of its own. The cells and the noise of the ground depend on the size of the character. The
 * overrides are applied. If the overrides contain flesh or fur, the character gets these, and the scene has a ground only if the overrides
 * also contain one.
 *
 * `file` is the path that the scene will contain. Throws InputError for a file that cannot be read, or a wrong override.
 */
export async function createCharacterScene(
  file: string,
  bytes: Uint8Array,
  resolve: (uri: string) => Uint8Array | undefined,
  overrides: SceneOverrides,
): Promise<unknown> {
  const draft = { version: 1, seed: 1, time: { start: 0, end: 3, fps: 30 }, actors: [{ file }] };
  const plain = overrideScene({ ...draft, systems: [{ system: 'ground', material: 'sand' }] }, overrides);
  const { actors, systems } = parseScene(plain);
  const { name, softDepth, up, mannequin } = actors[0];
  const height = chooseHeight(actors[0]);
  const { rig, guess } = await readCharacter(bytes, { file, resolve, up, mannequin });
  const scale = actors[0].scale ?? (height === undefined ? guess?.scale : undefined);
  const character = createActor(rig, { name, scale, height, clip: null, path: 'actors[0]' });
  const fraction = (await findSystem('ground')!.load()).softDepth?.(systems[0].params) ?? 0;
  const depth = softDepth ?? fraction * character.height;
  const ground = {
    system: 'ground',
    material: 'sand',
    cell: chooseCell(character.height),
    noiseAmplitude: shorten(swellsPerDepth * depth),
    noiseWavelength: shorten(swellLength * character.height) || 1,
  };
  const borne = systemEntries.flatMap(({ name: system, params }) => {
    const { actor } = params;
    if (actor?.type !== 'text' || overrides[system as keyof SystemParams] === undefined) return [];
    return [actor.orNone ? { system, actor: name } : { system }];
  });
  const isGrounded = borne.length === 0 || overrides.ground !== undefined;
  const chosen = [...(isGrounded ? [ground] : []), ...borne];
  return overrideScene({ ...draft, systems: chosen }, overrides);
}

/** Returns the usual cell that is nearest to the ideal cell for this height: 1 cm for a person. */
export function chooseCell(height: number): number {
  const wanted = Math.max(height / cellsPerHeight, finestCell);
  if (wanted >= 1) return 1;
  let unit = 1;
  while (unit > wanted) unit /= 10;
  const cells = niceCells.map((factor) => Number((factor * unit).toPrecision(3)));
  return cells.reduce((best, cell) => (Math.abs(cell - wanted) < Math.abs(best - wanted) ? cell : best));
}

function shorten(value: number): number {
  return Number(value.toPrecision(2));
}
