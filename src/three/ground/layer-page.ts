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

/** The scale of texels: how they are converted to heights and positions. */
export interface GroundScale {
  /** Metres between columns, world height of value 0, and metres per unit. */
  readonly cell: number;
  readonly datum: number;
  readonly heightUnit: number;
  /** Whether the lowest bits contain the cover of a column, see `ground-cover.ts`. */
  readonly hasCover?: boolean;
}

/** The shape of all patches of a page. */
export interface PatchShape {
  /** Number of quads along a side. */
  readonly quads: number;
  /** Padding: number of columns of the neighbours around the patch. They are needed for normals and for ambient occlusion. */
  readonly border: number;
  /**
   * Number of patches of a page, which is the number of layers of its texture. At most 256, which every WebGL 2 and WebGPU device supports.
   */
  readonly capacity: number;
  /** See `createPatchArrays`. */
  readonly hasHem: boolean;
}

/** Hems are drawn after the objects on the ground. Hems are hidden almost everywhere, and hidden fragments are not shaded. */
const hemOrder = 1;

/** A drawn patch of ground: one layer of one page. */
export interface Patch {
  readonly page: LayerPage;
  readonly layer: number;
  /** First column and row, and distance of vertices in columns. */
  readonly i0: number;
  readonly j0: number;
  readonly stride: number;
  /** Minimum and maximum height in the layer, units. */
  low: number;
  high: number;
}

/**
 * Patches of ground that are drawn together. Their heights are layers of one integer texture. Their positions are an instanced attribute. A
 * texel is a height in the ground's units. Its lowest bit is replaced by 1 where the ground is pressed, else by 0. With cover, the six
 * lowest bits are replaced.
 */
export class LayerPage {
  readonly mesh: Mesh;
  /** The hems of its patches, a child of `mesh`. Null if they have none. */
  readonly hem: Mesh | null;
  /** The patches in the order of the position attribute, without gaps. */
  readonly patches: Patch[] = [];
  /** Texels along a side of a layer. */
  readonly layerSize: number;
  /** Total bytes passed to the renderer: layers and positions. */
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
  private boundsAreDirty = false;
  private readonly bounds = new Box3();
  /** The canvases on which the page has been drawn. */
  private readonly canvases = new Set<EventTarget>();

  constructor(
    readonly shape: PatchShape,
    private readonly scale: GroundScale,
    shading: GroundShading,
    /** Distance in columns of the patch's vertices: 1, or more if this looks the same. */
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
    // The normals point up. They are not used for shading. But without normals the classic renderer would use flat shading, and
    // WebGPURenderer would compute the roughness of the geometry from derivatives.
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
    // Rays must not hit the undisplaced patch: the ground itself tests rays.
    mesh.raycast = () => {};
    return mesh;
  }

  /** Sets whether the page casts shadows and whether it receives them. */
  setShadows(cast: boolean, receive: boolean): void {
    for (const mesh of this.hem ? [this.mesh, this.hem] : [this.mesh]) {
      mesh.castShadow = cast;
      mesh.receiveShadow = receive;
    }
  }

  get isFull(): boolean {
    return this.freeLayers.length === 0;
  }

  /** Adds a patch. Call `markDirty` after its layer is filled. */
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

  /** Returns the layer's texels, row by row, [layerSize · layerSize]. They start `border` columns and rows before the patch. */
  texelsOf(patch: Patch): Int32Array {
    const length = this.layerSize * this.layerSize;
    return this.texels.subarray(patch.layer * length, (patch.layer + 1) * length);
  }

  /** Marks the texels of a patch as changed. */
  markDirty(patch: Patch): void {
    this.dirtyLayers.add(patch.layer);
  }

  /** Extends the range of the heights of a patch whose texels are written on the graphics card. */
  extendRange(patch: Patch, low: number, high: number): void {
    patch.low = Math.min(patch.low, low);
    patch.high = Math.max(patch.high, high);
    this.boundsAreDirty = true;
  }

  /** The texture of which each patch is a layer. */
  get layers(): DataArrayTexture {
    return this.texture;
  }

  /** Uploads the changes, and updates the bounds. */
  flush(): void {
    if (this.dirtyLayers.size === 0 && !this.placesAreDirty && !this.boundsAreDirty) return;
    this.boundsAreDirty = false;
    for (const patch of this.patches) {
      if (!this.dirtyLayers.has(patch.layer)) continue;
      this.texture.addLayerUpdate(patch.layer);
      this.uploadedBytes += 4 * this.layerSize * this.layerSize;
      measureRange(patch, this.texelsOf(patch));
    }
    if (this.dirtyLayers.size > 0) this.texture.needsUpdate = true;
    this.dirtyLayers.clear();
    if (this.placesAreDirty) this.writePositions();
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

  /** Reacts to a lost context: all layers are lost, and three.js alone would only restore those that change next. */
  private watch(canvas: EventTarget): void {
    if (this.canvases.has(canvas)) return;
    this.canvases.add(canvas);
    canvas.addEventListener('webglcontextrestored', this.uploadAll);
  }

  private readonly uploadAll = () => {
    for (const { layer } of this.patches) this.texture.addLayerUpdate(layer);
    this.texture.needsUpdate = true;
  };

  private writePositions(): void {
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

  /** Computes bounds that contain the displaced ground instead of the flat patch, so that visible patches are not culled. */
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
