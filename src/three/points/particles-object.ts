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
  /** `sphere` (the default), `cube`, `disc`, `smoke`, `ember`. */
  readonly look?: PointsLook;
  /** Draws this in place of a look, once a particle, scaled by its diameter and turned as it is. */
  readonly geometry?: BufferGeometry;
  /** Of the surface: roughness, metalness, maps and what else `MeshStandardMaterial` knows. */
  readonly surface?: PointsSurface;
  /** Diameter of those that say none, m. Default 0.02. */
  readonly size?: number;
  /** Colour of those that say none. Default white. */
  readonly color?: ColorRepresentation;
  /** Makes the materials: `classicPoints` for WebGLRenderer (the default), `nodePoints` for WebGPURenderer. */
  readonly shading?: PointsShading;
}

/**
 * Particles on the screen, as many as there are at a time, in one draw call. Each has its place, diameter, colour, opacity and
 * turn; only what changed is uploaded. Solid ones are lit, throw and take shadows; smoke is sorted by its distance; embers
 * glow. It may be moved, turned and scaled alike on all axes.
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

  /** Seconds by which embers flicker: the same time, the same picture. */
  set time(seconds: number) {
    this.materials.setTime(seconds);
  }

  /** Shows these in place of those before. Arrays are copied. */
  update(points: PointsData): void {
    this.instances.update(points);
    this.mesh.visible = points.count > 0;
  }

  /** Particles that are shown. */
  get particleCount(): number {
    return this.instances.count;
  }

  /** What they fill, their own extent included, in the object's own space, m. Empty where there are none. */
  get bounds(): PointInstances['box'] {
    return this.instances.box;
  }

  /** Bytes handed to the renderer since it was made. */
  get uploadedBytes(): number {
    return this.instances.uploadedBytes;
  }

  /** Frees every GPU object that it made. It draws nothing afterwards. */
  override dispose(): void {
    this.removeFromParent();
    this.mesh.removeFromParent();
    this.instances.dispose();
    this.materials.dispose();
  }

  private sort(camera: Camera): void {
    // The third row: how far behind the camera a point of the object's own space is.
    const { elements } = modelView.multiplyMatrices(camera.matrixWorldInverse, this.mesh.matrixWorld);
    this.instances.sort([elements[2], elements[6], elements[10]]);
  }
}

const modelView = new Matrix4();
const viewport = new Vector4();

/** Renderers show a LOD the camera before they look at what is below it: time to sort, before anything is uploaded. */
class Sorter extends LOD {
  constructor(private readonly sort: (camera: Camera) => void) {
    super();
  }

  override update(camera: Camera): void {
    this.sort(camera);
  }
}

/** Rows of pixels of what the classic renderer draws to; the other one's shaders know it themselves. */
function rowsOf(renderer: WebGLRenderer): number {
  return (renderer as Partial<WebGLRenderer>).getCurrentViewport?.(viewport).w ?? 0;
}
