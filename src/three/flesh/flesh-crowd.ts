import {
  BufferAttribute,
  BufferGeometry,
  type DataTexture,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  type Mesh,
  type Object3D,
  type SkinnedMesh,
  Sphere,
} from 'three';
import { InputError } from '../../input-error.ts';
import type { ReadBones } from '../live/crowd-source.ts';
import { AmplitudeTexture } from './amplitude-texture.ts';
import { type AttachFleshOptions, findMeshes, findSurfaceMeshes, gatherShapes } from './attach-flesh.ts';
import { classicFlesh } from './classic-flesh.ts';
import { DressedMesh } from './dressed-mesh.ts';
import { measureReach } from './flesh-bounds.ts';
import type { FleshSource } from './flesh-source.ts';
import { JointTexture } from './joint-texture.ts';
import type { SurfaceShapes } from './pack-shapes.ts';

/** Options of `FleshCrowd`. `count` is the number of characters. */
export interface FleshCrowdOptions extends AttachFleshOptions {
  /** Number of instances, ≥ 1. */
  readonly count: number;
  /**
   * Number of poses that are stored, ≥ 1. Default: one for each instance. With fewer poses, instances share them, as for a recorded loop.
   */
  readonly poseCount?: number;
}

/** Number of texels before the amplitudes of an instance: they contain the index of its pose. */
export const poseColumns = 1;

/**
 * Many copies of one character, each with its own pose, position and flesh: one draw call for each mesh, one texture of shapes, one row of
 * amplitudes for each instance.
 *
 * The character itself is only a model: pose it, then call `readPose`. It is not drawn unless it is also added to a scene.
 */
export class FleshCrowd {
  /** The object to add to the scene. */
  readonly object = new Group();
  /** One mesh for each mesh of the character. Set colours and shadows of instances here. */
  readonly meshes: readonly InstancedMesh[];
  readonly count: number;
  readonly poseCount: number;
  /**
   * For each source, amplitudes [count · modeCount] in m·√kg, instance by instance: write them, then call `update`. If a source has an
   * array of amplitudes, as a `FleshGroup` has, it is that array.
   */
  readonly amplitudes: readonly Float64Array[];
  /** Index of the pose of each instance, 0 … poseCount − 1, [count]. */
  readonly poses: Uint32Array;
  /** Total bytes passed to the renderer, without shapes. */
  uploadedBytes = 0;

  private readonly amplitudeTexture: AmplitudeTexture;
  private readonly places: InstancedBufferAttribute;
  private readonly figures: Figure[] = [];
  private readonly joints: JointTexture[] = [];
  private readonly modeCounts: readonly number[];
  /** Whether a graphics card writes the amplitudes. */
  private isOnCard = false;
  private posesAreNew = true;
  private placesAreNew = true;
  /** Whether the pose of an instance has changed. */
  private posesChanged = true;
  /**
   * For each mesh, the padding of the bounds around the undisplaced surface, mesh units: at least the maximum displacement of any instance
   * so far.
   */
  private readonly margins: number[] = [];

  /** Throws an `InputError` in the same cases as `attachFlesh`, and for counts below 1. */
  constructor(
    private readonly root: Object3D,
    sources: FleshSource | readonly FleshSource[],
    options: FleshCrowdOptions,
  ) {
    const { count, poseCount = count, shading = classicFlesh, onNote = () => {} } = options;
    requireCount('count', count);
    requireCount('poseCount', poseCount);
    this.count = count;
    this.poseCount = poseCount;
    const list = Array.isArray(sources) ? sources : [sources as FleshSource];
    this.modeCounts = list.map(({ modeCount }) => modeCount);
    this.amplitudes = list.map(
      ({ amplitudes, modeCount }) => amplitudes ?? new Float64Array(count * modeCount),
    );
    this.poses = Uint32Array.from({ length: count }, (_, k) => Math.min(k, poseCount - 1));
    const columnCount = this.modeCounts.reduce((sum, modeCount) => sum + modeCount, poseColumns);
    this.amplitudeTexture = new AmplitudeTexture(columnCount, count);
    this.places = new InstancedBufferAttribute(new Float32Array(16 * count), 16);
    this.places.setUsage(DynamicDrawUsage);
    for (let k = 0; k < count; k++) new Matrix4().toArray(this.places.array, 16 * k);
    const moved = gatherShapes(list, findSurfaceMeshes(root, options), poseColumns, count);
    const { texture: amplitudes } = this.amplitudeTexture;
    for (const mesh of findMeshes(root)) {
      const joints = this.jointsOf(mesh);
      const shapes = moved.get(mesh) ?? [];
      const figure = createFigure(mesh, joints, shapes, columnCount, count, this.places);
      this.figures.push(figure);
      this.object.add(figure.drawn);
      try {
        const textures = { amplitudes, joints: joints.texture };
        figure.dressed = new DressedMesh(figure.drawn, shapes, textures, shading, onNote);
      } catch (error) {
        this.dispose();
        throw error;
      }
    }
    this.meshes = this.figures.map(({ drawn }) => drawn);
    for (let pose = 0; pose < poseCount; pose++) this.readPose(pose);
  }

