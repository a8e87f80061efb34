import { type MeshCursor, quote } from '../mesh-cursor.ts';
import type { ElementKind } from './element-kinds.ts';
import { gmshKinds } from './gmsh-kinds.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** What the sections of a Gmsh file read so far tell each other. */
export interface GmshFile {
  readonly cursor: MeshCursor;
  readonly draft: TetMeshDraft;
  /** Names of physical groups, by `dimension tag`. */
  readonly names: Map<string, string>;
  /** Tags of the physical groups that an entity belongs to, by `dimension tag` (version 4). */
  readonly physicals: Map<string, readonly number[]>;
}

/** Names of the groups with these tags: 0 is none, a negative tag the same group turned, one without a name names itself. */
export function groupNames(file: GmshFile, dimension: number, tags: readonly number[]): string[] {
  const kept = tags.map((tag) => Math.abs(tag)).filter((tag) => tag !== 0);
  return kept.map((tag) => file.names.get(`${dimension} ${tag}`) ?? String(tag));
}

/** The kind that a type number stands for. Null for an unknown one in ASCII, where it can be passed over with its line. */
export function findKind({ cursor }: GmshFile, type: number): ElementKind | null {
  const kind = gmshKinds.get(type);
  if (kind || !cursor.isBinary) return kind ?? null;
  throw cursor.fault(`expected an element type of Gmsh's that has a fixed number of nodes, got type ${type}`);
}

/** A count on a line of its own, text in binary files too. */
export function countLine(cursor: MeshCursor, what: string): number {
  const line = (cursor.line() ?? '').trim();
  if (/^\d{1,15}$/.test(line)) return Number(line);
  throw cursor.fault(`expected ${what}, got ${line === '' ? 'nothing' : quote(line)}`);
}
