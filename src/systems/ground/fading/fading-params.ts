import type { ParamTable } from '../../params.ts';

/** Parameters of how prints fade over time, by snowfall, wind and water. All are off by default. */
export const fadingParams = {
  snowfall: {
    type: 'number',
    unit: 'm/s',
    min: 0,
    max: 1,
    default: 0,
    keyable: true,
    integral: { name: 'snowFallen', of: 'value' },
    description:
      'Depth of snow, or of sand that the wind brings, that falls into prints per second, until they are level with the untouched ground. Natural snowfall is 0.5 to 5cm/h.',
  },
  snowDrift: {
    type: 'number',
    unit: 'm',
    min: 0,
    max: 1,
    default: 0.05,
    description:
      'How far falling snow is carried into hollows. When a depth h has fallen, edges are rounded over √(2 · snowDrift · h). 0: edges stay sharp.',
  },
  windSmoothing: {
    type: 'number',
    unit: 'm²/s',
    min: 0,
    max: 0.01,
    default: 0,
    keyable: true,
    integral: { name: 'windSmoothed', of: 'value' },
    description:
      'How fast wind smooths what was changed: in t seconds, edges are rounded over √(2 · windSmoothing · t). 0.0001 softens a footprint in about ten seconds. No material is lost.',
  },
  washHalfLife: {
    type: 'number',
    unit: 's',
    min: 0.01,
    max: 1e9,
    description:
      'Time in which water washes away half of a print that it covers. A waterLevel with keys over time is a tide. Needs waterLevel. When absent: water changes no prints.',
  },
} as const satisfies ParamTable;
