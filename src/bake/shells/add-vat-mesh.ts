import type { FurVat } from '../../coats/vat/fur-vat.ts';
import { type GlbPatch, indexTarget, vertexTarget } from '../../files/glb-patch.ts';
import { hang } from './add-cards.ts';
import type { Carrier } from './bind-points.ts';
import type { VatMotion } from './vat-motion.ts';

/**
 * Adds to a file the skin on which a coat grows. The skin carries the data from which a game engine draws the shells of the coat: see
 * `FurVat`. An ordinary glTF viewer does not show this skin, because the alpha test of its material rejects every pixel.
 */
export function addVatMesh(patch: GlbPatch, motion: VatMotion, fur: FurVat): void {
  const material = patch.add('materials', {
    name: `${fur.name} skin`,
    alphaMode: 'MASK',
    alphaCutoff: 0.5,
    pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0], metallicFactor: 0 },
  });
  for (const { carrier, vertices, indices } of listParts(motion)) {
    const attributes = addAttributes(patch, motion, carrier, vertices);
    const primitive = { attributes, indices: patch.addAccessor(indices, 'SCALAR', indexTarget), material };
    const mesh = patch.add('meshes', { name: `${fur.name} skin`, primitives: [primitive] });
    hang(patch, carrier, { name: `${fur.name} skin`, mesh, extras: { aftermotion: { fur } } });
  }
}

interface Part {
  readonly carrier: Carrier | null;
  /** Indices of the shells' triangles. */
  readonly vertices: Uint32Array;
  readonly indices: Uint16Array | Uint32Array;
}

/** Returns the triangles of each carrier. Triangles whose corners belong to two carriers are omitted. */
function listParts({ coat, bound }: VatMotion): Part[] {
  const { vertexCount, indices } = coat.output;
  const carriers: readonly (Carrier | null)[] = bound?.carriers ?? [null];
  return carriers.flatMap((carrier, index) => {
    const isOurs = (vertex: number) => !bound || bound.carrierOf[vertex] === index;
    const numbers = new Map<number, number>();
    const own: number[] = [];
    for (let t = 0; t < indices.length; t += 3) {
      const corners = indices.subarray(t, t + 3);
      if (!corners.every(isOurs)) continue;
      for (const vertex of corners) {
        if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
        own.push(numbers.get(vertex)!);
      }
    }
    if (own.length === 0) return [];
    const Indices = vertexCount > 65535 ? Uint32Array : Uint16Array;
    return [{ carrier, vertices: Uint32Array.from(numbers.keys()), indices: Indices.from(own) }];
  });
}

function addAttributes(
  patch: GlbPatch,
  { coat, bound, normals, tangents, positions }: VatMotion,
  carrier: Carrier | null,
  vertices: Uint32Array,
): Record<string, number> {
  const { restPositions, restNormals, lengths, densities, colors, texcoords } = coat.output;
  const add = (values: Float32Array, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', width: number) =>
    patch.addAccessor(gather(values, vertices, width), type, vertexTarget);
  const tangents4 = new Float32Array((4 * tangents.length) / 3).fill(1);
  for (let v = 0; v < tangents.length / 3; v++) tangents4.set(tangents.subarray(3 * v, 3 * v + 3), 4 * v);
  const attributes: Record<string, number> = {
    POSITION: add(positions, 'VEC3', 3),
    NORMAL: add(normals, 'VEC3', 3),
    TANGENT: add(tangents4, 'VEC4', 4),
    _COLUMN: patch.addAccessor(Float32Array.from(vertices), 'SCALAR', vertexTarget),
    _LENGTH: add(lengths, 'SCALAR', 1),
    _DENSITY: add(densities, 'SCALAR', 1),
    _REST_POSITION: add(restPositions, 'VEC3', 3),
    _REST_NORMAL: add(restNormals, 'VEC3', 3),
  };
  if (colors)
    attributes.COLOR_0 = add(
      colors.map((value) => Math.min(1, Math.max(0, value))),
      'VEC3',
      3,
    );
  if (texcoords) attributes.TEXCOORD_0 = add(texcoords, 'VEC2', 2);
  if (bound && carrier && carrier.skin >= 0) {
    const max = bound.joints.reduce((largest, joint) => Math.max(largest, joint), 0);
    const joints = gather(bound.joints, vertices, 4);
    attributes.JOINTS_0 = patch.addAccessor(
      max < 256 ? Uint8Array.from(joints) : joints,
      'VEC4',
      vertexTarget,
    );
    attributes.WEIGHTS_0 = add(bound.weights, 'VEC4', 4);
  }
  return attributes;
}

function gather<Values extends Float32Array | Uint16Array>(
  values: Values,
  vertices: Uint32Array,
  width: number,
): Values {
  const Values = values.constructor as new (length: number) => Values;
  const picked = new Values(vertices.length * width);
  vertices.forEach((vertex, k) => {
    picked.set(values.subarray(width * vertex, width * (vertex + 1)), width * k);
  });
  return picked;
}
