import { openContainer } from './container.ts';
import { dracoName, isDracoNeeded } from './draco/draco-primitives.ts';
import { readExtensions } from './extensions.ts';
import { findMeshopt } from './find-meshopt.ts';
import { JsonValue } from './json-value.ts';

/** How a glTF file stores its numbers, and which extensions it uses. */
export interface GltfStorage {
  readonly extensions: readonly ExtensionUse[];
  /** The meshes that are Draco streams. Null if there are none. */
  readonly draco: {
    readonly primitives: number;
    /** Number of those meshes that the file also stores without compression. */
    readonly plainToo: number;
    readonly bytes: number;
  } | null;
  /** The buffer views that are compressed with meshopt. Null if there are none. */
  readonly meshopt: {
    readonly views: number;
    readonly bytes: number;
    readonly decodedBytes: number;
    /** Names of the meshopt filters, as the extension spells them. */
    readonly filters: readonly string[];
  } | null;
  /**
   * Vertex attributes that are stored as integers but represent fractions. The attributes of morph targets are named like `target
   * POSITION`.
   */
  readonly integers: readonly {
    readonly attribute: string;
    readonly bits: number;
    readonly normalized: boolean;
  }[];
  /** Number of sparse accessors. */
  readonly sparse: number;
}

export interface ExtensionUse {
  readonly name: string;
  /** Whether the file requires the extension. */
  readonly required: boolean;
  /** Whether Aftermotion supports the extension. Outputs keep all extensions. */
  readonly read: boolean;
}

/** Describes a .glb or .gltf that `readGltf` can read. Throws InputError for other files. */
export function describeStorage(bytes: Uint8Array, name: string): GltfStorage {
  const root = new JsonValue(name, '', openContainer(bytes, name).json);
  const required = namesIn(root.get('extensionsRequired'));
  const used = new Set([...namesIn(root.get('extensionsUsed')), ...required]);
  return {
    extensions: [...used].map((extension) => ({
      name: extension,
      required: required.includes(extension),
      read: readExtensions.includes(extension),
    })),
    draco: describeDraco(root),
    meshopt: describeMeshopt(root),
    integers: listIntegers(root),
    sparse: root
      .get('accessors')
      .items()
      .filter((accessor) => !accessor.get('sparse').absent).length,
  };
}

function namesIn(list: JsonValue): string[] {
  return list.items().map((entry) => entry.text());
}

function listPrimitives(root: JsonValue): JsonValue[] {
  return root
    .get('meshes')
    .items()
    .flatMap((mesh) => mesh.get('primitives').items());
}

function describeDraco(root: JsonValue): GltfStorage['draco'] {
  const primitives = listPrimitives(root).filter((primitive) => !primitive.extension(dracoName).absent);
  if (primitives.length === 0) return null;
  const views = root.get('bufferViews').items();
  // Several primitives may refer to one stream.
  const streams = new Set(
    primitives.map((primitive) =>
      primitive.extension(dracoName).get('bufferView').index(views.length, 'bufferViews'),
    ),
  );
  return {
    primitives: primitives.length,
    plainToo: primitives.filter((primitive) => !isDracoNeeded(root, primitive)).length,
    bytes: [...streams].reduce((sum, index) => sum + views[index].get('byteLength').integer(0, 2 ** 32), 0),
  };
}

function describeMeshopt(root: JsonValue): GltfStorage['meshopt'] {
  const views = root
    .get('bufferViews')
    .items()
    .flatMap((view) => findMeshopt(view) ?? []);
  if (views.length === 0) return null;
  const sum = (of: (view: JsonValue) => number) => views.reduce((total, view) => total + of(view), 0);
  const number = (view: JsonValue, key: string) => view.get(key).integer(0, 2 ** 32, 0);
  const filters = views.map((view) => view.get('filter').text()).filter((name) => name && name !== 'NONE');
  return {
    views: views.length,
    bytes: sum((view) => number(view, 'byteLength')),
    decodedBytes: sum((view) => number(view, 'count') * number(view, 'byteStride')),
    filters: [...new Set(filters)].sort(),
  };
}

const bitsOf: Readonly<Record<number, number>> = { 5120: 8, 5121: 8, 5122: 16, 5123: 16 };

/** Joints and indices are not listed, because they are always integers. */
function listIntegers(root: JsonValue): GltfStorage['integers'] {
  const accessors = root.get('accessors').items();
  const found = new Map<string, GltfStorage['integers'][number]>();
  for (const primitive of listPrimitives(root)) {
    const groups = [
      { prefix: '', attributes: primitive.get('attributes') },
      ...primitive
        .get('targets')
        .items()
        .map((attributes) => ({ prefix: 'target ', attributes })),
    ];
    for (const { prefix, attributes } of groups) {
      for (const name of Object.keys(attributes.value as object)) {
        if (!/^(POSITION|NORMAL|TANGENT|TEXCOORD_\d+|WEIGHTS_\d+|COLOR_\d+)$/.test(name)) continue;
        const accessor = accessors[attributes.get(name).index(accessors.length, 'accessors')];
        const bits = bitsOf[accessor.get('componentType').value as number];
        if (!bits) continue;
        const attribute = prefix + name;
        const normalized = accessor.get('normalized').value === true;
        found.set(`${attribute} ${bits} ${normalized}`, { attribute, bits, normalized });
      }
    }
  }
  return [...found.values()];
}
