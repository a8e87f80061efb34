import {
  type BufferGeometry,
  type Camera,
  Color,
  type ColorRepresentation,
  type InstancedBufferGeometry,
  LOD,
  type Material,
  Matrix4,
  Mesh,
  Object3D,
  Vector4,
  type WebGLRenderer,
} from 'three';
import type { PointsLook } from '../../systems/outputs/points.ts';
import { classicPoints } from './classic-points.ts';
import { lookOf, looks } from './looks.ts';
import { PointInstances } from './point-instances.ts';
import type { PointsData } from './points-data.ts';
import type { PointsMaterials, PointsShading, PointsSurface } from './points-shading.ts';

/** Options of `ParticlesObject`. */
export interface ParticlesObjectOptions {
  /** `sphere` (the default), `cube`, `disc`, `leaf`, `clod`, `smoke`, `ember`. */
  readonly look?: PointsLook;
  /** A mesh that is drawn instead of a look, once for each particle, scaled by its diameter and rotated with it. */
  readonly geometry?: BufferGeometry;
  /** Properties of the surface: roughness, metalness, maps and other properties of `MeshStandardMaterial`. */
  readonly surface?: PointsSurface;
  /** Diameter of particles that have none, m. Default 0.02. */
  readonly size?: number;
  /** Colour of particles that have none. Default: white. */
  readonly color?: ColorRepresentation;
  /** Creates the materials: `classicPoints` for WebGLRenderer (the default), `nodePoints` for WebGPURenderer. */
  readonly shading?: PointsShading;
}

/**
 * Draws all particles that exist at a time in one draw call. Each has its position, diameter, colour, opacity and rotation. Only data that
 * changed is uploaded. Solid particles are lit, and cast and receive shadows. Smoke particles are sorted by their distance. Embers glow.
 * The object may be moved, rotated and scaled uniformly.
 */
export class ParticlesObject extends Object3D {
  readonly isParticlesObject = true;
  readonly mesh: Mesh<InstancedBufferGeometry, Material>;
  private readonly instances: PointInstances;
  private readonly materials: PointsMaterials;

  constructor(options: ParticlesObjectOptions = {}) {
    super();
    this.name = 'particles';
    const look = options.geometry ? lookOf(options.geometry) : looks[options.look ?? 'sphere'];
    this.instances = new PointInstances(look, options.size ?? 0.02, new Color(options.color ?? 'white'));
    this.materials = (options.shading ?? classicPoints)(look.kind, options.surface);
    const { surface, depth, distance } = this.materials;
    this.mesh = new Mesh(this.instances.geometry, surface);
    if (depth) this.mesh.customDepthMaterial = depth;
    if (distance) this.mesh.customDistanceMaterial = distance;
    this.mesh.castShadow = look.shadows.cast;
    this.mesh.receiveShadow = look.shadows.receive;
    this.mesh.onBeforeRender = (renderer) => this.materials.setRows?.(rowsOf(renderer));
    this.mesh.onBeforeShadow = () => this.materials.setRows?.(0);
    const sorter = new Sorter((camera) => this.sort(camera));
    sorter.add(this.mesh);
    this.add(sorter);
    this.mesh.visible = false;
  }

  /** Sets the time for the flicker of embers, seconds. The same time gives the same picture. */
  set time(seconds: number) {
    this.materials.setTime(seconds);
  }

  /** Replaces the particles. Arrays are copied. */
  update(points: PointsData): void {
    this.instances.update(points);
    this.mesh.visible = points.count > 0;
  }

  /** Whether particles are sorted by their distance before they are drawn. */
  get isSorted(): boolean {
    return this.instances.isReordered;
  }

  /**
   * Prepares the drawing of up to `capacity` particles that a graphics card writes into the returned attributes. After it, `update` must not be
   * called, and the bounds are unknown.
   */
  drawFromCard(capacity: number): ReturnType<PointInstances['drawFromCard']> {
    this.mesh.frustumCulled = false;
    return this.instances.drawFromCard(capacity);
  }

  /** Draws the first `count` particles of the card. */
  showFromCard(count: number): void {
    this.instances.showFromCard(count);
    this.mesh.visible = count > 0;
  }

  /** Number of particles that are shown. */
  get particleCount(): number {
    return this.instances.count;
  }

  /** Bounds of the particles, including their size, in the object's own space, m. Empty if there are no particles. */
  get bounds(): PointInstances['box'] {
    return this.instances.box;
  }

  /** Total bytes passed to the renderer. */
  get uploadedBytes(): number {
    return this.instances.uploadedBytes;
  }

  /** Frees every GPU object that it created. After this, nothing is drawn. */
  override dispose(): void {
    this.removeFromParent();
    this.mesh.removeFromParent();
    this.instances.dispose();
    this.materials.dispose();
  }

  private sort(camera: Camera): void {
    // The third row of the matrix: it gives the distance behind the camera of a point in the object's own space.
    const { elements } = modelView.multiplyMatrices(camera.matrixWorldInverse, this.mesh.matrixWorld);
    this.instances.sort([elements[2], elements[6], elements[10]]);
  }
}

const modelView = new Matrix4();
const viewport = new Vector4();

/**
 * Sorts particles. It is a LOD because renderers pass the camera to a LOD before they visit its children, so that sorting happens before
 * anything is uploaded.
 */
class Sorter extends LOD {
  constructor(private readonly sort: (camera: Camera) => void) {
    super();
  }

  override update(camera: Camera): void {
    this.sort(camera);
  }
}

/**
 * Returns the height in pixels of the current render target of the classic renderer. The shaders of WebGPURenderer can read this height
 * themselves.
 */
function rowsOf(renderer: WebGLRenderer): number {
  return (renderer as Partial<WebGLRenderer>).getCurrentViewport?.(viewport).w ?? 0;
}
