import { describeFileKind } from '../files/file-kind.ts';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { readPlainMesh } from '../files/read-plain-mesh.ts';
import { InputError } from '../input-error.ts';
import { deformSurface } from '../motion/deform-surface.ts';
import type { TriangleMesh } from '../motion/keyed-collider.ts';
import { orientTriangles } from '../motion/orient-triangles.ts';
import { Pose } from '../motion/pose.ts';
import { readBeside } from './read-beside.ts';
import type { SceneFiles } from './scene-files.ts';

/**
 * Reads the triangles of a file: .obj, .stl, .ply, or the rest pose of a .glb or .gltf. The files that a .gltf names are read from its
 * folder, and `onRead` receives their bytes. Throws InputError, also for other extensions.
 */
export async function readMesh(
  bytes: Uint8Array,
  file: string,
  files: SceneFiles,
  onRead?: (bytes: Uint8Array) => void,
): Promise<TriangleMesh> {
  const plain = readPlainMesh(bytes, file);
  if (plain) return plain;
  if (!/\.(glb|gltf)$/i.test(file)) {
    throw InputError.at(
      file,
      `expected a mesh (.obj, .stl, .ply, .glb or .gltf), got ${describeFileKind(bytes)}`,
    );
  }
  const rig = await readGltf(bytes, { name: file, resolve: readBeside(files, file, onRead) });
  const pose = new Pose(rig);
  pose.updateWorld();
  return joinMeshes(
    rig.surfaces.map((surface) => {
      const positions = new Float64Array(surface.positions.length);
      deformSurface(surface, pose, positions);
      const { color, colors = fillColor(color, positions.length) } = surface;
      return { positions, indices: orientTriangles(surface, pose), colors };
    }),
    rig.warnings,
  );
}

function fillColor(color: readonly number[], length: number): Float32Array {
  return Float32Array.from({ length }, (_, k) => color[k % 3]);
}

function joinMeshes(
  parts: readonly (TriangleMesh & { readonly colors: Float32Array })[],
  warnings: readonly string[],
): TriangleMesh {
  const positions = new Float64Array(parts.reduce((sum, part) => sum + part.positions.length, 0));
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0));
  const colors = new Float32Array(positions.length);
  let coordinate = 0;
  let corner = 0;
  for (const part of parts) {
    positions.set(part.positions, coordinate);
    colors.set(part.colors, coordinate);
    for (let k = 0; k < part.indices.length; k++) indices[corner + k] = part.indices[k] + coordinate / 3;
    coordinate += part.positions.length;
    corner += part.indices.length;
  }
  return { positions, indices, colors, warnings };
}
