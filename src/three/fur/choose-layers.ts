import { type Camera, Matrix4, type Object3D, type Sphere, Vector3 } from 'three';

/** Pixels between two shells that are seen from the side, as long as there are enough slices. */
export const pixelsApart = 1.25;
/** Distance of shells at which fins begin to appear, pixels. At twice this distance all of them are drawn. */
export const finsFrom = 0.9;
/** Minimum number of shells at any distance: fewer do not look like fur. */
const minLayers = 6;
/** Shadows only show the outline. */
const maxShadowLayers = 16;

/**
 * Returns the number of shells of a coat with this height on the screen, in pixels. It is a real number: the outermost shell stays at the
 * tips, and the others sink as the number falls, so shells appear and disappear only in the skin.
 */
export function chooseLayers(pixels: number, sliceCount: number): number {
  return Math.min(sliceCount, Math.max(Math.min(minLayers, sliceCount), pixels / pixelsApart));
}

/** Returns the number of shells for shadow maps. */
export function chooseShadowLayers(sliceCount: number): number {
  return Math.min(sliceCount, maxShadowLayers);
}

/** Returns the fraction of the fins that is drawn if shells are this many pixels apart. */
export function finFraction(apart: number): number {
  return Math.min(1, Math.max(0, apart / finsFrom - 1));
}

/**
 * Length (m, parallel to the picture) in pixels at the point of an object that is nearest to the camera. rows: of the picture. If
 * the camera is inside the object's sphere, the result is the max.
 */
export function measurePixels(
  length: number,
  object: Object3D,
  sphere: Sphere,
  camera: Camera,
  rows: number,
): number {
  const { projectionMatrix, matrixWorldInverse } = camera;
  modelView.multiplyMatrices(matrixWorldInverse, object.matrixWorld);
  const scale = modelView.getMaxScaleOnAxis();
  const perHeight = (rows * projectionMatrix.elements[5] * length * scale) / 2;
  if (projectionMatrix.elements[15] === 1) return perHeight;
  const distance = center.copy(sphere.center).applyMatrix4(modelView).length() - scale * sphere.radius;
  return distance > 0 ? perHeight / distance : Number.POSITIVE_INFINITY;
}

const modelView = new Matrix4();
const center = new Vector3();
