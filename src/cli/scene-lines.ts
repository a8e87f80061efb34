import { defaultOutputKinds, outputKindNames } from '../bake/output-kinds.ts';
import type { SceneInspection, SystemInspection } from '../scene/inspect-scene.ts';
import { type ResolvedMaterial, sceneMaterials } from '../scene/own-materials.ts';
import { isKeyed } from '../systems/keyed-values.ts';
import { showQuantity } from '../systems/quantity.ts';
import { count, problemLines, short } from './inspection-text.ts';
import { describeActor } from './show-report.ts';

/** Maximum length of the text of one value in a list of parameters. */
const maxValueLength = 40;
/** Maximum number of keys that are listed for a parameter. */
const maxKeys = 6;

/** Describes the contents of a scene, in lines for a terminal. */
export function sceneLines(scene: SceneInspection): string[] {
  const { file, time, actors, materials, systems, keyedParams, cameras, lights, outputs, problems } = scene;
  return [
    `${file}: scene, ${short(time.start)} to ${short(time.end)} s, ${count(time.frames, 'frame')} at ${time.fps} fps, numbered from ${time.firstFrame}`,
    ...actors.map((actor) => `${actor.name}: ${actor.file}, ${describeActor(actor)}`),
    ...materials.map(materialLine),
    ...systems.map(systemLine),
    ...keyedParams.map(keyedLine),
    ...cameras.map(cameraLine),
    ...lights.map(lightLine),
    outputsLine(outputs),
    '',
    ...problemLines(problems),
  ];
}

function outputsLine(outputs: SceneInspection['outputs']): string {
  if (outputs.length === outputKindNames.length) return 'Writes every kind of output of its systems.';
  const isDefault =
    outputs.length === defaultOutputKinds.length &&
    defaultOutputKinds.every((kind) => outputs.includes(kind));
  if (isDefault) return 'Writes the default outputs of its systems.';
  return outputs.length > 0 ? `Writes ${outputs.join(', ')}.` : 'Writes nothing.';
}

function materialLine({ name, root, params }: ResolvedMaterial): string {
  const values = Object.entries(params).map(([key, value]) => `${key} ${showParam(key, value)}`);
  return `${name}: a material like ${root}${values.length > 0 ? `, ${values.join(', ')}` : ''}`;
}

/** Shows a number in the unit in which people read it: angles in degrees. */
function showParam(key: string, value: unknown): string {
  const spec = sceneMaterials.params[key];
  return typeof value === 'number' && spec?.type === 'number'
    ? showQuantity(Number(value.toPrecision(4)), spec.unit)
    : shorten(value);
}

/** Shows the keys of a parameter. Of many keys: the first ones and the last one. */
function keyedLine({
  system,
  parameter,
  unit,
  interpolation,
  keys,
}: SceneInspection['keyedParams'][number]): string {
  const isLong = keys.length > maxKeys;
  const texts = (isLong ? [...keys.slice(0, maxKeys - 1), keys[keys.length - 1]] : keys).map(
    ({ time, value }) => `${showQuantity(time, 's')}: ${showValue(value, unit)}`,
  );
  if (isLong) texts.splice(-1, 0, '…');
  const name = system === null ? parameter : `${system}.${parameter}`;
  return `${name} over time: ${count(keys.length, 'key')}, ${interpolation}, ${texts.join('; ')}`;
}

function showValue(value: number | readonly number[], unit: string): string {
  if (typeof value === 'number') return showQuantity(Number(value.toPrecision(4)), unit);
  const list = `[${value.map(short).join(', ')}]`;
  return unit === '' ? list : `${list} ${unit}`;
}

function cameraLine({ name, follow, poses, fieldOfView }: SceneInspection['cameras'][number]): string {
  const parts = [
    ...(follow ? [`follows ${follow}`] : []),
    ...(poses.length > 0 ? [count(poses.length, 'pose')] : []),
    ...(fieldOfView === undefined ? [] : [`field of view ${showQuantity(fieldOfView, 'rad')}`]),
  ];
  return `${name}: camera${parts.length > 0 ? `, ${parts.join(', ')}` : ''}`;
}

function lightLine({ light, strength }: SceneInspection['lights'][number]): string {
  return `${light}: light, strength ${strength}`;
}

function systemLine({ system, name, actors, reads, given }: SystemInspection): string {
  const parts = [
    ...(actors ? [`with ${actors.join(', ')}`] : []),
    ...(reads.length > 0 ? [`reads ${reads.join(', ')}`] : []),
    ...Object.entries(given).map(([key, value]) => `${key} ${shorten(value)}`),
  ];
  return `${name}: ${system}${parts.length > 0 ? `, ${parts.join(', ')}` : ', with defaults'}`;
}

function shorten(value: unknown): string {
  if (isKeyed(value)) return 'with keys';
  if (Array.isArray(value) && value.some((entry) => typeof entry === 'object')) return `(${value.length})`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
