import type { PointsFrame } from '../motion/points-frame.ts';
import { fitNames } from './fit-names.ts';
import { srgbByteOf, toSrgbByte } from './srgb-byte.ts';

/**
 * Encodes particles as a binary PLY file (little-endian) with one element `vertex`, in this order:
 *
 *     float x y z                  m
 *     uchar red green blue alpha   sRGB as viewers expect it; alpha is the opacity
 *     float vx vy vz               m/s
 *     float diameter               m
 *     uint  id                     identifies a particle in all files
 *     float birth                  seconds
 *     float qx qy qz qw            orientation, a unit quaternion; only if particles rotate
 *     float NAME                   each attribute that the user defined, see `fitNames`
 *
 * Positions come first, because some readers ignore names. A frame without particles is a file with `element vertex 0`.
 */
export function encodePointsPly(frame: PointsFrame): Uint8Array<ArrayBuffer> {
  const { count, positions, colors, velocities, sizes, ids, birthTimes, orientations } = frame;
  const attributes = [...frame.attributes.values()];
  const names = plyAttributeNames(frame.attributes.keys());
  const header = new TextEncoder().encode(writeHeader(count, orientations !== null, names));
  const stride = plyStride(orientations !== null, attributes.length);
  const out = new Uint8Array(header.length + stride * count);
  out.set(header);
  const view = new DataView(out.buffer);
  let at = header.length;
  const float = (value: number) => {
    view.setFloat32(at, value, true);
    at += 4;
  };
  for (let k = 0; k < count; k++) {
    for (let axis = 0; axis < 3; axis++) float(positions[3 * k + axis]);
    for (let c = 0; c < 3; c++) out[at++] = srgbByteOf(colors[4 * k + c]);
    out[at++] = toSrgbByte(colors[4 * k + 3]);
    for (let axis = 0; axis < 3; axis++) float(velocities[3 * k + axis]);
    float(sizes[k]);
    view.setUint32(at, ids[k], true);
    at += 4;
    float(birthTimes[k]);
    if (orientations) for (let c = 0; c < 4; c++) float(orientations[4 * k + c]);
    for (const values of attributes) float(values[k]);
  }
  return out;
}

const plainProperties = [
  ...['x', 'y', 'z'].map((name) => `float ${name}`),
  ...['red', 'green', 'blue', 'alpha'].map((name) => `uchar ${name}`),
  ...['vx', 'vy', 'vz', 'diameter'].map((name) => `float ${name}`),
  'uint id',
  'float birth',
];
const orientationProperties = ['qx', 'qy', 'qz', 'qw'].map((name) => `float ${name}`);

/**
 * Names that attributes may not have: the names of the particles' own properties, and names that have another meaning in common readers.
 */
const takenNames = [
  ...[...plainProperties, ...orientationProperties].map((property) => property.split(' ')[1]),
  ...['nx', 'ny', 'nz', 's', 't', 'u', 'v', 'r', 'g', 'b', 'a'],
];

/** Returns the names of the attributes in the files. */
export function plyAttributeNames(names: Iterable<string>): string[] {
  return fitNames(names, takenNames);
}

/** Returns the number of bytes of one particle. */
export function plyStride(isTurning: boolean, attributeCount: number): number {
  return 4 * (10 + (isTurning ? 4 : 0) + attributeCount);
}

function writeHeader(count: number, isTurning: boolean, attributeNames: readonly string[]): string {
  const properties = [
    ...plainProperties,
    ...(isTurning ? orientationProperties : []),
    ...attributeNames.map((name) => `float ${name}`),
  ];
  return [
    'ply',
    'format binary_little_endian 1.0',
    'comment Aftermotion particles: metres, seconds, Y up; colours are sRGB',
    `element vertex ${count}`,
    ...properties.map((property) => `property ${property}`),
    'end_header\n',
  ].join('\n');
}
