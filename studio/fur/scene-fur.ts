import { srgbOfLinear } from '../../src/math/index.ts';
import { actorName, systemName } from '../../src/scene/index.ts';
import { furParams, furPresets } from '../../src/systems/fur/index.ts';
import { isKeyed } from '../../src/systems/index.ts';
import { listAt, setValue } from '../document/edit-scene.ts';
import { actorsOf, type SceneData, type SceneEntry, systemsOf } from '../document/studio-document.ts';
import { freeName } from '../flesh/scene-flesh.ts';

/** A system of fur or grass of a scene, as data. */
export interface SceneFur {
  /** Index of the system among the systems of the scene. */
  readonly index: number;
  readonly name: string;
  readonly entry: SceneEntry;
}

export type CoatName = keyof typeof furPresets;

/** The coats that can be chosen, without `auto`. */
export const coatNames = furParams.coat.choices.filter((name): name is CoatName => name in furPresets);

/** Returns the systems of fur of a scene. */
export function furOf(scene: SceneData): SceneFur[] {
  return systemsOf(scene).flatMap((entry, index) =>
    entry.system === 'fur' ? [{ index, entry, name: systemName(entry) }] : [],
  );
}

/** Returns the names of characters on which fur can grow but does not yet. */
export function baldActors(scene: SceneData): string[] {
  const covered = new Set(furOf(scene).map(({ entry }) => entry.actor));
  return actorsOf(scene)
    .map(actorName)
    .filter((name) => !covered.has(name));
}

/** Returns the message of the panel if there is no fur yet, or if no further character can have fur. '' if no message is needed. */
export function addFurNote(scene: SceneData): string {
  if (furOf(scene).length > 0) return '';
  return actorsOf(scene).length > 0
    ? 'Grow a coat on a character, or grass on the ground. Wind, motion and feet move it.'
    : 'Grow grass on a patch of ground. Fur needs a character: drop one on the page.';
}

/** Minimum and maximum length of the coat that is used by default, as fractions of a character's height. */
const shortest = 0.01;
const longest = 0.05;
/** If the default coat is longer or shorter, this length is used instead. */
const usual = 0.04;

/**
 * Returns a copy of a scene with fur on one of its actors, added after the other systems. `height`: height of the character, m, if it is
 * known.
 */
export function addFur(scene: SceneData, actor: string, height: number | null = null): SceneData {
  const standard = furPresets.fox.height;
  const suits = height === null || (standard >= shortest * height && standard <= longest * height);
  const entry: SceneEntry = {
    system: 'fur',
    name: freeName(scene, 'fur'),
    actor,
    ...(suits ? {} : { length: Number((usual * height).toPrecision(2)) }),
  };
  return { ...scene, systems: [...systemsOf(scene), entry] };
}

/** A patch of ground: its middle and its sides, metres. */
export interface Patch {
  readonly center: readonly [number, number, number];
  readonly size: readonly [number, number];
}

/** Returns a copy of a scene with grass on a patch of ground in a light wind, after the other systems. */
export function addGrass(scene: SceneData, { center, size }: Patch): SceneData {
  const entry: SceneEntry = {
    system: 'fur',
    name: freeName(scene, 'grass'),
    center: center.map(tidy),
    size: size.map(tidy),
    forces: [{ force: 'wind', velocity: [1.5, 0, 0] }],
  };
  return { ...scene, systems: [...systemsOf(scene), entry] };
}

/** Returns the coat of an entry; the default if the entry has none. */
export function coatOf({ coat = furParams.coat.default, actor }: SceneEntry): CoatName | null {
  if (coat === 'auto') return actor === undefined ? 'grass' : 'fox';
  return coatNames.find((name) => name === coat) ?? null;
}

/** Parameters that have no default, because the coat decides their value if the scene gives none. */
const coatKeys: readonly (keyof typeof furParams)[] = [
  ...(['length', 'tile', 'layerCount', 'texels', 'rootColor', 'tipColor'] as const),
  ...(['frequency', 'damping', 'gravity', 'airDrag'] as const),
];

/** Returns a copy of a scene with another coat. Values of the scene that would override those of the coat are removed. */
export function chooseCoat(scene: SceneData, index: number, coat: CoatName): SceneData {
  const location = `systems.${index}` as const;
  return coatKeys.reduce<SceneData>(
    (next, key) => setValue(next, location, key, undefined),
    setValue(scene, location, 'coat', coat),
  );
}

