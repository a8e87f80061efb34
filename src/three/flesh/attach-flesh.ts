import type { Mesh, Object3D } from 'three';
import { InputError } from '../../input-error.ts';
import { AmplitudeTexture } from './amplitude-texture.ts';
import { classicFlesh } from './classic-flesh.ts';
import { DressedMesh } from './dressed-mesh.ts';
import { FleshBounds } from './flesh-bounds.ts';
import type { FleshShading } from './flesh-shading.ts';
import type { FleshSource } from './flesh-source.ts';
import { findPlaces, type LoadedGltf, orderMeshes } from './gltf-places.ts';
import { countModes, type SurfaceShapes } from './pack-shapes.ts';

/** Options of `attachFlesh`. */
export interface AttachFleshOptions {
  /**
   * The result of GLTFLoader, if the root is its scene, contains it, or was cloned from it. Meshes are then found by their position in the
   * file. Sources that were created from this file number surfaces by that position.
   */
  readonly gltf?: LoadedGltf;
  /**
   * The mesh that draws each surface of the sources, in the order of the surfaces. Null if no mesh draws a surface. See `matchSurfaces`.
   * Default: found through `gltf`; without `gltf`, the meshes at and below the root, in the order of `traverse`.
   */
  readonly meshes?: readonly (Mesh | null)[];
  /** `nodeFlesh` of `aftermotion/three/webgpu` for WebGPURenderer. Default: a shading for the classic WebGLRenderer. */
  readonly shading?: FleshShading;
  /** Receives warnings about materials that cannot be used. */
  readonly onNote?: (note: string) => void;
}

/**
 * Moves the vertices of the user's own meshes by shapes: after morph targets, before skinning. Geometry does not change. The materials of
 * every mesh that moves are replaced by stand-ins, which read the properties of the user's materials, so that these can still be changed.
 *
 * Throws an `InputError` if a surface has no mesh, or if its mesh has other vertices.
 */
export function attachFlesh(
  root: Object3D,
  sources: FleshSource | readonly FleshSource[],
  options: AttachFleshOptions = {},
): FleshBinding {
  return new FleshBinding(root, Array.isArray(sources) ? sources : [sources as FleshSource], options);
}

/** The connection of flesh to the meshes that show it. `attachFlesh` creates it. */
export class FleshBinding {
  /**
   * For each source, amplitudes [modeCount] in m·√kg: write them, then call `update`. If a source has an array of amplitudes, it is that
   * array.
   */
  readonly amplitudes: readonly Float64Array[];
  /** Meshes that are moved, and the sources that move them. */
  readonly meshes: readonly Mesh[];
  readonly shapes: ReadonlyMap<Mesh, readonly SurfaceShapes[]>;

  private readonly amplitudeTexture: AmplitudeTexture;
  /** The amplitudes of all sources, source after source, as they were at the last `update`. The array object is always the same. */
  readonly shown: Float64Array;
  private readonly dressed: DressedMesh[] = [];
  private readonly bounds: FleshBounds[] = [];

  constructor(
    readonly root: Object3D,
    readonly sources: readonly FleshSource[],
    options: AttachFleshOptions,
  ) {
    const { shading = classicFlesh, onNote = () => {} } = options;
    this.amplitudes = sources.map(({ amplitudes, modeCount }) => amplitudes ?? new Float64Array(modeCount));
    this.shown = new Float64Array(sources.reduce((sum, { modeCount }) => sum + modeCount, 0));
    const moved = gatherShapes(sources, findSurfaceMeshes(root, options));
    this.amplitudeTexture = new AmplitudeTexture(this.shown.length);
    this.shapes = moved;
    this.meshes = [...moved.keys()];
    try {
      for (const [mesh, shapes] of moved) {
        const { texture } = this.amplitudeTexture;
        this.dressed.push(new DressedMesh(mesh, shapes, { amplitudes: texture }, shading, onNote));
        this.bounds.push(new FleshBounds(mesh, shapes, this.shown.length));
      }
    } catch (error) {
      this.dispose();
      throw error;
    }
    this.update();
  }

  /** Total bytes passed to the renderer after the shapes were uploaded: only amplitudes. */
  get uploadedBytes(): number {
    return this.amplitudeTexture.uploadedBytes;
  }

  /** Shows the current amplitudes. Call it after stepping and before drawing. */
  update(): void {
    let column = 0;
    let isNew = false;
    for (const amplitudes of this.amplitudes) {
      if (this.amplitudeTexture.write(amplitudes, column)) isNew = true;
      this.shown.set(amplitudes, column);
      column += amplitudes.length;
    }
    for (const mesh of this.dressed) mesh.update();
    if (!isNew) return;
    for (const bounds of this.bounds) bounds.include(this.shown);
    this.amplitudeTexture.flush();
  }

  /** Restores the user's materials and frees all other objects. */
  dispose(): void {
    for (const part of [...this.dressed, ...this.bounds]) part.dispose();
    this.dressed.length = this.bounds.length = 0;
    this.amplitudeTexture.dispose();
  }
}

/** Returns the mesh of each surface, see `AttachFleshOptions.meshes`. */
export function findSurfaceMeshes(
  root: Object3D,
  { meshes, gltf }: Pick<AttachFleshOptions, 'meshes' | 'gltf'>,
): readonly (Mesh | null)[] {
  if (meshes) return meshes;
  const found = findMeshes(root);
  return gltf ? orderMeshes(found, findPlaces(root, gltf)) : found;
}

/** Returns the meshes at and below an object, in the order of `traverse`. */
export function findMeshes(root: Object3D): Mesh[] {
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (mesh.isMesh && mesh.geometry.getAttribute('position')) meshes.push(mesh);
  });
  return meshes;
}

/**
 * Returns the sources of each mesh. Several sources, and several surfaces of a source, may move one mesh. The amplitudes of a source start
 * at `firstColumn`.
 */
export function gatherShapes(
  sources: readonly FleshSource[],
  meshes: readonly (Mesh | null)[],
  firstColumn = 0,
  instanceCount = 1,
): Map<Mesh, SurfaceShapes[]> {
  const moved = new Map<Mesh, SurfaceShapes[]>();
  let column = firstColumn;
  for (const { name, modeCount, surfaces, amplitudes } of sources) {
    if (amplitudes && amplitudes.length !== instanceCount * modeCount) {
      throw InputError.at(name, `expected ${instanceCount * modeCount} amplitudes, got ${amplitudes.length}`);
    }
    for (const surface of surfaces) {
      const path = `${name}.surfaces[${surface.surface}]`;
      const found = countModes(surface, name);
      if (surface.vertices.length === 0) continue;
      if (found !== modeCount) throw InputError.at(path, `expected ${modeCount} shapes, got ${found}`);
      const mesh = meshes[surface.surface];
      if (!mesh) {
        throw InputError.at(
          path,
          `no mesh draws this surface: ${meshes.filter(Boolean).length} of ${meshes.length} surfaces have one; give \`meshes\` ` +
            '(see `matchSurfaces`)',
        );
      }
      const shapes = moved.get(mesh) ?? [];
      shapes.push({ source: name, surface, column });
      moved.set(mesh, shapes);
    }
    column += modeCount;
  }
  return moved;
}
