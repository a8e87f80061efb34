import type { Material, Mesh, Object3D } from 'three';
import { InputError } from '../../input-error.ts';
import { AmplitudeTexture } from './amplitude-texture.ts';
import { classicFlesh } from './classic-flesh.ts';
import { FleshBounds } from './flesh-bounds.ts';
import type { FleshMaterial, FleshShading, FleshTextures } from './flesh-shading.ts';
import type { FleshSource } from './flesh-source.ts';
import { countModes, type SurfaceShapes } from './pack-shapes.ts';
import { takeShapeTextures } from './shape-textures.ts';
import { originalOf } from './stand-in.ts';

export interface AttachFleshOptions {
  /**
   * The mesh that draws each surface of the sources, by the surface's index; null where there is none. See `matchSurfaces`.
   * Default: the meshes at and below the root, as `traverse` meets them.
   */
  readonly meshes?: readonly (Mesh | null)[];
  /** `nodeFlesh` of `aftermotion/three/webgpu` for WebGPURenderer. Default: for the classic WebGLRenderer. */
  readonly shading?: FleshShading;
  /** Hears which materials cannot be moved. */
  readonly onNote?: (note: string) => void;
}

/**
 * Lets shapes move the user's own meshes, before morph targets' result is skinned. Geometry stays as it is; every mesh that
 * moves gets stand-ins for its materials, through which the user's own are still read and changed.
 *
 * Throws InputError where a surface has no mesh, or one with other vertices.
 */
export function attachFlesh(
  root: Object3D,
  sources: FleshSource | readonly FleshSource[],
  options: AttachFleshOptions = {},
): FleshBinding {
  return new FleshBinding(root, Array.isArray(sources) ? sources : [sources as FleshSource], options);
}

/** See `attachFlesh`. */
export class FleshBinding {
  /** By source, [modeCount] m·√kg: write them, then `update`. A source's own array where it has one. */
  readonly amplitudes: readonly Float64Array[];
  /** Meshes that are moved. */
  readonly meshes: readonly Mesh[];

  private readonly amplitudeTexture: AmplitudeTexture;
  private readonly all: Float64Array;
  private readonly dressed: DressedMesh[] = [];

  constructor(
    readonly root: Object3D,
    readonly sources: readonly FleshSource[],
    options: AttachFleshOptions,
  ) {
    const { shading = classicFlesh, onNote = () => {} } = options;
    this.amplitudes = sources.map(({ amplitudes, modeCount }) => amplitudes ?? new Float64Array(modeCount));
    this.all = new Float64Array(sources.reduce((sum, { modeCount }) => sum + modeCount, 0));
    const moved = gatherShapes(sources, options.meshes ?? findMeshes(root));
    this.amplitudeTexture = new AmplitudeTexture(this.all.length);
    this.meshes = [...moved.keys()];
    try {
      for (const [mesh, shapes] of moved) {
        this.dressed.push(
          new DressedMesh(mesh, shapes, this.all.length, this.amplitudeTexture, shading, onNote),
        );
      }
    } catch (error) {
      this.dispose();
      throw error;
    }
    this.update();
  }

  /** Bytes handed to the renderer since the shapes were: amplitudes alone. */
  get uploadedBytes(): number {
    return this.amplitudeTexture.uploadedBytes;
  }

  /** Shows the amplitudes as they are now: after stepping, before drawing. */
  update(): void {
    let column = 0;
    let isNew = false;
    for (const amplitudes of this.amplitudes) {
      if (this.amplitudeTexture.write(amplitudes, column)) isNew = true;
      this.all.set(amplitudes, column);
      column += amplitudes.length;
    }
    for (const mesh of this.dressed) mesh.update(isNew ? this.all : null);
    if (isNew) this.amplitudeTexture.flush();
  }

  /** Puts the user's materials back and frees everything else. */
  dispose(): void {
    for (const mesh of this.dressed) mesh.dispose();
    this.dressed.length = 0;
    this.amplitudeTexture.dispose();
  }
}

class DressedMesh {
  private readonly textures: FleshTextures;
  private readonly bounds: FleshBounds;
  private readonly undressShadows: () => void;
  private readonly releaseShapes: () => void;
  /** By the user's material, and each with what stands for it; null where it cannot be moved. */
  private readonly stands = new Map<Material, FleshMaterial | null>();
  /** What `mesh.material` was set to. */
  private shown: Material | Material[] | null = null;

  constructor(
    private readonly mesh: Mesh,
    moved: readonly SurfaceShapes[],
    columnCount: number,
    amplitudes: AmplitudeTexture,
    private readonly shading: FleshShading,
    private readonly onNote: (note: string) => void,
  ) {
    const { count } = mesh.geometry.getAttribute('position');
    const shapes = takeShapeTextures(moved, count, mesh.name);
    this.releaseShapes = () => shapes.release();
    this.textures = { rows: shapes.rows, shapes: shapes.shapes, amplitudes: amplitudes.texture };
    this.bounds = new FleshBounds(mesh, moved, columnCount);
    this.undressShadows = shading.dressShadows(mesh, this.textures);
    this.dress();
  }

  /** After the user gave the mesh another material, that one gets its stand-in too. */
  update(amplitudes: Float64Array | null): void {
    if (this.mesh.material !== this.shown) this.dress();
    if (amplitudes) this.bounds.include(amplitudes);
  }

  dispose(): void {
    const { mesh } = this;
    if (mesh.material === this.shown) mesh.material = mapMaterials(mesh.material, originalOf);
    for (const stand of this.stands.values()) stand?.release();
    this.stands.clear();
    this.undressShadows();
    this.bounds.dispose();
    this.releaseShapes();
  }

  private dress(): void {
    const { mesh } = this;
    const used = new Set<Material>();
    this.shown = mapMaterials(mesh.material, (given) => {
      const original = originalOf(given);
      used.add(original);
      if (!this.stands.has(original)) this.stands.set(original, this.standFor(original));
      return this.stands.get(original)?.material ?? original;
    });
    mesh.material = this.shown;
    for (const [original, stand] of this.stands) {
      if (used.has(original)) continue;
      stand?.release();
      this.stands.delete(original);
    }
  }

  private standFor(original: Material): FleshMaterial | null {
    const stand = this.shading.dress(original, this.textures);
    if (!stand) {
      const name = original.name || original.type;
      this.onNote(`flesh does not move "${this.mesh.name}": its material "${name}" has a shader of its own`);
    }
    return stand;
  }
}

function mapMaterials(
  material: Material | Material[],
  change: (one: Material) => Material,
): Material | Material[] {
  return Array.isArray(material) ? material.map(change) : change(material);
}

/** The meshes at and below an object, as `traverse` meets them. */
export function findMeshes(root: Object3D): Mesh[] {
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (mesh.isMesh && mesh.geometry.getAttribute('position')) meshes.push(mesh);
  });
  return meshes;
}

/** What moves each mesh. Several sources, and several surfaces, may move one. */
export function gatherShapes(
  sources: readonly FleshSource[],
  meshes: readonly (Mesh | null)[],
): Map<Mesh, SurfaceShapes[]> {
  const moved = new Map<Mesh, SurfaceShapes[]>();
  let column = 0;
  for (const { name, modeCount, surfaces, amplitudes } of sources) {
    if (amplitudes && amplitudes.length !== modeCount) {
      throw InputError.at(name, `expected ${modeCount} amplitudes, got ${amplitudes.length}`);
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
