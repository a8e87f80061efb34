import { createActor } from '../motion/actor.ts';
import { findSystem, type SystemParams, systemEntries } from '../systems/index.ts';
import { overrideScene, type SceneOverrides } from './override-scene.ts';
import { parseScene } from './parse-scene.ts';
import { readCharacter } from './read-character.ts';

/** Cells that people would choose, as factors of a power of ten. */
const niceCells = [1, 2, 2.5, 5, 10];
/** A figure's height in cells: a print of it is then some 25 cells long. */
const cellsPerHeight = 170;
/** The finest cell that the ground takes, metres. */
const finestCell = 0.0005;
/** Swells against the depth of a print: enough to see that the ground is not a plane, too little to change the prints. */
const swellsPerDepth = 0.15;
/** Length of the largest swells against the height of the figure. */
const swellLength = 0.35;

/**
 * The scene for one character on a ground of its own, as it would be written by hand: cells and swells as fine as the
 * figure needs, with the overrides in it. With flesh or fur among these it bears those; then there is a ground only where
 * one is asked for.
 *
 * `file` is its path as the scene shall name it. Throws InputError for a file that cannot be read, or a wrong override.
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
  const { name, height, softDepth, up } = actors[0];
  const { rig, guess } = await readCharacter(bytes, { file, resolve, up });
  const scale = actors[0].scale ?? (height === undefined ? guess?.scale : undefined);
  const figure = createActor(rig, { name, scale, height, clip: null, path: 'actors[0]' });
  const share = (await findSystem('ground')!.load()).softDepth?.(systems[0].params) ?? 0;
  const depth = softDepth ?? share * figure.height;
  const ground = {
    system: 'ground',
    material: 'sand',
    cell: chooseCell(figure.height),
    noiseAmplitude: shorten(swellsPerDepth * depth),
    noiseWavelength: shorten(swellLength * figure.height) || 1,
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

/** The nice cell nearest to what a figure of this height needs: 1 cm for a person. */
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