  /** Sets the matrix of an instance, in the space of `object`. */
  setPlace(instance: number, matrix: Matrix4): void {
    matrix.toArray(this.places.array, 16 * instance);
    this.placesAreNew = true;
  }

  /** Stores the character's current pose at an index: that of an instance, or that of a time in a loop. */
  readPose(pose: number): void {
    this.root.updateWorldMatrix(true, true);
    toRoot.copy(this.root.matrixWorld).invert();
    for (const joints of this.joints) joints.write(pose, toRoot);
    this.posesAreNew = true;
  }

  /** Reads the bones of an instance for `crowdColliderFrom(crowd.object, { readBones: crowd.readBones })`: those that are drawn, without flesh. */
  readonly readBones: ReadBones = (instance, out, mesh) => {
    this.figures.find(({ drawn }) => drawn === mesh)?.joints.read(this.poseOf(instance), out);
  };

  /** Shows the current amplitudes, poses and matrices. */
  update(): void {
    const { amplitudeTexture } = this;
    const isNew = this.writeAmplitudes();
    if (isNew) {
      const { uploadedBytes } = amplitudeTexture;
      amplitudeTexture.flush();
      this.uploadedBytes += amplitudeTexture.uploadedBytes - uploadedBytes;
    }
    if (this.posesAreNew) {
      for (const joints of this.joints) {
        joints.flush();
        this.uploadedBytes += joints.byteLength;
      }
    }
    if (this.placesAreNew) {
      this.places.needsUpdate = true;
      this.uploadedBytes += this.places.array.byteLength;
    }
    const isWider = isNew && !this.isOnCard && this.widenMargins();
    if (isWider || this.posesAreNew || this.placesAreNew || this.posesChanged) this.measureBounds();
    this.posesAreNew = this.placesAreNew = this.posesChanged = false;
    for (const { dressed } of this.figures) dressed?.update();
  }

  /** The texture of amplitudes: a row for each instance, `poseColumns` texels before its amplitudes. */
  get amplitudeTexels(): DataTexture {
    return this.amplitudeTexture.texture;
  }

  /**
   * From now on a graphics card writes the amplitudes into the texture. limits: maximum displacement of each source, mesh units. Null:
   * amplitudes are read from main memory again.
   */
  drawFromCard(limits: readonly number[] | null): void {
    this.isOnCard = limits !== null;
    this.posesChanged = true;
    if (!limits) {
      this.amplitudeTexture.flush();
      return;
    }
    this.figures.forEach(({ reach }, figure) => {
      let column = poseColumns;
      let margin = 0;
      limits.forEach((limit, source) => {
        const end = column + this.modeCounts[source];
        if (reach.subarray(column, end).some((distance) => distance > 0)) margin += limit;
        column = end;
      });
      this.margins[figure] = Math.max(this.margins[figure] ?? 0, margin);
    });
  }

  /** Frees everything except the character. */
  dispose(): void {
    for (const { drawn, dressed, ownGeometry } of this.figures) {
      dressed?.dispose();
      drawn.dispose();
      ownGeometry?.dispose();
    }
    for (const joints of this.joints) joints.dispose();
    this.amplitudeTexture.dispose();
    this.object.removeFromParent();
  }

  /** Returns the poses of a mesh. Meshes with the same skin share them. */
  private jointsOf(mesh: Mesh): JointTexture {
    const known = this.figures.find(({ model }) => areBoundAlike(model, mesh));
    if (known) return known.joints;
    const joints = new JointTexture(mesh, this.poseCount);
    this.joints.push(joints);
    return joints;
  }

  /** Writes amplitudes and poses. Returns whether anything changed. */
  private writeAmplitudes(): boolean {
    const { amplitudeTexture, amplitudes, modeCounts } = this;
    let isNew = false;
    for (let instance = 0; instance < this.count; instance++) {
      pose[0] = this.poseOf(instance);
      if (amplitudeTexture.write(pose, 0, instance)) isNew = this.posesChanged = true;
      if (this.isOnCard) continue;
      let column = poseColumns;
      for (let source = 0; source < modeCounts.length; source++) {
        const modeCount = modeCounts[source];
        if (amplitudeTexture.write(amplitudes[source], column, instance, instance * modeCount, modeCount)) {
          isNew = true;
        }
        column += modeCount;
      }
    }
    return isNew;
  }

