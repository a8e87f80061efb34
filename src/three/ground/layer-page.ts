import {
  Box3,
  BufferAttribute,
  DataArrayTexture,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  IntType,
  Mesh,
  NearestFilter,
  RedIntegerFormat,
  Sphere,
} from 'three';
import { createPatchArrays } from './create-patch-arrays.ts';
import type { GroundShading, PageMaterials } from './ground-shading.ts';

/** What a texel means. */
export interface GroundScale {
  /** Metres between columns, and of height 0 and of a unit. */
  readonly cell: number;
  readonly datum: number;
  readonly heightUnit: number;
  /** Whether the lowest bits say what covers a column: see `ground-cover.ts`. */
  readonly hasCover?: boolean;
}

/** The shape that all patches of a page share. */
export interface PatchShape {
  /** Quads along a side. */
  readonly quads: number;
  /** Columns of the neighbours held around the patch: for normals, and for what lies open around a column. */
  readonly border: number;
  /** Patches of a page: layers of its texture. At most 256, which every WebGL 2 and WebGPU device has. */
  readonly capacity: number;
  /** See `createPatchArrays`. */
  readonly hasHem: boolean;
}

/** Drawn after what stands on the ground: a hem is hidden almost everywhere, and what is hidden costs no shading. */
const hemOrder = 1;

/** A patch of ground on the screen: one layer of one page. */
export interface Patch {
  readonly page: LayerPage;
  readonly layer: number;
  /** First column and row, and columns a quad. */
  readonly i0: number;
  readonly j0: number;
  readonly stride: number;
  /** Lowest and highest height in the layer, units. */
  low: number;
  high: number;
}

/**
 * Patches of ground that are drawn together: their heights are layers of one integer texture, their places an attribute
 * that has one entry a patch. A texel holds a height in the ground's units with its lowest bit replaced: 1 where pressed;
 * with cover, its six lowest.
 */
export class LayerPage {
  readonly mesh: Mesh;
  /** The hems of its patches, a child of `mesh`; null where they have none. */
  readonly hem: Mesh | null;
  /** Patches along the attribute of places, without gaps. */
  readonly patches: Patch[] = [];
  /** Texels along a side of a layer. */
  readonly layerSize: number;
  /** Bytes handed to the renderer so far: layers and places. */
  uploadedBytes = 0;

  private readonly texels: Int32Array<ArrayBuffer>;
  private readonly texture: DataArrayTexture;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly hemGeometry = new InstancedBufferGeometry();
  private readonly places: InstancedBufferAttribute;
  private readonly materials: PageMaterials;
  private readonly freeLayers: number[];
  private readonly dirtyLayers = new Set<number>();
  private placesAreDirty = false;
  private readonly bounds = new Box3();
  /** Canvases that the page is drawn on. */
  private readonly canvases = new Set<EventTarget>();

  constructor(
    readonly shape: PatchShape,
    private readonly scale: GroundScale,
    shading: GroundShading,
    /** Columns of the patch from vertex to vertex: 1, or more where that looks the same. */
    readonly step = 1,
  ) {
    const { quads, border, capacity } = shape;
    this.layerSize = quads + 1 + 2 * border;
    this.texels = new Int32Array(this.layerSize * this.layerSize * capacity);
    this.texture = new DataArrayTexture(this.texels, this.layerSize, this.layerSize, capacity);
    this.texture.format = RedIntegerFormat;
    this.texture.type = IntType;
    this.texture.magFilter = this.texture.minFilter = NearestFilter;
    this.texture.unpackAlignment = 4;
    this.freeLayers = Array.from({ length: capacity }, (_, k) => capacity - 1 - k);

    const patch = createPatchArrays(quads, shape.hasHem, step);
    this.places = new InstancedBufferAttribute(new Float32Array(4 * capacity), 4);
    this.places.setUsage(DynamicDrawUsage);
    // Straight up, as no one shades by them; but without any the classic renderer would shade flat triangles, and the
    // other one tells from them how rough the shape itself is.
    const up = patch.positions.map((_, k) => (k % 3 === 1 ? 1 : 0));
    const [positions, normals] = [new BufferAttribute(patch.positions, 3), new BufferAttribute(up, 3)];
    const sphere = new Sphere();
    for (const geometry of [this.geometry, this.hemGeometry]) {
      geometry.setAttribute('position', positions);
      geometry.setAttribute('normal', normals);
      geometry.setAttribute('place', this.places);
      geometry.instanceCount = 0;
      geometry.boundingBox = this.bounds;
      geometry.boundingSphere = sphere;
    }
    this.geometry.setIndex(new BufferAttribute(patch.surface, 1));
    this.hemGeometry.setIndex(new BufferAttribute(patch.hem, 1));

    this.materials = shading.createMaterials({ texture: this.texture, shape, ...scale });
    this.mesh = this.createMesh(this.geometry);
    this.hem = shape.hasHem ? this.createMesh(this.hemGeometry) : null;
    if (this.hem) {
      this.hem.renderOrder = hemOrder;
      this.mesh.add(this.hem);
    }
  }