/** Returns the values of a coat. They apply to parameters that the scene does not set. */
export function deriveFur(entry: SceneEntry): Readonly<Record<string, unknown>> {
  const name = coatOf(entry);
  if (!name) return {};
  const { height, tile, layerCount, texels, colors, motion } = furPresets[name];
  const length = typeof entry.length === 'number' ? entry.length : height;
  const color = (light: readonly number[]) => light.map((value) => Number(srgbOfLinear(value).toFixed(3)));
  return {
    length,
    tile: (tile * length) / height,
    layerCount,
    texels,
    rootColor: color(colors.root),
    tipColor: color(colors.tip),
    ...motion,
  };
}

/** Returns the motion parameters of a coat. They apply if the scene does not set them. */
export function coatMotion(entry: SceneEntry): { readonly frequency: number } {
  const { frequency = 1 } = deriveFur(entry) as { frequency?: number };
  return { frequency: typeof entry.frequency === 'number' ? entry.frequency : frequency };
}

/** A wind in familiar terms. */
export interface Wind {
  /** Speed along the ground, m/s. */
  readonly strength: number;
  /** Direction in which the wind blows, degrees 0 to 360 seen from above: 0 is +X, 90 is −Z. */
  readonly direction: number;
  /** Amplitude of the variation of the speed, as a fraction of it. */
  readonly gusts: number;
}

const windFields = furParams.forces.kinds.wind.fields;

/** Returns the wind of an entry: the first one that has no end. If there is none, the speed is 0. */
export function windOf(entry: SceneEntry): Wind {
  const wind = listAt(entry, 'forces')[windIndex(entry)];
  if (!wind) return { strength: 0, direction: 0, gusts: windFields.gusts.default };
  const [x, , z] = velocityOf(wind);
  const degrees = (Math.atan2(-z, x) * 180) / Math.PI;
  return {
    strength: Number(Math.hypot(x, z).toPrecision(4)),
    direction: Number(((degrees + 360) % 360).toFixed(1)),
    gusts: typeof wind.gusts === 'number' ? wind.gusts : windFields.gusts.default,
  };
}

/** Returns whether the wind that `windOf` returns has keys over time. */
export function windHasKeys(entry: SceneEntry): boolean {
  const { velocity, gusts } = listAt(entry, 'forces')[windIndex(entry)] ?? {};
  return isKeyed(velocity) || isKeyed(gusts);
}

/** Returns a copy of a scene with another wind over some fur. A wind of speed 0 is not removed, so that it keeps its direction. */
export function setWind(scene: SceneData, index: number, change: Partial<Wind>): SceneData {
  const entry = systemsOf(scene)[index] ?? {};
  const { strength, direction, gusts } = { ...windOf(entry), ...change };
  const forces = listAt(entry, 'forces');
  const at = windIndex(entry);
  const before: SceneEntry = forces[at] ?? { force: 'wind' };
  const angle = (direction * Math.PI) / 180;
  // At speed 0 the direction would be lost, so a tiny speed is stored.
  const speed = Math.max(strength, 1e-4);
  const wind: SceneEntry = {
    ...before,
    velocity: [round(speed * Math.cos(angle)), velocityOf(before)[1], round(-speed * Math.sin(angle))],
    ...(change.gusts === undefined ? {} : { gusts }),
  };
  const next = at < 0 ? [...forces, wind] : forces.map((force, k) => (k === at ? wind : force));
  return setValue(scene, `systems.${index}`, 'forces', next);
}

function windIndex(entry: SceneEntry): number {
  return listAt(entry, 'forces').findIndex(
    ({ force, from, until }) => force === 'wind' && from === undefined && until === undefined,
  );
}

function velocityOf({ force, velocity }: SceneEntry): readonly number[] {
  const isGiven = Array.isArray(velocity) && velocity.length === 3 && velocity.every(Number.isFinite);
  if (isGiven) return velocity as number[];
  return force === 'wind' ? windFields.velocity.default : [0, 0, 0];
}

/** Returns a copy of a scene with another force on some fur. */
export function addForce(scene: SceneData, index: number, force: SceneEntry): SceneData {
  const forces = listAt(systemsOf(scene)[index] ?? {}, 'forces');
  return setValue(scene, `systems.${index}`, 'forces', [...forces, force]);
}

/** Returns a copy of a scene without the forces that `leaves` selects. */
export function removeForces(
  scene: SceneData,
  index: number,
  leaves: (force: SceneEntry, index: number) => boolean,
): SceneData {
  const forces = listAt(systemsOf(scene)[index] ?? {}, 'forces');
  const kept = forces.filter((force, index) => !leaves(force, index));
  return setValue(scene, `systems.${index}`, 'forces', kept.length > 0 ? kept : undefined);
}

function tidy(metres: number): number {
  return Number(metres.toPrecision(3));
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4 || 0;
}