  private poseOf(instance: number): number {
    return Math.min(this.poses[instance], this.poseCount - 1);
  }

  /** Extends the padding in steps, so that growing amplitudes do not change the bounds in every frame. Returns whether any padding grew. */
  private widenMargins(): boolean {
    let isWider = false;
    this.figures.forEach(({ reach }, figure) => {
      let furthest = 0;
      for (let instance = 0; instance < this.count; instance++) {
        furthest = Math.max(furthest, this.reachOf(instance, reach));
      }
      if (furthest <= (this.margins[figure] ?? 0)) return;
      this.margins[figure] = 1.25 * furthest;
      isWider = true;
    });
    return isWider;
  }

  /** Computes bounds around every instance in its pose, including the maximum displacement of its flesh. */
  private measureBounds(): void {
    this.figures.forEach(({ drawn, joints }, figure) => {
      const sphere = drawn.boundingSphere!.makeEmpty();
      const margin = (this.margins[figure] ?? 0) * joints.stretch;
      for (let instance = 0; instance < this.count; instance++) {
        joints.bounds[this.poseOf(instance)].getBoundingSphere(one);
        one.radius += margin;
        one.applyMatrix4(position.fromArray(this.places.array, 16 * instance));
        sphere.union(one);
      }
    });
  }

  private reachOf(instance: number, reach: Float64Array): number {
    let sum = 0;
    let column = poseColumns;
    for (let source = 0; source < this.modeCounts.length; source++) {
      const modeCount = this.modeCounts[source];
      for (let mode = 0; mode < modeCount; mode++) {
        const amplitude = Math.abs(this.amplitudes[source][instance * modeCount + mode]);
        if (amplitude < Number.POSITIVE_INFINITY) sum += amplitude * reach[column + mode];
      }
      column += modeCount;
    }
    return sum;
  }
}

/** A mesh of the character, and the mesh that draws its instances. */
interface Figure {
  readonly model: Mesh;
  readonly drawn: InstancedMesh;
  readonly joints: JointTexture;
  /** See `measureReach`. [columns] */
  readonly reach: Float64Array;
  readonly ownGeometry: BufferGeometry | null;
  dressed: DressedMesh | null;
}

const pose = [0];
const one = new Sphere();
const position = new Matrix4();
const toRoot = new Matrix4();

function requireCount(name: string, count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw InputError.at(`FleshCrowd.${name}`, `expected a whole number ≥ 1, got ${count}`);
}

function areBoundAlike(a: Mesh, b: Mesh): boolean {
  const [first, second] = [a as SkinnedMesh, b as SkinnedMesh];
  return (
    first.isSkinnedMesh &&
    second.isSkinnedMesh &&
    first.skeleton === second.skeleton &&
    first.bindMatrix.equals(second.bindMatrix) &&
    first.parent === second.parent &&
    first.matrix.equals(second.matrix)
  );
}

function createFigure(
  model: Mesh,
  joints: JointTexture,
  shapes: readonly SurfaceShapes[],
  columnCount: number,
  count: number,
  places: InstancedBufferAttribute,
): Figure {
  const isSkinned = (model as SkinnedMesh).isSkinnedMesh;
  const ownGeometry = isSkinned ? null : withOneJoint(model.geometry);
  const drawn = new InstancedMesh(ownGeometry ?? model.geometry, model.material, count);
  drawn.name = model.name;
  drawn.instanceMatrix = places;
  drawn.boundingSphere = new Sphere();
  drawn.castShadow = model.castShadow;
  drawn.receiveShadow = model.receiveShadow;
  drawn.renderOrder = model.renderOrder;
  drawn.morphTargetInfluences = model.morphTargetInfluences?.slice();
  drawn.morphTargetDictionary = model.morphTargetDictionary;
  if (model.customDepthMaterial) drawn.customDepthMaterial = model.customDepthMaterial;
  if (model.customDistanceMaterial) drawn.customDistanceMaterial = model.customDistanceMaterial;
  const reach = new Float64Array(columnCount);
  for (const one of shapes) measureReach(reach, one);
  return { model, drawn, joints, reach, ownGeometry, dressed: null };
}

/** Returns a copy of the geometry with all vertices bound to joint 0. */
function withOneJoint(geometry: BufferGeometry): BufferGeometry {
  const bound = new BufferGeometry().copy(geometry);
  const { count } = geometry.getAttribute('position');
  const weights = new Float32Array(4 * count).map((_, k) => (k % 4 === 0 ? 1 : 0));
  bound.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(4 * count), 4));
  bound.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  return bound;
}
