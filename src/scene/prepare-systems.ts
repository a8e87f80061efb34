import { readMask } from '../files/mask.ts';
import { readObj } from '../files/obj.ts';
import { readTetMesh, tetMeshCompanions } from '../files/tet/read-tet-mesh.ts';
import { InputError, type InputFault } from '../input-error.ts';
import type { Actor } from '../motion/actor.ts';
import { weldMesh } from '../motion/weld-vertices.ts';
import type { SimulationSystem } from '../simulation/simulation.ts';
import type { PrepareCache, PrepareContext } from '../systems/system.ts';
import { readPlainMesh } from './read-mesh.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';
import type { ShapeReaders } from './shape-readers.ts';

export interface PrepareOptions {
  /** Share of all preparing that is done, 0..1, and what is being done. */
  progress?(share: number, words: string): void;
  /** Called now and then, so that a caller with an event loop can look at its events. */
  pause?(): Promise<void>;
  readonly signal?: AbortSignal;
  /** True: systems are only checked, and the files read that they name. No simulation can be made then. */
  readonly checkOnly?: boolean;
  /** Keeps what was prepared from one opening to the next. */
  readonly cache?: PrepareCache;
}

/**
 * Does the long work that systems need to have done once. Bytes of files that they read go through `onRead`, for the
 * hash of the scene. Throws InputError with the faults of all systems at once.
 */
export async function prepareSystems(
  systems: readonly SimulationSystem[],
  actors: ReadonlyMap<string, Actor>,
  files: SceneFiles,
  onRead: (bytes: Uint8Array) => void,
  run: PrepareContext['run'],
  options: PrepareOptions,
): Promise<SimulationSystem[]> {
  const faults: InputFault[] = [];
  const prepared: SimulationSystem[] = [];
  const total = systems.filter(({ definition }) => definition.prepare).length;
  const made = new Map<string, unknown>();
  const readers = { ...createReaders(files, onRead), ...(await loadShapeReaders(systems, files, onRead)) };
  let done = 0;
  for (const [index, system] of systems.entries()) {
    const { definition, params, name } = system;
    if (!definition.prepare) {
      prepared.push(system);
      continue;
    }
    const context: PrepareContext = {
      ...readers,
      path: `systems[${index}]`,
      name,
      actors,
      run,
      made,
      checkOnly: options.checkOnly,
      cache: options.cache,
      signal: options.signal,
      pause: options.pause,
      progress: (share, words) => options.progress?.((done + share) / total, `${name}: ${words}`),
    };
    try {
      prepared.push({ ...system, prepared: await definition.prepare(params, context) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      faults.push(...error.faults);
    }
    done++;
  }
  if (faults.length > 0) throw new InputError(faults);
  return prepared;
}

/** Readers of fonts, drawings and pictures are much code: they are loaded only for systems that read shapes. */
async function loadShapeReaders(
  systems: readonly SimulationSystem[],
  files: SceneFiles,
  onRead: (bytes: Uint8Array) => void,
): Promise<ShapeReaders> {
  if (!systems.some(({ definition }) => definition.reads.includes('shapes'))) return noShapes;
  const { createShapeReaders } = await import('./shape-readers.ts');
  return createShapeReaders(files, onRead);
}

const refuse = (): never => {
  throw new RangeError('a system that reads shapes must say so in `reads`');
};
const noShapes: ShapeReaders = {
  readTriangles: refuse,
  readPoints: refuse,
  readDrawing: refuse,
  readText: refuse,
  readPicture: refuse,
  decodePicture: refuse,
};

function createReaders(
  files: SceneFiles,
  onRead: (bytes: Uint8Array) => void,
): Pick<PrepareContext, 'readMask' | 'readSurface' | 'readTetMesh'> {
  const read = (file: string, path: string): Uint8Array => {
    const bytes = requireFile(files, file, path);
    onRead(bytes);
    return bytes;
  };
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return {
    readTetMesh(file, path) {
      const companions = tetMeshCompanions(file).flatMap((name) => {
        const bytes = files.read(name);
        if (bytes) onRead(bytes);
        return bytes ? [{ name, bytes }] : [];
      });
      const { mesh, warnings } = readTetMesh([{ name: file, bytes: read(file, path) }, ...companions]);
      return { mesh, warnings: warnings.map((warning) => `${file}: ${warning}`) };
    },
    readSurface(file, path) {
      const bytes = read(file, path);
      // Whatever its ending, what is neither STL nor PLY is taken for an OBJ, whose reader says what is wrong.
      const mesh = readPlainMesh(bytes, file) ?? readObj(decode(bytes), file);
      const { positions, indices } = weldMesh(mesh);
      return { positions, triangles: indices };
    },
    readMask(file, path, { rig }) {
      const surfaces = rig.surfaces.map(({ name, positions }) => ({
        name,
        vertexCount: positions.length / 3,
      }));
      return readMask(decode(read(file, path)), file, surfaces);
    },
  };
}