  private createMesh(geometry: InstancedBufferGeometry): Mesh {
    const { surface, depth, distance, setUp } = this.materials;
    const mesh = new Mesh(geometry, surface);
    if (depth) mesh.customDepthMaterial = depth;
    if (distance) mesh.customDistanceMaterial = distance;
    setUp?.(mesh);
    mesh.onBeforeRender = ({ domElement }) => this.watch(domElement);
    // The undisplaced patch is nowhere: rays are cast by the ground itself.
    mesh.raycast = () => {};
    return mesh;
  }

  /** Whether the page throws shadows and takes them. */
  setShadows(cast: boolean, receive: boolean): void {
    for (const mesh of this.hem ? [this.mesh, this.hem] : [this.mesh]) {
      mesh.castShadow = cast;
      mesh.receiveShadow = receive;
    }
  }

  get isFull(): boolean {
    return this.freeLayers.length === 0;
  }

  /** A new patch; `markDirty` it once its layer is filled. */
  add(i0: number, j0: number, stride: number): Patch {
    const layer = this.freeLayers.pop()!;
    const patch: Patch = { page: this, layer, i0, j0, stride, low: 0, high: 0 };
    this.patches.push(patch);
    this.placesAreDirty = true;
    return patch;
  }

  remove(patch: Patch): void {
    const at = this.patches.indexOf(patch);
    const last = this.patches.pop()!;
    if (last !== patch) this.patches[at] = last;
    this.freeLayers.push(patch.layer);
    this.dirtyLayers.delete(patch.layer);
    this.placesAreDirty = true;
  }

  removeAll(): void {
    for (const { layer } of this.patches) this.freeLayers.push(layer);
    this.patches.length = 0;
    this.dirtyLayers.clear();
    this.placesAreDirty = true;
  }

  /** The layer's texels [layerSize · layerSize], row by row, beginning `border` columns and rows before the patch. */
  texelsOf(patch: Patch): Int32Array {
    const length = this.layerSize * this.layerSize;
    return this.texels.subarray(patch.layer * length, (patch.layer + 1) * length);
  }

  /** Says that a patch's texels were written. */
  markDirty(patch: Patch): void {
    this.dirtyLayers.add(patch.layer);
  }

  /** Hands what changed to the renderer, and brings the bounds up to date. */
  flush(): void {
    if (this.dirtyLayers.size === 0 && !this.placesAreDirty) return;
    for (const patch of this.patches) {
      if (!this.dirtyLayers.has(patch.layer)) continue;
      this.texture.addLayerUpdate(patch.layer);
      this.uploadedBytes += 4 * this.layerSize * this.layerSize;
      measureRange(patch, this.texelsOf(patch));
    }
    if (this.dirtyLayers.size > 0) this.texture.needsUpdate = true;
    this.dirtyLayers.clear();
    if (this.placesAreDirty) this.writePlaces();
    this.measureBounds();
  }

  setLook: PageMaterials['setLook'] = (look) => this.materials.setLook(look);

  dispose(): void {
    for (const canvas of this.canvases) canvas.removeEventListener('webglcontextrestored', this.uploadAll);
    this.geometry.dispose();
    this.hemGeometry.dispose();
    this.texture.dispose();
    this.materials.dispose();
  }

  /** A lost context takes all layers with it, and three would bring back only those that change next. */
  private watch(canvas: EventTarget): void {
    if (this.canvases.has(canvas)) return;
    this.canvases.add(canvas);
    canvas.addEventListener('webglcontextrestored', this.uploadAll);
  }

  private readonly uploadAll = () => {
    for (const { layer } of this.patches) this.texture.addLayerUpdate(layer);
    this.texture.needsUpdate = true;
  };

  private writePlaces(): void {
    const { places, patches } = this;
    patches.forEach(({ i0, j0, layer, stride }, k) => {
      places.setXYZW(k, i0, j0, layer, stride);
    });
    this.geometry.instanceCount = this.hemGeometry.instanceCount = patches.length;
    this.mesh.visible = patches.length > 0;
    places.clearUpdateRanges();
    places.addUpdateRange(0, 4 * patches.length);
    places.needsUpdate = true;
    this.uploadedBytes += 16 * patches.length;
    this.placesAreDirty = false;
  }

  /** Bounds hold the displaced ground, not the flat patch: what is culled by them is never in sight. */
  private measureBounds(): void {
    const { bounds, patches, scale, shape } = this;
    bounds.makeEmpty();
    for (const { i0, j0, stride, low, high } of patches) {
      const side = shape.quads * stride;
      bounds.min.x = Math.min(bounds.min.x, i0 * scale.cell);
      bounds.max.x = Math.max(bounds.max.x, (i0 + side) * scale.cell);
      bounds.min.z = Math.min(bounds.min.z, j0 * scale.cell);
      bounds.max.z = Math.max(bounds.max.z, (j0 + side) * scale.cell);
      bounds.min.y = Math.min(bounds.min.y, scale.datum + low * scale.heightUnit);
      bounds.max.y = Math.max(bounds.max.y, scale.datum + high * scale.heightUnit);
    }
    bounds.getBoundingSphere(this.geometry.boundingSphere!);
  }
}

function measureRange(patch: Patch, texels: Int32Array): void {
  let low = texels[0];
  let high = texels[0];
  for (let k = 1; k < texels.length; k++) {
    if (texels[k] < low) low = texels[k];
    if (texels[k] > high) high = texels[k];
  }
  patch.low = low;
  patch.high = high + 1;
}
