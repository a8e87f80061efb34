import { type MeshCursor, quote } from '../mesh-cursor.ts';
import { readElements2, readNodes2, readParametricNodes2 } from './gmsh-2.ts';
import { readElements4, readEntities4, readNodes4 } from './gmsh-4.ts';
import { countLine, type GmshFile } from './gmsh-file.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/**
 * Reads a Gmsh mesh, versions 2.0 to 2.2 and 4.1, ASCII or binary of either byte order. Physical groups become groups. A group has the name
 * of the physical group, or its number if it has no name. Other sections are skipped. Returns a description of the format. Gmsh reference
 * manual, "MSH file format" and "Legacy formats".
 */
export function readGmsh(cursor: MeshCursor, draft: TetMeshDraft): string {
  const file: GmshFile = { cursor, draft, names: new Map(), physicals: new Map() };
  let version = '';
  for (let section = nextSection(cursor); section !== null; section = nextSection(cursor)) {
    if (section === 'MeshFormat') version = readFormat(cursor);
    else if (version === '') throw cursor.fault(`expected $MeshFormat first, got $${section}`);
    else if (!readSection(file, section, version === '4.1')) {
      skipSection(cursor, section);
      continue;
    }
    closeSection(cursor, section);
  }
  return `Gmsh ${version} (${cursor.isBinary ? 'binary' : 'ASCII'})`;
}

/** Reads a section. Returns false if it is not supported. */
function readSection(file: GmshFile, section: string, isVersion4: boolean): boolean {
  if (section === 'PhysicalNames') readNames(file);
  else if (section === 'Nodes') (isVersion4 ? readNodes4 : readNodes2)(file);
  else if (section === 'Elements') (isVersion4 ? readElements4 : readElements2)(file);
  else if (section === 'Entities' && isVersion4) readEntities4(file, false);
  else if (section === 'PartitionedEntities' && isVersion4) readEntities4(file, true);
  else if (section === 'ParametricNodes' && !isVersion4) readParametricNodes2(file);
  else return false;
  return true;
}

/** Returns the name of the next section, without its $. Null at the end. */
function nextSection(cursor: MeshCursor): string | null {
  for (let line = cursor.line(); line !== null; line = cursor.line()) {
    const text = line.trim();
    if (text.startsWith('$')) return text.slice(1);
    if (text !== '') throw cursor.fault(`expected the start of a section such as $Nodes, got ${quote(text)}`);
  }
  return null;
}

function closeSection(cursor: MeshCursor, section: string): void {
  const word = cursor.word();
  if (word === `$End${section}`) {
    cursor.line();
    return;
  }
  const found = word === '' ? 'the end of the file' : quote(word);
  throw cursor.fault(`expected $End${section} after the stated content of the section, got ${found}`);
}

/** Moves the cursor behind `$EndNAME`. This text is searched byte by byte, because the section may be binary. */
function skipSection(cursor: MeshCursor, section: string): void {
  const { bytes } = cursor;
  const mark = new TextEncoder().encode(`$End${section}`);
  for (let at = bytes.indexOf(mark[0], cursor.at); at >= 0; at = bytes.indexOf(mark[0], at + 1)) {
    if (!mark.every((byte, k) => bytes[at + k] === byte)) continue;
    cursor.at = at;
    cursor.line();
    return;
  }
  throw cursor.fault(`expected $End${section}, the file ends before it`);
}

function readFormat(cursor: MeshCursor): string {
  const tokens = (cursor.line() ?? '').trim().split(/\s+/);
  const [version, type, size] = tokens;
  const known = /^2(\.[012])?$/.test(version) || version === '4.1';
  if (!known) {
    throw cursor.fault(
      `expected version 2.2 or 4.1 of Gmsh's format, got ${quote(version)}: save it again as 4.1 ` +
        '(in Gmsh: File, Export, .msh, Version 4; or gmsh -3 -format msh41)',
    );
  }
  if ((type !== '0' && type !== '1') || (size !== '8' && size !== '4')) {
    throw cursor.fault(
      `expected "${version} 0 8" (ASCII) or "${version} 1 8" (binary), got ${quote(tokens.join(' '))}`,
    );
  }
  if (type === '0') return version;
  cursor.isBinary = true;
  if (version === '4.1') cursor.sizeBytes = size === '4' ? 4 : 8;
  else if (size === '4') cursor.realBytes = 4;
  // The byte order follows from the bytes of the number 1.
  const one = cursor.integer('the number 1 that shows the byte order');
  if (one === 0x01000000) cursor.isLittleEndian = false;
  else if (one !== 1) throw cursor.fault(`expected the number 1 that shows the byte order, got ${one}`);
  return version;
}

/** Reads lines `dimension tag "name"`, which are text in binary files too. */
function readNames({ cursor, names }: GmshFile): void {
  const count = countLine(cursor, 'the number of physical groups');
  for (let k = 0; k < count; k++) {
    const line = cursor.line() ?? '';
    const match = /^\s*([0-3])\s+(-?\d+)\s+"(.*)"\s*$/.exec(line);
    if (!match)
      throw cursor.fault(`expected a physical group such as 2 1 "fixed", got ${quote(line.trim())}`);
    names.set(`${match[1]} ${match[2]}`, match[3]);
  }
}
