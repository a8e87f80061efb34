import {
  Accessor,
  type Document,
  type Mesh,
  type Node,
  NodeIO,
  type Primitive,
  type PrimitiveTarget,
} from '@gltf-transform/core';
import {
  ALL_EXTENSIONS,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import draco3d from 'draco3d';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

/** Returns an independent reader and writer of all compressions. */
export async function openIo(): Promise<NodeIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'draco3d.encoder': await draco3d.createEncoderModule(),
    'meshopt.decoder': MeshoptDecoder,
    'meshopt.encoder': MeshoptEncoder,
  });
}

export type DracoMethod = 'edgebreaker' | 'sequential';

/** Compresses the meshes of a document with Draco. The method `edgebreaker` changes the order of vertices and triangles. */
export function useDraco(document: Document, method: DracoMethod): void {
  const { EDGEBREAKER, SEQUENTIAL } = KHRDracoMeshCompression.EncoderMethod;
  document
    .createExtension(KHRDracoMeshCompression)
    .setRequired(true)
    .setEncoderOptions({ method: method === 'edgebreaker' ? EDGEBREAKER : SEQUENTIAL });
}

/** Compresses all data of a document with meshopt. filters: whether normals and keys use the filters of the extension. */
export function useMeshopt(document: Document, filters: boolean): void {
  const { FILTER, QUANTIZE } = EXTMeshoptCompression.EncoderMethod;
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: filters ? FILTER : QUANTIZE });
}

/** Storage of a document's numbers. */
export interface Quantization {
  /** Number of bits of positions: 8 or 16. The integers are normalised or plain. */
  readonly bits: 8 | 16;
  readonly normalized: boolean;
}

/**
 * Quantizes the meshes of a document as common tools do. Positions are relative to a volume that contains the base shape and the targets;
 * inverse bind matrices or a node restore scale and offset. Normals have 8 bits, texture coordinates and weights 16 bits.
 */
export function quantize(document: Document, how: Quantization): void {
  document.createExtension(KHRMeshQuantization).setRequired(true);
  const done = new Set<Accessor>();
  for (const mesh of document.getRoot().listMeshes()) quantizeMesh(document, mesh, how, done);
}

function quantizeMesh(document: Document, mesh: Mesh, how: Quantization, done: Set<Accessor>): void {
  const primitives = mesh.listPrimitives();
  const parts: (Primitive | PrimitiveTarget)[] = primitives.flatMap((part) => [part, ...part.listTargets()]);
  const base = primitives.map((part) => part.getAttribute('POSITION')!);
  const deltas = primitives.flatMap((part) =>
    part.listTargets().map((target) => target.getAttribute('POSITION')),
  );
  if (base.some((accessor) => done.has(accessor))) return;
  const min = [0, 1, 2].map((axis) =>
    Math.min(...base.map((accessor) => accessor.getMinNormalized([])[axis])),
  );
  const reach = [...base, ...deltas].flatMap((accessor) =>
    accessor ? [...accessor.getMinNormalized([]), ...accessor.getMaxNormalized([])].map(Math.abs) : [],
  );
  const size = Math.max(
    ...reach,
    ...base.flatMap((accessor) => accessor.getMaxNormalized([]).map((value, axis) => value - min[axis])),
  );
  const max = 2 ** (how.bits - 1) - 1;
  const Integers = how.bits === 8 ? Int8Array : Int16Array;
  const unit = how.normalized ? size : size / max;
  for (const part of parts) {
    for (const semantic of part.listSemantics()) {
      const accessor = part.getAttribute(semantic)!;
      if (done.has(accessor)) continue;
      done.add(accessor);
      const values = Float64Array.from(accessor.getArray()!);
      if (semantic === 'POSITION') {
        const shift = base.includes(accessor) ? min : [0, 0, 0];
        const steps = values.map((value, k) => Math.round(((value - shift[k % 3]) / size) * max));
        accessor.setArray(new Integers(steps)).setNormalized(how.normalized);
      } else if (semantic === 'NORMAL' || semantic === 'TANGENT') {
        accessor.setArray(Int8Array.from(values, (value) => Math.round(value * 127))).setNormalized(true);
      } else if (/^TEXCOORD|^WEIGHTS/.test(semantic) && values.every((value) => value >= 0 && value <= 1)) {
        if (accessor.getComponentType() === Accessor.ComponentType.FLOAT)
          accessor
            .setArray(Uint16Array.from(values, (value) => Math.round(value * 65535)))
            .setNormalized(true);
      }
    }
  }
  for (const node of document.getRoot().listNodes()) {
    if (node.getMesh() === mesh) restore(document, node, unit, min);
  }
}

/** Applies scale and offset of the integers to the matrices that pose the mesh. */
function restore(document: Document, node: Node, unit: number, min: readonly number[]): void {
  const skin = node.getSkin();
  if (!skin) {
    const inner = document
      .createNode(`${node.getName()} quantized`)
      .setMesh(node.getMesh())
      .setWeights(node.getWeights());
    inner.setTranslation([min[0], min[1], min[2]]).setScale([unit, unit, unit]);
    for (const channel of document
      .getRoot()
      .listAnimations()
      .flatMap((clip) => clip.listChannels())) {
      if (channel.getTargetNode() === node && channel.getTargetPath() === 'weights')
        channel.setTargetNode(inner);
    }
    node.setMesh(null).setWeights([]).addChild(inner);
    return;
  }
  const own = skin.clone();
  const matrices = skin.getInverseBindMatrices()!;
  const array = Float32Array.from(matrices.getArray()!);
  for (let m = 0; m < array.length; m += 16) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++)
        array[m + 12 + row] += array[m + 4 * column + row] * min[column];
      for (let column = 0; column < 3; column++) array[m + 4 * column + row] *= unit;
    }
  }
  own.setInverseBindMatrices(matrices.clone().setArray(array));
  node.setSkin(own);
}
