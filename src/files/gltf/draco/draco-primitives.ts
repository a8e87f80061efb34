import type { BufferViews } from '../buffers.ts';
import type { JsonValue } from '../json-value.ts';
import { typeWidths } from '../type-widths.ts';

export const dracoName = 'KHR_draco_mesh_compression';

type Decoder = typeof import('./draco-decoder.ts');

/** The content of a compressed attribute, tightly packed, in the type of its accessor. */
export interface DracoAttribute {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** A compressed primitive. It is decoded on first use. */
interface DracoPrimitive {
  readonly source: JsonValue;
  decoded: DecodedPrimitive | null;
}

interface DecodedPrimitive {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  /** The bytes of each attribute, by its name. A text is the reason why an attribute is not available. */
  readonly attributes: ReadonlyMap<string, Uint8Array | string>;
}

/**
 * Primitives whose mesh is a Draco stream. An attribute is identified by its name in the primitive, not by its accessor, because some
 * programs use the same accessors for all primitives. The bytes of these accessors are never read.
 *
 * If the file also contains the whole primitive without compression, the stream is ignored, unless the file requires Draco.
 */
export class DracoPrimitives {
  private readonly accessors: readonly JsonValue[];

  private constructor(
    private readonly root: JsonValue,
    private readonly views: BufferViews,
    private readonly decoder: Decoder | null,
    /** The primitives, by their path in the JSON. */
    private readonly primitives: ReadonlyMap<string, DracoPrimitive>,
    private readonly warnings: string[],
  ) {
    this.accessors = root.get('accessors').items();
  }

  /** Loads the decoder only if a primitive needs it. */
  static async open(root: JsonValue, views: BufferViews, warnings: string[]): Promise<DracoPrimitives> {
    const primitives = new Map<string, DracoPrimitive>();
    for (const source of listDracoPrimitives(root)) {
      if (isDracoNeeded(root, source)) primitives.set(source.path, { source, decoded: null });
    }
    const decoder = primitives.size > 0 ? await import('./draco-decoder.ts') : null;
    return new DracoPrimitives(root, views, decoder, primitives, warnings);
  }

  /** Returns the decoded data of an attribute of a primitive. Null if the attribute is stored in an ordinary accessor. */
  attribute(reference: JsonValue): DracoAttribute | null {
    const split = /^(.*)\.attributes\.(\w+)$/.exec(reference.path);
    if (!split) return null;
    const decoded = this.decode(split[1]);
    const bytes = decoded?.attributes.get(split[2]);
    if (!decoded || bytes === undefined) return null;
    if (typeof bytes === 'string') throw reference.fault(bytes);
    return { bytes, count: decoded.vertexCount };
  }

  /** Returns the triangles of a compressed primitive, always as a list [3 · triangleCount]. Null if the primitive is not compressed. */
  triangles(primitive: JsonValue): Uint32Array | null {
    return this.decode(primitive.path)?.triangles ?? null;
  }

  /** Decodes a primitive. Throws InputError for a damaged stream; the message names mesh and primitive. */
  private decode(location: string): DecodedPrimitive | null {
    const primitive = this.primitives.get(location);
    if (!primitive || !this.decoder) return null;
    primitive.decoded ??= this.decodePrimitive(primitive.source, this.decoder);
    return primitive.decoded;
  }

  private decodePrimitive(source: JsonValue, { decodeDraco, DracoError }: Decoder): DecodedPrimitive {
    const extension = source.extension(dracoName);
    const { bytes } = this.views.view(extension.get('bufferView'));
    const wanted = this.listWanted(source, extension);
    const expectedCount = wanted.reduce((max, { count }) => Math.max(max, count), 0);
    try {
      const { vertexCount, triangles, attributes } = decodeDraco(bytes, wanted, expectedCount);
      if (vertexCount !== expectedCount) {
        this.warnings.push(
          `${source.path}: its Draco stream holds ${vertexCount} vertices, but the file states ${expectedCount}; those of the stream are used`,
        );
      }
      return {
        vertexCount,
        triangles,
        attributes: new Map(
          wanted.map(({ name, width }, k) => [name, describeMissing(attributes[k], width)]),
        ),
      };
    } catch (error) {
      if (!(error instanceof DracoError)) throw error;
      throw extension.fault(
        `expected a Draco stream${this.nameMesh(source)}, got ${bytes.length} bytes that cannot be decoded (${error.message.replace(/\.$/, '')}): export the file again`,
      );
    }
  }

  private nameMesh(source: JsonValue): string {
    const index = Number(/^meshes\[(\d+)\]/.exec(source.path)?.[1]);
    const name = this.root.get('meshes').items()[index].get('name').text();
    return name && ` of mesh ${JSON.stringify(name)}`;
  }

  private listWanted(source: JsonValue, extension: JsonValue) {
    const own = source.get('attributes');
    return namesOf(extension.get('attributes'))
      .filter((name) => !own.get(name).absent)
      .map((name) => {
        const accessor = this.accessors[own.get(name).index(this.accessors.length, 'accessors')];
        const type = accessor.get('type').text();
        const componentType = accessor.get('componentType').value as number;
        if (!typeWidths[type]) throw accessor.get('type').unexpected(Object.keys(typeWidths).join(', '));
        if (![5120, 5121, 5122, 5123, 5125, 5126].includes(componentType)) {
          throw accessor.get('componentType').unexpected('one of 5120, 5121, 5122, 5123, 5125, 5126');
        }
        return {
          name,
          id: extension
            .get('attributes')
            .get(name)
            .integer(0, 2 ** 31 - 1),
          width: typeWidths[type],
          componentType,
          count: accessor.get('count').integer(0, 2 ** 32),
        };
      });
  }
}

function describeMissing(found: Uint8Array | string, width: number): Uint8Array | string {
  if (typeof found !== 'string') return found;
  return `expected ${width} numbers a vertex in the Draco stream, got ${found}; export the file again`;
}

function listDracoPrimitives(root: JsonValue): JsonValue[] {
  return root
    .get('meshes')
    .items()
    .flatMap((mesh) => mesh.get('primitives').items())
    .filter((primitive) => !primitive.extension(dracoName).absent);
}

/** Returns false if the file also contains the whole primitive without compression, so that the stream need not be decoded. */
export function isDracoNeeded(root: JsonValue, primitive: JsonValue): boolean {
  const extension = primitive.extension(dracoName);
  if (extension.absent) return false;
  const required = root.get('extensionsRequired').items();
  if (required.some(({ value }) => value === dracoName)) return true;
  const accessors = root.get('accessors').items();
  const attributes = primitive.get('attributes');
  const references = namesOf(extension.get('attributes')).map((name) => attributes.get(name));
  return [...references, primitive.get('indices')].some(
    (reference) =>
      !reference.absent && accessors[reference.index(accessors.length, 'accessors')].get('bufferView').absent,
  );
}

function namesOf(object: JsonValue): string[] {
  // `get` throws an error for a value that is not an object.
  object.get('');
  return Object.keys(object.value as object);
}
