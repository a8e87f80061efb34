import type { UsdAttribute, UsdPrim, UsdValue } from '../../files/usd/usd-layer.ts';
import { cross, dot, normalize, subtract } from '../../geometry/vector.ts';
import { composeMatrix, createMatrix } from '../../math/matrix.ts';
import type { CameraView } from '../scene-view.ts';
import type { SampledCamera } from '../views/sample-cameras.ts';
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
  return cameraPrim(name, [distance / 1000, 10 * distance], {
    focalLength: { value: 10 * focalLength },
    focusDistance: { value: distance },
    matrix: { value: matrix },
  });
}

/** Near and far plane of the cameras of a scene, metres. */
const clippingRange = [0.05, 10_000];

/** Returns a camera of the scene, with a sample in each frame if it moves. timeCodes: those of all frames. */
export function buildSceneCamera({ name, views }: SampledCamera, timeCodes: readonly number[]): UsdPrim {
  const column = (read: (view: CameraView) => UsdValue): Sampled => {
    const values = views.map(read);
    if (values.every((value) => String(value) === String(values[0]))) return { value: values[0] };
    return { samples: { times: timeCodes, values } };
  };
  return cameraPrim(name, clippingRange, {
    focalLength: column(({ fieldOfView }) =>
      Math.fround((10 * sensorHeight) / (2 * Math.tan(fieldOfView / 2))),
    ),
    focusDistance: column((view) => Number(view.distance.toPrecision(6))),
    matrix: column(({ position, rotation }) => {
      const matrix = createMatrix();
      composeMatrix(matrix, 0, position, 0, rotation, 0, [1, 1, 1], 0);
      return Array.from(matrix);
    }),
  });
}

type Sampled = Pick<UsdAttribute, 'value' | 'samples'>;

function cameraPrim(
  name: string,
  clipping: readonly number[],
  {
    focalLength: length,
    focusDistance,
    matrix,
  }: Readonly<Record<'focalLength' | 'focusDistance' | 'matrix', Sampled>>,
): UsdPrim {
  return {
    name,
    typeName: 'Camera',
    properties: [
      { name: 'projection', typeName: 'token', value: 'perspective' },
      { name: 'focalLength', typeName: 'float', ...length },
      { name: 'horizontalAperture', typeName: 'float', value: 10 * sensorWidth },
      { name: 'verticalAperture', typeName: 'float', value: 10 * sensorHeight },
      { name: 'clippingRange', typeName: 'float2', value: clipping },
      { name: 'focusDistance', typeName: 'float', ...focusDistance },
      { name: 'xformOp:transform', typeName: 'matrix4d', ...matrix },
      { name: 'xformOpOrder', typeName: 'token[]', isUniform: true, value: ['xformOp:transform'] },
    ],
  };
}
