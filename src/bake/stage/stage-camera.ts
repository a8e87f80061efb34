import type { UsdPrim } from '../../files/usd/usd-layer.ts';
import { cross, dot, normalize, subtract } from '../../geometry/vector.ts';
import { cornersOf } from './stage-part.ts';

/** Size of the sensor and focal length, metres. */
const [sensorWidth, sensorHeight] = [0.036, 0.02025];
const focalLength = 0.035;
/** Direction from the middle of the scene to the camera, before it is normalised: in front, to the right, and from above. */
const direction = [0.45, 0.5, 1];
/** Factor by which the distance is larger than needed to see everything. */
const padding = 1.05;

/** Returns a camera that sees all corners of a box. Lengths of lens and sensor are in tenths of a unit of the stage, as USD defines. */
export function buildCamera(name: string, bounds: Float64Array): UsdPrim {
  const middle = [0, 1, 2].map((axis) => (bounds[axis] + bounds[3 + axis]) / 2);
  const back = normalize(direction);
  const right = normalize([back[2], 0, -back[0]]);
  const up = cross(back, right);
  // Every corner must lie between the four planes through the camera.
  let distance = 0;
  const corners = cornersOf(bounds);
  for (let k = 0; k < corners.length; k += 3) {
    const corner = subtract(corners.slice(k, k + 3), middle);
    const wide = (Math.abs(dot(corner, right)) * 2 * focalLength) / sensorWidth;
    const high = (Math.abs(dot(corner, up)) * 2 * focalLength) / sensorHeight;
    distance = Math.max(distance, dot(corner, back) + Math.max(wide, high));
  }
  distance *= padding;
  const position = middle.map((value, axis) => value + distance * back[axis]);
  const matrix = [...right, 0, ...up, 0, ...back, 0, ...position, 1];
  return {
    name,
    typeName: 'Camera',
    properties: [
      { name: 'projection', typeName: 'token', value: 'perspective' },
      { name: 'focalLength', typeName: 'float', value: 10 * focalLength },
      { name: 'horizontalAperture', typeName: 'float', value: 10 * sensorWidth },
      { name: 'verticalAperture', typeName: 'float', value: 10 * sensorHeight },
      { name: 'clippingRange', typeName: 'float2', value: [distance / 1000, 10 * distance] },
      { name: 'focusDistance', typeName: 'float', value: distance },
      { name: 'xformOp:transform', typeName: 'matrix4d', value: matrix },
      { name: 'xformOpOrder', typeName: 'token[]', isUniform: true, value: ['xformOp:transform'] },
    ],
  };
}
