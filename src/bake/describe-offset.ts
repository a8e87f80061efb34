import type { SceneOffset } from './bake-plan.ts';

/** Returns an offset with z up, in the order of map files: east, north, height. */
export function withZUp([x, y, z]: SceneOffset['metres']): SceneOffset['metres'] {
  return [x, z === 0 ? 0 : -z, y];
}

/** Returns a description of the offset for the report. */
export function describeOffset({ metres, names }: SceneOffset): string {
  return (
    `${metres.join(', ')} m (x, y, z; with z up ${withZUp(metres).join(', ')}) were subtracted from the coordinates of ${names.join(', ')}, ` +
    'which are far from the origin: add them to results to get the coordinates of the files'
  );
}
