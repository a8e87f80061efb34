import {
  type Camera,
  type InstancedBufferGeometry,
  type Material,
  Mesh,
  Object3D,
  type Texture,
  Vector2,
  Vector4,
  type WebGLRenderer,
} from 'three';
import { chooseLayers, chooseShadowLayers, finShare, measurePixels } from './choose-layers.ts';
import { classicFur } from './classic-fur.ts';
import { FurFins } from './fur-fins.ts';
import { FurGeometry } from './fur-geometry.ts';
import { type FurMaterials, type FurShading, shellsTogether } from './fur-shading.ts';
import { createMapTexture } from './map-texture.ts';
import type { ShellsData, ShellsMotion } from './shells-data.ts';
import { createSliceTexture } from './slice-texture.ts';

/** Options of `FurObject`. */
export interface FurObjectOptions {
  /** Makes the materials: `classicFur` for WebGLRenderer (the default), `nodeFur` for WebGPURenderer. */
  readonly shading?: FurShading;
  /** Shells: `auto` (the default), as many as its size in the picture asks for, or always so many. */
  readonly layers?: 'auto' | number;
  /** Fins at the silhouette, cast shadows. Default: as the look says. */
  readonly fins?: boolean;
  readonly shadows?: boolean;
}

/**
 * Fur or grass on the screen: all shells in one draw call, from the outermost inward, so that what is hidden is not
 * shaded. An instance is a layer; blades are found without seams. Only what moves is uploaded. It may be moved and turned.
 */
export class FurObject extends Object3D {
  readonly isFurObject = true;
  readonly mesh: Mesh<InstancedBufferGeometry, Material>;
  private readonly shape: FurGeometry;
  private readonly materials: FurMaterials;
  private readonly textures: Texture[];
  private fins: FurFins | null = null;

  constructor(
    private readonly shells: ShellsData,
    options: FurObjectOptions = {},
  ) {
    super();
    this.name = 'fur';
    const { look, maps, densities, colors, texcoords } = shells;
    this.shape = new FurGeometry(shells);
    const slices = createSliceTexture(look.textures);
    const colorMap = texcoords && maps.color ? createMapTexture(maps.color, true) : null;
    const densityMap = texcoords && maps.density ? createMapTexture(maps.density, false) : null;
    this.textures = [slices, colorMap, densityMap].filter((texture) => texture !== null);
    const { textures } = look;
    this.materials = (options.shading ?? classicFur)({
      slices,
      sliceCount: textures.layerCount,
      texels: textures.width,
      colors: look.colors,
      shading: look.shading,
      bend: look.bend,
      exponent: look.exponent,
      longest: this.shape.longest,
      isThinned: densities.some((density) => density < 1) || shells.lengths.some((length) => !(length > 0)),
      hasColors: colors !== null,
      colorMap,
      densityMap,
    });
    this.mesh = new Mesh(this.shape.geometry, this.materials.surface);
    this.mesh.customDepthMaterial = this.materials.depth;
    this.mesh.customDistanceMaterial = this.materials.distance;
    this.mesh.castShadow = options.shadows ?? look.shadows;
    this.mesh.receiveShadow = true;
    this.mesh.visible = !this.shape.isEmpty;
    const { layers = 'auto' } = options;
    const { layerCount } = textures;
    let shown = layers === 'auto' ? layerCount : layers;
    let isShadow = false;
    this.mesh.onBeforeRender = (renderer, _scene, camera) => {
      // WebGPURenderer calls this for shadow maps too, and draws those in between.
      if (isShadow) return;
      sizeOf(picture, renderer);
      if (layers === 'auto') shown = chooseLayers(this.measure(camera, picture.y), layerCount);
      this.drawLayers(shown, picture);
    };
    this.mesh.onBeforeShadow = (renderer) => {
      isShadow = true;
      const target = renderer.getRenderTarget();
      shadowMap.set(target?.width ?? 1, target?.height ?? 1);
      this.drawLayers(layers === 'auto' ? chooseShadowLayers(layerCount) : shown, shadowMap);
    };
    this.mesh.onAfterShadow = () => {
      isShadow = false;
      this.drawLayers(shown, picture);
    };
    this.drawLayers(shown, picture);
    this.add(this.mesh);
    if (options.fins ?? look.fins) this.addFins((pixels) => pixels / shown);
  }

  /** Shows where everything is now; by default what the arrays hold that it was made with. Arrays are copied. */
  update(motion: ShellsMotion = this.shells): void {
    this.shape.update(motion);
    this.fins?.follow(motion);
  }

  /** What shells fill, however they lean, in the object's own space, m. */
  get bounds(): FurGeometry['box'] {
    return this.shape.box;
  }

  /** Frees every GPU object that it made. It draws nothing afterwards. */
  override dispose(): void {
    this.removeFromParent();
    this.mesh.removeFromParent();
    this.shape.dispose();
    this.fins?.dispose();
    this.materials.dispose();
    for (const texture of this.textures) texture.dispose();
  }

  private addFins(apartOf: (pixels: number) => number): void {
    const { shells, shape, materials } = this;
    const fins = new FurFins(shells, materials, shells, shape.geometry.boundingSphere!);
    fins.mesh.onBeforeRender = (renderer, _scene, camera) => {
      fins.show(finShare(apartOf(this.measure(camera, sizeOf(picture, renderer).y))), camera);
    };
    fins.renderOrder = fins.mesh.renderOrder = 1;
    this.fins = fins;
    this.add(fins);
  }

  /** Pixels of the longest strand, where it is nearest. */
  private measure(camera: Camera, rows: number): number {
    const { shape, mesh } = this;
    return measurePixels(shape.longest, mesh, shape.geometry.boundingSphere!, camera, rows);
  }

  /** picture: its size, pixels. */
  private drawLayers(count: number, picture: Vector2): void {
    // The skin is one more.
    this.mesh.geometry.instanceCount = Math.ceil((Math.ceil(count) + 1) / shellsTogether);
    this.materials.setLayers({ count, columns: picture.x, rows: picture.y });
  }
}

const viewport = new Vector4();
const picture = new Vector2();
const shadowMap = new Vector2();

/** Pixels of what is drawn to, across and down. */
function sizeOf(out: Vector2, renderer: WebGLRenderer): Vector2 {
  const target = renderer.getRenderTarget();
  // The other renderer has no such method.
  const { getCurrentViewport } = renderer as Partial<WebGLRenderer>;
  if (getCurrentViewport) {
    const { z, w } = renderer.getCurrentViewport(viewport);
    return out.set(z, w);
  }
  return target ? out.set(target.width, target.height) : renderer.getDrawingBufferSize(out);
}
