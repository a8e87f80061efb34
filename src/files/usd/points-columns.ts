import type { PointsFrame } from '../../motion/points-frame.ts';
import { fitNames } from '../fit-names.ts';
import type { UsdColumn } from './prim-usd.ts';

type PointsColumn = UsdColumn<PointsFrame>;

/** Names that attributes may not have, because they have a meaning in Houdini or in the format. */
const takenNames = ['displayColor', 'displayOpacity', 'orient', 'birth', 'normals', 'widths', 'st'];

/** Returns the names of the user's attributes, without `primvars:`. */
function usdAttributeNames(names: Iterable<string>): string[] {
  return fitNames(names, takenNames);
}

/** Returns the attributes of a file, in the order of their names. isTurning: whether orientations are written. */
export function listPointsColumns(attributeNames: readonly string[], isTurning: boolean): PointsColumn[] {
  const names = usdAttributeNames(attributeNames);
  const columns: PointsColumn[] = [
    {
      name: 'points',
      typeName: 'point3f[]',
      read: (frame) => cut(frame, frame.positions, 3),
    },
    {
      name: 'velocities',
      typeName: 'vector3f[]',
      read: (frame) => cut(frame, frame.velocities, 3),
    },
    {
      name: 'widths',
      typeName: 'float[]',
      isVertex: true,
      read: (frame) => cut(frame, frame.sizes, 1),
    },
    { name: 'ids', typeName: 'int64[]', read: widenIds },
    { name: 'extent', typeName: 'float3[]', read: measureExtent },
    {
      name: 'primvars:displayColor',
      typeName: 'color3f[]',
      isVertex: true,
      read: (frame) => pick(frame, 0, 3),
    },
    {
      name: 'primvars:displayOpacity',
      typeName: 'float[]',
      isVertex: true,
      read: (frame) => pick(frame, 3, 1),
    },
    {
      name: 'primvars:birth',
      typeName: 'float[]',
      isVertex: true,
      read: (frame) => cut(frame, frame.birthTimes, 1),
    },
  ];
  if (isTurning) {
    columns.push({
      name: 'primvars:orient',
      typeName: 'quatf[]',
      isVertex: true,
      read: readOrientations,
    });
  }
  attributeNames.forEach((name, k) => {
    columns.push({
      name: `primvars:${names[k]}`,
      typeName: 'float[]',
      isVertex: true,
      read: (frame) => cut(frame, frame.attributes.get(name) ?? new Float32Array(frame.count), 1),
    });
  });
  return columns.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function cut({ count }: PointsFrame, values: Float32Array, width: number): Float32Array {
  return values.subarray(0, width * count);
}

function pick({ count, colors }: PointsFrame, first: number, width: number): Float32Array {
  const out = new Float32Array(width * count);
  for (let k = 0, o = 0; k < count; k++) {
    for (let c = 0; c < width; c++) out[o++] = colors[4 * k + first + c];
  }
  return out;
}

/** Returns ids as 64-bit integers, the lower half first. */
function widenIds({ count, ids }: PointsFrame): Uint32Array {
  const out = new Uint32Array(2 * count);
  for (let k = 0; k < count; k++) out[2 * k] = ids[k];
  return out;
}

/** Returns the orientations. The format stores the real part of a quaternion last, as `PointsFrame` does. */
function readOrientations({ count, orientations }: PointsFrame): Float32Array {
  if (orientations) return orientations.subarray(0, 4 * count);
  return new Float32Array(4 * count).map((_, k) => (k % 4 === 3 ? 1 : 0));
}

/**
 * Returns the minimum and maximum corner of all particles including their sizes. Without particles, returns the empty box of the format.
 */
function measureExtent({ count, positions, sizes }: PointsFrame): Float32Array {
  const largest = 3.4028234663852886e38;
  const out = Float32Array.of(largest, largest, largest, -largest, -largest, -largest);
  for (let k = 0; k < count; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * k + axis];
      const radius = sizes[k] / 2;
      if (value - radius < out[axis]) out[axis] = value - radius;
      if (value + radius > out[3 + axis]) out[3 + axis] = value + radius;
    }
  }
  return out;
}
