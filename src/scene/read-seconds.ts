import { systemDefinitions } from '../systems/index.ts';
import type { ParamSpec } from '../systems/params.ts';
import type { FieldTable } from './fields.ts';
import { actorParams, timeParams } from './scene-params.ts';
import { mapParams } from './walk-params.ts';

/** A text that stands for a time: a fraction such as `47/24`, or a decimal. */
export const fractionPattern = /^-?\d+(\.\d+)?(\/0*[1-9]\d*)?$/;

/** Seconds as a number: of a number itself, of a text such as `47/24`; NaN for anything else. */
export function readSeconds(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !fractionPattern.test(value)) return Number.NaN;
  const [over, under = '1'] = value.split('/');
  return Number(over) / Number(under);
}

/** A copy of a scene as data whose times are numbers, for who works with it before it is checked. */
export function withPlainTimes<Scene>(scene: Scene): Scene {
  if (!isEntry(scene)) return scene;
  const list = (value: unknown, tableOf: (entry: Entry) => FieldTable) =>
    Array.isArray(value)
      ? value.map((entry) => (isEntry(entry) ? mapParams(tableOf(entry), entry, '', plain) : entry))
      : value;
  const out: Entry = { ...scene };
  if (isEntry(scene.time)) out.time = mapParams(timeParams, scene.time, '', plain);
  if ('actors' in scene) out.actors = list(scene.actors, () => actorParams);
  if ('systems' in scene) {
    out.systems = list(
      scene.systems,
      ({ system }) => systemDefinitions.find(({ name }) => name === system)?.params ?? {},
    );
  }
  return out as Scene;
}

type Entry = Record<string, unknown>;

function plain(spec: ParamSpec, value: unknown): unknown {
  if (spec.type !== 'number' || spec.unit !== 's' || typeof value !== 'string') return value;
  const seconds = readSeconds(value);
  return Number.isFinite(seconds) ? seconds : value;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
