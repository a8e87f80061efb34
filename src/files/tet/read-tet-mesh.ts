import { finishTetMesh, type TetMeshReading } from './finish-tet-mesh.ts';
import { readGmsh } from './gmsh.ts';
import { MeshCursor } from './mesh-cursor.ts';
import { TetMeshDraft } from './tet-mesh-draft.ts';

/** A file by its name. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function readTetMesh(files: readonly NamedBytes[]): TetMeshReading {
  const [{ name, bytes }] = files;
  const draft = new TetMeshDraft(name);
  return finishTetMesh(draft, readGmsh(new MeshCursor(bytes, name), draft));
}
