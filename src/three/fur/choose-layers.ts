import { type Camera, Matrix4, type Object3D, type Sphere, Vector3 } from 'three';

/** If there are enough slices, shells that are seen from the side are this many pixels apart. */
export const pixelsApart = 1.25;
/** Fins begin to appear if shells are this many pixels apart. At twice this distance all fins are drawn. */
export const finsFrom = 0.9;
/** Minimum number of shells at any distance, because fewer shells do not look like fur. */
const minLayers = 6;
/** Maximum number of shells for shadow maps, since shadows only show the outline. */
const maxShadowLayers = 16;

/**
 * Returns the number of shells of a coat with this height on the screen, in pixels. The result is a real number. As it decreases, the
 * outermost shell stays at the tips and the others sink, so shells appear and disappear only in the skin.
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
 * Returns the size in pixels of a length (m, parallel to the picture) at the point of an object that is nearest to the camera. rows: height
 * of the picture in pixels. If the camera is inside the object's bounding sphere, the result is the maximum.
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
