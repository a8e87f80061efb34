import { toInputError } from '../exhaustion.ts';
import { readMask } from '../files/mask.ts';
import { readObj } from '../files/obj.ts';
import { readPlainMesh } from '../files/read-plain-mesh.ts';
import { InputError, type InputFault } from '../input-error.ts';
import { append } from '../math/lists.ts';
import type { Actor } from '../motion/actor.ts';
import { weldMesh } from '../motion/weld-vertices.ts';
import type { SimulationSystem } from '../simulation/simulation.ts';
import type { ParamTable } from '../systems/params.ts';
import type { PrepareCache, PrepareContext } from '../systems/prepare-context.ts';
import { nameTiles } from './name-tiles.ts';
import { readMesh } from './read-mesh.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';
import type { ShapeReaders } from './shape-readers.ts';
import { moveParamFiles } from './walk-params.ts';

export interface PrepareOptions {
  /** Called during the preparation. fraction: completed fraction of all preparation, 0..1. message: description of the current work. */
  progress?(fraction: number, message: string): void;
  /** Called regularly, so that the caller's event loop can handle events. */
  pause?(): Promise<void>;
  readonly signal?: AbortSignal;
  /** True: systems are only validated and their files read. No simulation can be created from the result. */
  readonly checkOnly?: boolean;
  /** Stores prepared parts for later runs. */
  readonly cache?: PrepareCache;
}

/**
 * Runs the long preparation that systems of a scene need once before simulations. `onRead` receives the bytes of all files that the
 * preparation reads, for the hash of the scene.
 */
export class SystemPreparation {
  /** The systems of the scene, with everything that has been prepared so far. */
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
   * Prepares the systems for which `isMeant` is true. Their actors must be open. Throws InputError with the faults of all of these
   * systems.
   */
  async prepare(
    isMeant: (system: SimulationSystem) => boolean,
    actors: ReadonlyMap<string, Actor>,
    others: Pick<PrepareContext, 'bodies' | 'grounds'> = {},
  ): Promise<void> {
    const { systems, options, total } = this;
    this.readers ??= {
      ...createReaders(this.files, this.onRead),
      ...(await loadShapeReaders(systems, this.files, this.onRead)),
    };
    const faults: InputFault[] = [];
    for (const [index, system] of systems.entries()) {
      const { definition, params, name, timed } = system;
      if (!definition.prepare || !isMeant(system)) continue;
      const before = this.done;
      if (takesTime(system)) this.done++;
      const context: PrepareContext = {
        ...this.readers,
        path: `systems[${index}]`,
        name,
        timed,
        actors,
        ...others,
        run: this.run,
        results: this.made,
        checkOnly: options.checkOnly,
        cache: options.cache,
        signal: options.signal,
        pause: options.pause,
        progress: (fraction, message) =>
          options.progress?.((before + fraction) / total, `${name}: ${message}`),
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

/**
 * Returns whether the preparation of a system takes time, for the progress. For a ground, only reading its initial state takes time, if it
 * names a file.
 */
function takesTime({ definition, params }: SimulationSystem): boolean {
  return (
    definition.prepare !== undefined &&
    (definition.shows !== 'heightfield' || namesFile(definition.params, params))
  );
}

/** Loads the readers of fonts, drawings and pictures. They are large modules, so only systems that read shapes or files load them. */
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
      // The readers of pictures and GeoTIFFs are loaded only if there is a terrain.
      const { readTerrain } = await import('../files/terrain/read-terrain.ts');
      const names = tiles ? nameTiles(files, file, tiles) : [file];
      // Each tile is read when its heights are used, since all tiles together may not fit into memory.
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
    async readTetMesh(file, path) {
      const { readTetMesh, tetMeshCompanions } = await import('../files/tet/read-tet-mesh.ts');
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
      // A file that is neither STL nor PLY is read as OBJ, whatever its extension. The OBJ reader reports the fault.
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
