import type { SceneFiles } from './scene-files.ts';

/**
 * Returns the names of the tiles of a terrain, row by row, beginning at the far left. In the terrain's name, `{column}` and `{row}` are
 * replaced by numbers. These numbers count from 0, or from 1 if no file has the number 0.
 */
export function nameTiles(
  files: SceneFiles,
  pattern: string,
  [across, down]: readonly [number, number],
): string[] {
  const nameAt = (column: number, row: number) =>
    pattern.replaceAll('{column}', String(column)).replaceAll('{row}', String(row));
  const first = files.read(nameAt(0, 0)) === undefined && files.read(nameAt(1, 1)) !== undefined ? 1 : 0;
  return Array.from({ length: across * down }, (_, k) =>
    nameAt(first + (k % across), first + Math.floor(k / across)),
  );
}
