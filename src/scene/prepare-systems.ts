import { toInputError } from '../exhaustion.ts';
import { readMask } from '../files/mask.ts';
import { readObj } from '../files/obj.ts';
import { readPlainMesh } from '../files/read-plain-mesh.ts';
import { readTetMesh, tetMeshCompanions } from '../files/tet/read-tet-mesh.ts';
import { InputError, type InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import type { Actor } from '../motion/actor.ts';
import { weldMesh } from '../motion/weld-vertices.ts';
import type { SimulationSystem } from '../simulation/simulation.ts';
import type { ParamTable } from '../systems/params.ts';
import type { PrepareCache, PrepareContext } from '../systems/system.ts';
import { nameTiles } from './name-tiles.ts';
import { readMesh } from './read-mesh.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';
import type { ShapeReaders } from './shape-readers.ts';
import { moveParamFiles } from './walk-params.ts';

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
 * Does the long work that systems of a scene need to have done once. Bytes of files that they read go through `onRead`, for
 * the hash of the scene.
 */
export class SystemPreparation {
  /** The scene's systems, with what has been prepared so far. */
  readonly systems: SimulationSystem[];
  private readonly made = new Map<string, unknown>();
  private readonly total: number;
  private readers: (ShapeReaders & ReturnType<typeof createReaders>) | null = null;
  private done = 0;

  constructor(
    systems: readonly SimulationSystem[],
    private readonly files: SceneFiles,
    private readonly onRead: (bytes: Uint8Array) => void,
    private readonly run: PrepareContext['run'],
    private readonly options: PrepareOptions,
  ) {
    this.systems = [...systems];
    this.total = systems.filter(takesTime).length;
  }

  /**
   * Prepares those of the systems that `isMeant`, for actors that are open already. Throws InputError with the faults of all
   * of them at once.
   */
  async prepare(
    isMeant: (system: SimulationSystem) => boolean,
    actors: ReadonlyMap<string, Actor>,
  ): Promise<void> {
    const { systems, options, total } = this;
    this.readers ??= {
      ...createReaders(this.files, this.onRead),
      ...(await loadShapeReaders(systems, this.files, this.onRead)),
    };
    const faults: InputFault[] = [];
    for (const [index, system] of systems.entries()) {
      const { definition, params, name } = system;
      if (!definition.prepare || !isMeant(system)) continue;
      const before = this.done;
      if (takesTime(system)) this.done++;
      const context: PrepareContext = {
        ...this.readers,
        path: `systems[${index}]`,
        name,
        actors,
        run: this.run,
        made: this.made,
        checkOnly: options.checkOnly,
        cache: options.cache,
        signal: options.signal,
        pause: options.pause,
        progress: (share, words) => options.progress?.((before + share) / total, `${name}: ${words}`),
      };
      try {
        systems[index] = { ...system, prepared: await definition.prepare(params, context) };
      } catch (thrown) {
        const error = toInputError(thrown, context.path, `preparing "${name}"`) ?? thrown;
        if (!(error instanceof InputError)) throw error;
        append(faults, error.faults);
      }
    }
    if (faults.length > 0) throw new InputError(faults);
  }
}

/** Whether there is anything to prepare: grounds only read what they start from, and most start from nothing. */
function takesTime({ definition, params }: SimulationSystem): boolean {
  return (
    definition.prepare !== undefined &&
    (definition.shows !== 'heightfield' || namesFile(definition.params, params))
  );
}

/** Readers of fonts, drawings and pictures are much code: they are loaded only for systems that read shapes or name files. */
async function loadShapeReaders(
  systems: readonly SimulationSystem[],
  files: SceneFiles,
  onRead: (bytes: Uint8Array) => void,
): Promise<ShapeReaders> {
  if (
    !systems.some(
      ({ definition, params }) => definition.reads.includes('shapes') || namesFile(definition.params, params),
    )
  )
    return noShapes;
  const { createShapeReaders } = await import('./shape-readers.ts');
  return createShapeReaders(files, onRead);
}

function namesFile(table: ParamTable, params: unknown): boolean {
  let isNamed = false;
  moveParamFiles(table, params as Readonly<Record<string, unknown>>, (file) => {
    isNamed = true;
    return file;
  });
  return isNamed;
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
): Pick<PrepareContext, 'readFile' | 'readMask' | 'readSurface' | 'readTerrain' | 'readTetMesh'> {
  const read = (file: string, path: string): Uint8Array => {
    const bytes = requireFile(files, file, path);
    onRead(bytes);
    return bytes;
  };
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return {
    readFile: read,
    async readTerrain(file, { tiles, ...hints }, path) {
      // Readers of pictures and GeoTIFFs are loaded only where there is a terrain.
      const { readTerrain } = await import('../files/terrain/read-terrain.ts');
      const names = tiles ? nameTiles(files, file, tiles) : [file];
      // One at a time: all tiles may be more than there is room for.
      const sources = names.map((name) => ({
        name,
        get bytes() {
          return read(name, path);
        },
      }));
      return readTerrain(sources, {
        ...hints,
        tiles,
        readMesh: ({ name, bytes }) => readMesh(bytes, name, files, onRead),
      });
    },
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
