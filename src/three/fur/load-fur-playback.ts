import type { Object3D } from 'three';
import { FurPlayback, type FurPlaybackFiles, findFurVats, type PixelPicture } from './vat-playback.ts';

/**
 * Loads the files beside a GLB that were baked with `furVat`, and prepares them for playback. Runs in a page.
 *
 * root: the object that GLTFLoader created from the GLB. folder: address of the GLB's folder, with a slash at the end. name: name of the
 * coat, if the file has several. Throws errors of the network and of `FurPlayback`.
 */
export async function loadFurPlayback(root: Object3D, folder: string, name?: string): Promise<FurPlayback> {
  const fur = findFurVats(root).find((candidate) => name === undefined || candidate.name === name);
  if (!fur)
    throw new RangeError(`the file has no coat ${name ? `"${name}" ` : ''}with a texture: bake furVat`);
  const { EXRLoader } = await import('three/addons/loaders/EXRLoader.js');
  const load = (file: string | null) => (file === null ? undefined : loadPixels(folder + file));
  const [exr, blades, colorMap, densityMap] = await Promise.all([
    fetchFile(folder + fur.vat.file).then((response) => response.arrayBuffer()),
    loadPixels(folder + fur.blades.file),
    load(fur.colorMap),
    load(fur.densityMap),
  ]);
  const motion = new EXRLoader().parse(exr) as FurPlaybackFiles['motion'];
  return new FurPlayback(root, { motion, blades, colorMap, densityMap }, fur.name);
}

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response;
}

/** Returns the unchanged pixels of a picture file. */
async function loadPixels(address: string): Promise<PixelPicture> {
  const blob = await (await fetchFile(address)).blob();
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}
