import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { type BlenderJob, type BlenderScene, evaluateInBlender } from './blender.ts';

/** One step of a test of the add-on. `addon_steps.py` explains all keys. */
export interface AddonStep {
  readonly op: 'add' | 'remove' | 'import' | 'cancel';
  readonly part?: 'ground' | 'flesh' | 'particles' | 'fur';
  readonly folder?: string;
  /** The object to select by name. `character` (the default) is the armature, `nothing` selects nothing. */
  readonly select?: string;
  /** Seconds after which a bake is cancelled. */
  readonly after?: number;
}

/** A character for the add-on, and the state of the file. `addon_steps.py` explains all keys. */
export interface AddonJob {
  readonly character?: {
    readonly file: string;
    readonly clip: string;
    readonly frames: readonly [number, number];
    readonly fps: readonly [number, number];
    readonly repeats?: number;
    readonly unit?: number;
    readonly walk?: number;
    readonly parent?: {
      readonly location?: readonly number[];
      readonly rotation?: readonly number[];
      readonly scale?: number;
    };
  };
  readonly saveAs?: string;
  readonly command?: string;
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  readonly modifier?: string;
  /** A picture after the steps. */
  readonly render?: { readonly file: string; readonly frame: number };
  readonly steps: readonly AddonStep[];
}

/** The state of Blender and of the folder of the file after a step. */
export interface AddonResult {
  /** `FINISHED`, `CANCELLED`, or the message of an error. */
  readonly outcome: string;
  readonly seconds: number;
  /** Only of a picture: processor time of Blender and of the bake. `seconds` is then the time from the saved file on. */
  readonly processorSeconds?: number;
  readonly blocks: Readonly<Record<string, number>>;
  readonly shapeKeys: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly string[];
  readonly frame: number;
  readonly selected: readonly string[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The zip that `npm run blender-addon` makes. */
export const addonZip = join(root, 'dist/blender/aftermotion-blender.zip');
/** The command of this checkout, for the preferences of the add-on. */
export const ownCommand = `"${process.execPath}" "${join(root, 'bin/aftermotion.js')}"`;
const script = fileURLToPath(new URL('./addon_steps.py', import.meta.url));

/** Installs the add-on from its zip into a folder for the scripts of a user of Blender. */
export function installAddon(scripts: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(readFileSync(addonZip))))) {
    const path = join(scripts, 'addons', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** Runs steps of the add-on in Blender. folder: for temporary files and the add-on, which must be installed in its folder `scripts`. */
export function runAddon(
  folder: string,
  job: AddonJob,
  blender: BlenderJob = {},
): { results: AddonResult[]; scene: BlenderScene } {
  const [path, out] = ['addon-job.json', 'addon-results.json'].map((name) => join(folder, name));
  writeFileSync(path, JSON.stringify({ command: ownCommand, ...job, out }));
  const scene = evaluateInBlender(
    { ...blender, scripts: [script] },
    { BLENDER_USER_SCRIPTS: join(folder, 'scripts'), AFTERMOTION_TEST_JOB: path },
  );
  return { results: JSON.parse(readFileSync(out, 'utf8')) as AddonResult[], scene };
}
