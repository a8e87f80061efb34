import { DataTexture, FloatType, RGBAFormat, RGIntegerFormat, UnsignedIntType } from 'three';
import type { MorphSurface } from '../../systems/outputs/morph.ts';
import { packShapes, type SurfaceShapes, textureWidth } from './pack-shapes.ts';

/** The shapes of one mesh in textures. They are uploaded once and shared by all meshes that the same shapes move. */
export interface ShapeTextures {
  /** RG32UI, one texel for each vertex. See `PackedShapes`. */
  readonly rows: DataTexture;
  /** RGBA32F. */
  readonly shapes: DataTexture;
  /** Ends one use of the textures. They are freed when all users have called this. */
  release(): void;
}

interface Shared extends ShapeTextures {
  users: number;
}

const shared = new Map<string, Shared>();
const surfaceIds = new WeakMap<MorphSurface, number>();
let surfaceCount = 0;

/**
 * Returns the textures for a mesh. If there is an equal mesh, its textures are shared. Throws an `InputError` if shapes do not fit the
 * mesh.
 */
export function takeShapeTextures(
  moved: readonly SurfaceShapes[],
  vertexCount: number,
  meshName: string,
): ShapeTextures {
  const key = [vertexCount, ...moved.map(({ surface, column }) => `${idOf(surface)}@${column}`)].join('/');
  let textures = shared.get(key);
  if (!textures) {
    const packed = packShapes(moved, vertexCount, meshName);
    const rows = new DataTexture(
      packed.rows,
      textureWidth,
      packed.rows.length / (2 * textureWidth),
      RGIntegerFormat,
      UnsignedIntType,
    );
    const shapes = new DataTexture(
      packed.shapes,
      textureWidth,
      packed.shapes.length / (4 * textureWidth),
      RGBAFormat,
      FloatType,
    );
    rows.needsUpdate = shapes.needsUpdate = true;
    const made: Shared = {
      rows,
      shapes,
      users: 0,
      release() {
        if (--made.users > 0) return;
        shared.delete(key);
        rows.dispose();
        shapes.dispose();
      },
    };
    shared.set(key, made);
    textures = made;
  }
  textures.users++;
  return textures;
}

function idOf(surface: MorphSurface): number {
  let id = surfaceIds.get(surface);
  if (id === undefined) {
    id = surfaceCount++;
    surfaceIds.set(surface, id);
  }
  return id;
}
