import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hasher } from '../../math/hash.ts';
import { buildHopper, hopperScene } from '../../scene/testing/hopper.ts';
import { markerName, markerText, type WorkKind } from '../work-folder.ts';

/** A temporary folder for one test. It contains the hopper and its scene. `close` deletes it. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'aftermotion-test-'));

  constructor() {
    this.write('yard/hopper.glb', buildHopper().toGlb());
    this.writeScene('yard/scene.json', {});
  }

  /** Returns the full path of a name in the folder. */
  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, data: Uint8Array | string): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), data);
    return this.path(name);
  }

  /** Returns the hopper's scene with some of its keys replaced. */
  writeScene(name: string, changes: Record<string, unknown>): string {
    return this.write(name, JSON.stringify({ ...hopperScene(), ...changes }));
  }

  read(name: string): Uint8Array {
    return readFileSync(this.path(name));
  }

  /** Returns the hashes of all files below a folder, by path. The report is left out, since it contains wall times. */
  snapshot(name: string): Record<string, string> {
    const files = readdirSync(this.path(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'report.json')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    return Object.fromEntries(
      files.map((path) => [
        path.slice(this.path(name).length + 1),
        new Hasher().bytes(readFileSync(path)).digest(),
      ]),
    );
  }

  /** Writes the marker file of aftermotion into a folder such as `out.partial`. */
  mark(name: string, kind: WorkKind = 'bake'): void {
    this.write(`${name}/${markerName}`, markerText(kind));
  }

  /** Returns the sorted names of the entries of a folder; empty if there is no folder. */
  list(name = '.'): string[] {
    try {
      return readdirSync(this.path(name)).sort();
    } catch {
      return [];
    }
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }

  close(): void {
    this.remove('.');
  }
}
