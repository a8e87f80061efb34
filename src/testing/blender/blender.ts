import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The environment variable that names the program file of Blender. */
export const blenderVariable = 'AFTERMOTION_BLENDER';

/**
 * Finds Blender's program file: the file that `AFTERMOTION_BLENDER` names, else the one on the search path or in the usual folders. Returns
 * null if there is none. Tests then skip, and their titles say why.
 */
export function findBlender(): string | null {
  const named = process.env[blenderVariable];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(
      `${blenderVariable}: expected the program file of Blender, got ${named}, which does not exist`,
    );
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder)
    .flatMap((folder) => ['blender', 'blender.exe'].map((file) => join(folder, file)));
  const usual = ['/Applications/Blender.app/Contents/MacOS/Blender', '/snap/bin/blender'];
  return [...onPath, ...usual].find((path) => existsSync(path)) ?? null;
}

/** Note for titles of tests: `test.skipIf(!findBlender())('…' + blenderNote, …)`. */
export const blenderNote = findBlender() ? '' : ' (left out: no Blender; install it to run this test)';

/** The work of Blender before its meshes are read. Paths may be relative to the working folder. */
export interface BlenderJob {
  /** A .blend file to begin with. Absent: the scene is empty. */
  readonly open?: string;
  /**
   * Frames per second, set before anything is imported. Default: 24, as in a new file. With 29.97, the importer of Blender 3.4 places 30
   * keys per second, because it ignores the base of the frame rate. The imported time is then longer by a thousandth.
   */
  readonly fps?: number;
  /** .glb and .gltf files for Blender's own importer with its default settings. */
  readonly import?: readonly string[];
  /** Python files that run after the import, with `__file__` set. */
  readonly scripts?: readonly string[];
  /** A .blend file. The scene is saved to it and opened from it before the meshes are read. */
  readonly save?: string;
  /** A clip to play instead of the one that the import leaves active. */
  readonly clip?: string;
  /** Seconds after frame `zeroFrame`. The importer puts the time 0 of every clip at frame 0, the default. */
  readonly times?: readonly number[];
  readonly zeroFrame?: number;
  /** Frames to read instead of times. */
  readonly frames?: readonly number[];
  /** Keeps the cube, the camera and the lamp of a new file. Default false. */
  readonly keepDefaultObjects?: boolean;
}

export interface BlenderObject {
  readonly name: string;
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly isVisible: boolean;
  readonly materials: readonly string[];
  /** For each time, the positions in the world, m, in the axes of glTF, [3 · vertexCount]. */
  readonly positions: readonly Float32Array[];
}

/** Points that a node group creates. */
export interface BlenderCloud {
  readonly name: string;
  readonly count: number;
  /** Positions x, y, z in the world, in the axes of glTF, and diameter, metres, [4 · count]. */
  readonly points: Float32Array;
}

export interface BlenderScene {
  readonly blender: string;
  readonly fps: number;
  readonly frameStart: number;
  readonly frameEnd: number;
  /** The frames that were read. */
  readonly frames: readonly number[];
  /** Every mesh object of the scene, by name. */
  readonly objects: readonly BlenderObject[];
  /** Active actions. A key is `object …` or `shape keys …` with the name of the object that the action moves. */
  readonly actions: Readonly<Record<string, string>>;
  /** For each frame, the clouds of points that are shown. */
  readonly clouds: readonly (readonly BlenderCloud[])[];
  /** Number of data blocks of each kind in the file: `objects`, `meshes` … */
  readonly blockCounts: Readonly<Record<string, number>>;
}

const script = fileURLToPath(new URL('./evaluate_meshes.py', import.meta.url));

/**
 * Runs a job in Blender without a window. Returns every mesh after shape keys, armatures, modifiers and parents. Takes some seconds, so a
 * test needs a limit of 60 s or more. environment: variables for Blender. If the job fails, throws an error with Blender's output.
 */
export function evaluateInBlender(job: BlenderJob, environment: NodeJS.ProcessEnv = {}): BlenderScene {
  const blender = findBlender();
  if (!blender) throw new Error('Blender was not found');
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-blender-'));
  try {
    const out = join(folder, 'meshes');
    writeFileSync(
      join(folder, 'job.json'),
      JSON.stringify({
        ...job,
        ...(job.open ? { open: resolve(job.open) } : {}),
        ...(job.save ? { save: resolve(job.save) } : {}),
        import: job.import?.map((path) => resolve(path)),
        scripts: job.scripts?.map((path) => resolve(path)),
        fps: job.fps ? [Math.round(job.fps), Math.round(job.fps) / job.fps] : undefined,
        out,
      }),
    );
    const flags = ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '1', '--python', script];
    const run = spawnSync(blender, [...flags, '--', join(folder, 'job.json')], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    if (run.status !== 0) throw new Error(`Blender failed:\n${`${run.stdout}\n${run.stderr}`.slice(-3000)}`);
    return readScene(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readScene(out: string): BlenderScene {
  const scene = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as BlenderScene;
  const bytes = readFileSync(`${out}.bin`);
  const numbers = new Float32Array(new Uint8Array(bytes).buffer);
  const perFrame = scene.objects.reduce((sum, { vertexCount }) => sum + 3 * vertexCount, 0);
  let first = 0;
  const objects = scene.objects.map((object) => {
    const offset = first;
    first += 3 * object.vertexCount;
    const positions = scene.frames.map((_, k) =>
      numbers.subarray(k * perFrame + offset, k * perFrame + offset + 3 * object.vertexCount),
    );
    return { ...object, positions };
  });
  const points = new Float32Array(new Uint8Array(readFileSync(`${out}.points.bin`)).buffer);
  let at = 0;
  const clouds = scene.clouds.map((shown) =>
    shown.map((cloud) => {
      at += 4 * cloud.count;
      return { ...cloud, points: points.subarray(at - 4 * cloud.count, at) };
    }),
  );
  return { ...scene, objects, clouds };
}

/**
 * Returns the mesh object that the importer made from a node. Blender adds a number to names that exist already: `body.001`. Throws
 * RangeError if there is no such object, or if there are several.
 */
export function findObject({ objects }: BlenderScene, name: string): BlenderObject {
  const exact = objects.filter((object) => object.name === name);
  const found =
    exact.length > 0 ? exact : objects.filter((object) => object.name.replace(/\.\d{3,}$/, '') === name);
  if (found.length === 1) return found[0];
  const names = objects.map((object) => object.name).join(', ');
  throw new RangeError(`expected one mesh object ${name} in Blender, got ${found.length} among ${names}`);
}

/**
 * Returns the indices of the vertices of a primitive that its triangles use, ascending. Blender's glTF importer keeps only these
 * vertices, in this order. It joins the primitives of one mesh, one after the other, into one object.
 */
export function listUsedVertices(indices: ArrayLike<number>): number[] {
  return [...new Set(Array.from(indices))].sort((a, b) => a - b);
}
