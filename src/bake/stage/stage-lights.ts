import type { UsdPrim } from '../../files/usd/usd-layer.ts';
import { composeMatrix, createMatrix } from '../../math/matrix.ts';
import { quaternionBetween } from '../../math/quaternion.ts';
import type { BakeLights } from '../scene-view.ts';

/** Mean linear colour of a clear sky, and its brightness beside a sun of strength 1.5. */
const skyColor = [0.5, 0.64, 0.86];
const skyIntensity = 0.6;
/** Angle that the sun covers, degrees. */
const sunAngle = 0.53;

/** Returns the prim with the lights of a scene. Empty if the scene has none. */
export function buildLights(lights: BakeLights | null | undefined): UsdPrim[] {
  const { sun, sky } = lights ?? {};
  const children: UsdPrim[] = [];
  if (sun) {
    const matrix = createMatrix();
    // A light shines along its own −z.
    composeMatrix(matrix, 0, [0, 0, 0], 0, quaternionBetween([0, 0, 1], sun.toSun), 0, [1, 1, 1], 0);
    children.push({
      name: 'sun',
      typeName: 'DistantLight',
      properties: [
        { name: 'inputs:angle', typeName: 'float', value: sunAngle },
        { name: 'inputs:color', typeName: 'color3f', value: [...sun.color] },
        // Normalized, the intensity is the irradiance: π lights a white surface fully.
        { name: 'inputs:intensity', typeName: 'float', value: Math.PI * sun.strength },
        { name: 'inputs:normalize', typeName: 'bool', value: true },
        { name: 'xformOp:transform', typeName: 'matrix4d', value: Array.from(matrix) },
        { name: 'xformOpOrder', typeName: 'token[]', isUniform: true, value: ['xformOp:transform'] },
      ],
    });
  }
  if (sky !== undefined && sky > 0) {
    children.push({
      name: 'sky',
      typeName: 'DomeLight',
      properties: [
        { name: 'inputs:color', typeName: 'color3f', value: skyColor },
        { name: 'inputs:intensity', typeName: 'float', value: skyIntensity * sky },
      ],
    });
  }
  return children.length > 0 ? [{ name: 'lights', typeName: 'Xform', kind: 'group', children }] : [];
}
