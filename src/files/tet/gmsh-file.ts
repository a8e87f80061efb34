import { type MeshCursor, quote } from '../mesh-cursor.ts';
import type { ElementKind } from './element-kinds.ts';
import { gmshKinds } from './gmsh-kinds.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** Data that the sections of a Gmsh file share. */
export interface GmshFile {
  readonly cursor: MeshCursor;
  readonly draft: TetMeshDraft;
  /** Names of physical groups. A key contains dimension and tag, separated by a space. */
  readonly names: Map<string, string>;
  /** For each entity, the tags of its physical groups (version 4). A key contains dimension and tag of the entity. */
  readonly physicals: Map<string, readonly number[]>;
}

/**
 * Returns the names of the groups with these tags. 0 means none, a negative tag is the same group with reversed orientation, and a group
 * without a name is named by its tag.
 */
export function groupNames(file: GmshFile, dimension: number, tags: readonly number[]): string[] {
  const kept = tags.map((tag) => Math.abs(tag)).filter((tag) => tag !== 0);
  return kept.map((tag) => file.names.get(`${dimension} ${tag}`) ?? String(tag));
}

/**
 * Returns the element kind with this type number. If the number is unknown: null in an ASCII file, where the line of the element can
 * be skipped. Throws an InputError in a binary file, where the length of the element is then unknown.
 */
export function findKind({ cursor }: GmshFile, type: number): ElementKind | null {
  const kind = gmshKinds.get(type);
  if (kind || !cursor.isBinary) return kind ?? null;
  throw cursor.fault(`expected an element type of Gmsh's that has a fixed number of nodes, got type ${type}`);
}

/** Reads a count from a separate line. This line is text in binary files too. */
export function countLine(cursor: MeshCursor, what: string): number {
  const line = (cursor.line() ?? '').trim();
  if (/^\d{1,15}$/.test(line)) return Number(line);
  throw cursor.fault(`expected ${what}, got ${line === '' ? 'nothing' : quote(line)}`);
}
