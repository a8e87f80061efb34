import { InputError, type InputFault } from '../../input-error.ts';
import { checkFlesh } from '../../systems/flesh/check-params.ts';
import { type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import { defaultParams } from '../../systems/params.ts';

/** What of flesh's parameters may still be chosen once a part is prepared. */
const liveParamNames = [
  'material',
  'stiffness',
  'density',
  'damping',
  'halfLife',
  'gravity',
  'sagged',
  'strength',
  'maxAcceleration',
  'limit',
  'gyroscopic',
  'teleport',
] as const satisfies readonly (keyof FleshParams)[];

export type LiveFleshParams = Partial<Pick<FleshParams, (typeof liveParamNames)[number]>>;

/** Throws InputError with every parameter that is out of range. */
export function checkLiveParams(options: LiveFleshParams, owner = 'LiveFlesh'): FleshParams {
  const faults: InputFault[] = [];
  const given = Object.fromEntries(
    liveParamNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  for (const [name, value] of Object.entries(given)) {
    const spec = fleshParams[name as (typeof liveParamNames)[number]];
    const path = `${owner}.${name}`;
    if (spec.type === 'number') {
      const isAbove =
        'open' in spec && spec.open ? (value as number) > spec.min : (value as number) >= spec.min;
      if (isAbove && (value as number) <= spec.max) continue;
      const range = `${'open' in spec && spec.open ? '>' : '≥'} ${spec.min} and ≤ ${spec.max}`;
      faults.push({
        path,
        message: `expected a number ${range} ${spec.unit}, got ${value}`.replace(' ,', ','),
      });
    } else if (spec.type === 'choice' && !(spec.choices as readonly unknown[]).includes(value)) {
      faults.push({ path, message: `expected one of ${spec.choices.join(', ')}, got ${value}` });
    }
  }
  const params = { ...defaultParams(fleshParams), ...given } as FleshParams;
  if (faults.length === 0)
    faults.push(...checkFlesh(params).map((fault) => ({ ...fault, path: `${owner}.${fault.path}` })));
  if (faults.length > 0) throw new InputError(faults);
  return params;
}
