import { type Camera, Matrix4, type Object3D, type Sphere, Vector3 } from 'three';

/** Pixels between two shells that are seen from the side: so many, as long as there are slices for more. */
export const pixelsApart = 1.25;
/** From here on fins begin to fill in between shells, and at twice as many pixels all of them are there. */
export const finsFrom = 0.9;
/** Fewer shells are no fur, however far away. */
const leastLayers = 6;
/** Shadows are seen through their edges alone. */
const mostShadowLayers = 16;

/**
 * Shells of a coat whose height is so many pixels on the screen. Not whole: the outermost shell stays at the tips, and the
 * others sink as there are fewer, so none comes or goes but in the skin.
 */
export function chooseLayers(pixels: number, sliceCount: number): number {
  return Math.min(sliceCount, Math.max(Math.min(leastLayers, sliceCount), pixels / pixelsApart));
}

/** For shadow maps. */
export function chooseShadowLayers(sliceCount: number): number {
  return Math.min(sliceCount, mostShadowLayers);
}

/** How much of all fins is there where shells are so many pixels apart. */
export function finShare(apart: number): number {
  return Math.min(1, Math.max(0, apart / finsFrom - 1));
}

/**
 * How many pixels a length (m, along the picture) is where an object comes nearest to the camera. rows: of the picture.
 * In front of a camera that stands within the object's sphere it is as large as it can get.
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
