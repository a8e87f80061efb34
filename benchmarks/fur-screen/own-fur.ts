import {
  Color,
  DirectionalLight,
  LinearSRGBColorSpace,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { furPresets } from '../../src/systems/fur/fur-presets.ts';
import { FurObject } from '../../src/three/fur/fur-object.ts';
import type { ShellsData } from '../../src/three/fur/shells-data.ts';
import { sliceColumns } from './column-fur.ts';
import { backColor, type FurCase, furColor, toLamp } from './fur-cases.ts';
import type { FurSide } from './fur-side.ts';

/** The picture in which fur is drawn, and the number of its layers. */
export type FurView = Pick<FurCase, 'width' | 'height' | 'layerCount' | 'eye' | 'target' | 'fieldOfView'>;

/** Creates our side of a case. */
export function createOwnFur(canvas: HTMLCanvasElement, given: FurCase): FurSide {
  return drawShells(canvas, given, createShells(given));
}

/** Draws shells with the public object and lights of three, in the classic renderer. */
export function drawShells(canvas: HTMLCanvasElement, given: FurView, shells: ShellsData): FurSide {
  const renderer = new WebGLRenderer({ canvas, antialias: false });
  // The peer writes its colours to the screen without conversion.
  renderer.outputColorSpace = LinearSRGBColorSpace;
  renderer.setSize(given.width, given.height, false);
  const scene = new Scene();
  scene.background = new Color(...backColor);
  const camera = new PerspectiveCamera(
    (given.fieldOfView * 180) / Math.PI,
    given.width / given.height,
    0.1,
    20,
  );
  camera.position.fromArray(given.eye);
  camera.lookAt(new Vector3(...given.target));
  const lamp = new DirectionalLight('white', Math.PI);
  lamp.position.fromArray(toLamp);
  const fur = new FurObject(shells, { layers: given.layerCount, fins: false, shadows: false });
  scene.add(lamp, fur);
  return {
    context: renderer.getContext() as WebGL2RenderingContext,
    render: () => renderer.render(scene, camera),
    resize: (width, height) => renderer.setSize(width, height, false),
    move: () => fur.update(),
    dispose() {
      fur.dispose();
      renderer.dispose();
    },
  };
}

/** Creates straight fur of one length and full density. */
function createShells({ mesh, length, tile, fur, layerCount }: FurCase): ShellsData {
  const { positions, normals, indices } = mesh;
  const vertexCount = positions.length / 3;
  return {
    vertexCount,
    indices,
    restPositions: positions,
    restNormals: normals,
    roots: positions,
    normals,
    offsets: normals.map((part) => part * length),
    lengths: new Float32Array(vertexCount).fill(length),
    densities: new Float32Array(vertexCount).fill(1),
    colors: null,
    texcoords: null,
    maps: { color: null, density: null },
    look: {
      layerCount,
      tile,
      textures: sliceColumns(fur, layerCount),
      coat: furPresets.elephant.coat,
      // FurMaterial multiplies its single colour by the light that the texels contain.
      colors: {
        root: furColor,
        tip: furColor,
        tipStart: 0,
        spread: 0,
        shadow: 1,
        gloss: 0,
        translucency: 0,
        ambient: 0,
      },
      shading: { color: true, selfShadow: true, diffuse: true },
      bend: 'arc',
      exponent: 2,
      fins: false,
      shadows: false,
      strandCount: 1,
      seed: 1,
    },
  };
}
