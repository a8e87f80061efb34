import {
  type Camera,
  type InstancedBufferGeometry,
  type InterleavedBuffer,
  type Material,
  Mesh,
  Object3D,
  type Texture,
  Vector2,
  Vector4,
  type WebGLRenderer,
} from 'three';
import type { FinData } from '../../gpu/fur/gpu-fins.ts';
import { chooseLayers, chooseShadowLayers, finFraction, measurePixels } from './choose-layers.ts';
import { classicFur } from './classic-fur.ts';
import { FurFins } from './fur-fins.ts';
import { FurGeometry } from './fur-geometry.ts';
import { type FurMaterials, type FurShading, shellsTogether } from './fur-shading.ts';
import { createMapTexture } from './map-texture.ts';
import type { ShellsData, ShellsMotion } from './shells-data.ts';
import { createSliceTexture } from './slice-texture.ts';

/** Options of `FurObject`. */
export interface FurObjectOptions {
  /** Creates the materials: `classicFur` for WebGLRenderer (the default), `nodeFur` for WebGPURenderer. */
  readonly shading?: FurShading;
  /** Number of shells. `auto` (the default): depends on the size in the picture. */
  readonly layers?: 'auto' | number;
  /** fins: whether fins are drawn at the silhouette. shadows: whether shadows are cast. Default: as in the look. */
  readonly fins?: boolean;
  readonly shadows?: boolean;
}

/**
 * Draws fur or grass: all shells in one draw call, from the outermost inward, so that hidden fragments are not shaded. An instance is a
 * layer. Blades have no visible seams. Only data that changes is uploaded. The object may be moved and rotated.
 */
export class FurObject extends Object3D {
  readonly isFurObject = true;
  readonly mesh: Mesh<InstancedBufferGeometry, Material>;
  private readonly shape: FurGeometry;
  private readonly materials: FurMaterials;
  private readonly textures: Texture[];
  private fins: FurFins | null = null;
  private onDrawn: (() => void) | null = null;

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
      // WebGPURenderer also calls this for shadow maps, which it draws before the picture.
      if (isShadow) return;
      sizeOf(picture, renderer);
      if (layers === 'auto') shown = chooseLayers(this.measure(camera, picture.y), layerCount);
      this.drawLayers(shown, picture);
    };
    this.mesh.onAfterRender = () => this.onDrawn?.();
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

  /** Shows the current state. Arrays are copied. Default: the arrays that were given when the object was created. */
  update(motion: ShellsMotion = this.shells): void {
    this.shape.update(motion);
    this.fins?.follow(motion);
  }

  /** The buffers that are drawn: see `drawFrom`. Root, normal and offset of `vertices`, which are vertices of the shells; and fins. */
  get drawn(): {
    readonly vertices: Uint32Array;
    readonly strands: InterleavedBuffer;
    readonly fins: (FinData & { readonly values: InterleavedBuffer }) | null;
  } {
    const { shape, fins, shells } = this;
    const copyOf = new Uint32Array(shells.vertexCount);
    shape.vertexOf.forEach((vertex, copy) => {
      copyOf[vertex] = copy;
    });
    return {
      vertices: shape.vertexOf,
      strands: shape.moving,
      fins: fins && fins.edges.count > 0 ? { ...fins.edges.pack(copyOf), values: fins.values } : null,
    };
  }

  /**
   * Draws from the graphics card: `card` writes the buffers of `drawn`. Null: from the arrays of `update`. collectFins: finds the fins that are
   * seen from a position. show: called after a picture, in which buffers may have been created.
   */
  drawFrom(card: { collectFins(eye: readonly number[]): void; show(): void } | null): void {
    this.shape.isOnCard = card !== null;
    this.fins?.drawFrom(card && ((eye) => card.collectFins(eye)));
    this.onDrawn = card && (() => card.show());
  }

  /** Sets the bounds from points that contain the skin, m, [3 · n], if they are drawn from the graphics card. */
  bound(points: ArrayLike<number>): void {
    this.shape.bound(points);
  }

  /** Bounds of the shells for any direction of the strands, in the object's own space, m. */
  get bounds(): FurGeometry['box'] {
    return this.shape.box;
  }

  /** Frees every GPU object that it created. After this, nothing is drawn. */
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
      fins.show(finFraction(apartOf(this.measure(camera, sizeOf(picture, renderer).y))), camera);
    };
    fins.mesh.onAfterRender = () => this.onDrawn?.();
    fins.renderOrder = fins.mesh.renderOrder = 1;
    this.fins = fins;
    this.add(fins);
  }

  /** Returns the length in pixels of the longest strand at the nearest point of the object. */
  private measure(camera: Camera, rows: number): number {
    const { shape, mesh } = this;
    return measurePixels(shape.longest, mesh, shape.geometry.boundingSphere!, camera, rows);
  }

  /** Sets the number of shells. picture: the size of the picture in pixels. */
  private drawLayers(count: number, picture: Vector2): void {
    // The skin is one more layer.
    this.mesh.geometry.instanceCount = Math.ceil((Math.ceil(count) + 1) / shellsTogether);
    this.materials.setLayers({ count, columns: picture.x, rows: picture.y });
  }
}

const viewport = new Vector4();
const picture = new Vector2();
const shadowMap = new Vector2();

/** Returns the size of the current render target, pixels. */
function sizeOf(out: Vector2, renderer: WebGLRenderer): Vector2 {
  const target = renderer.getRenderTarget();
  // WebGPURenderer has no such method.
  const { getCurrentViewport } = renderer as Partial<WebGLRenderer>;
  if (getCurrentViewport) {
    const { z, w } = renderer.getCurrentViewport(viewport);
    return out.set(z, w);
  }
  return target ? out.set(target.width, target.height) : renderer.getDrawingBufferSize(out);
}
