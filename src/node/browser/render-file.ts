import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BakePlan } from '../../bake/bake-plan.ts';
import { InputError } from '../../input-error.ts';
import { openScene } from '../../scene/open-scene.ts';
import type { SceneOverrides } from '../../scene/override-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { viewNames } from '../../scene/view-names.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import { faultMessage } from '../../systems/param-messages.ts';
import { createDiskFiles, showPath } from '../disk-files.ts';
import { makeFolders, requireWritable } from '../make-folders.ts';
import { readSource } from '../read-source.ts';
import type { DrawingBackend } from './browser-flags.ts';
import { requireBrowser } from './find-browser.ts';
import { findProgram } from './find-program.ts';
import { createPictureWriter } from './picture-writer.ts';
import { renderPictures, type Shutter } from './render-pictures.ts';

export interface RenderFileOptions {
  /** The output: a .png (one picture, or a contact sheet), a .mp4, or a folder for a sequence. Default `out/NAME.png` or `out/NAME.mp4`. */
  readonly out?: string;
  /** Times of the pictures in a .png, seconds. Default: the end of the scene. */
  readonly times?: readonly number[];
  /** First and last frame of a film or a sequence, both included; null means the first or last frame of the scene. */
  readonly frames?: readonly [number | null, number | null];
  /** Width and height of each picture, pixels. Default 1280 × 720. */
  readonly size?: readonly [number, number];
  /**
   * Name of the camera, one of the scene or of `viewNames`, or its position and target [x, y, z, tx, ty, tz], metres. Default: the first
   * camera of the scene, or `follow`.
   */
  readonly camera?: string | readonly number[];
  /** Antialiasing samples per pixel along each axis. Default 2 for pictures without motion blur, otherwise 1. */
  readonly samples?: number;
  /**
   * Motion blur: the fraction of the frame interval for which the shutter is open, 0 to 1. The shutter closes at the time of the picture.
   * Default 0: no motion blur.
   */
  readonly motionBlur?: number;
  /** Number of moments that are averaged while the shutter is open, 2 to 64. Default 16. */
  readonly blurSamples?: number;
  readonly backend?: DrawingBackend;
  /** True: pictures are drawn on the CPU, which gives the same result on every machine. */
  readonly software?: boolean;
  readonly overrides?: SceneOverrides;
  /** True: assets (glTF, OBJ) may name files outside of their own folders. Absent: that is an error. */
  readonly outsideFiles?: boolean;
  readonly signal?: AbortSignal;
  /** Called after each picture. done, total: numbers of pictures. */
  progress?(done: number, total: number, description: string): void;
}

export interface RenderFileResult {
  /** The file or the folder that was written. */
  readonly out: string;
  readonly pictureCount: number;
  /** Messages about deviations from the request, for example that a sequence was written instead of a film. */
  readonly notes: readonly string[];
}

/** Maximum number of pictures on a contact sheet. */
const maxOnSheet = 36;

/**
 * Renders a scene, the folder of a bake, or a lone file (for which a scene is created) into picture files that look like the page. All
 * input is validated before anything is drawn. Output files appear under their real names only when they are complete.
 *
 * Throws InputError for faults of the input, and if no browser is found.
 */
export async function renderFile(path: string, options: RenderFileOptions = {}): Promise<RenderFileResult> {
  const [width, height] = options.size ?? [1280, 720];
  checkBlur(options);
  const source = await readSource(path, options.overrides ?? {}, options);
  const files = new Map<string, Uint8Array>();
  const disk = createDiskFiles(source.folder, options);
  const plan = await openScene(
    parseScene(source.scene),
    {
      ...disk,
      read(name, asset) {
        const bytes = disk.read(name, asset);
        if (bytes) files.set(name, bytes);
        return bytes;
      },
    },
    { name: source.name, frames: options.frames, checkOnly: true },
  );
  checkCamera(options.camera, plan);
  const first = plan.times.seconds(0);
  const last = plan.times.seconds(plan.times.count - 1);
  const asFilm = options.frames !== undefined;
  const wanted = options.out ?? join('out', `${source.name}.${asFilm ? 'mp4' : 'png'}`);
  const notes: string[] = [];
  const kind = /\.png$/i.test(wanted) ? 'picture' : /\.mp4$/i.test(wanted) ? 'film' : 'sequence';
  const numbers = chooseNumbers(plan, options.times !== undefined);
  const times =
    options.times ??
    (kind === 'picture' && !asFilm ? [last] : frameSeconds(plan.times, plan.firstFrame, plan.lastFrame));
  checkTimes(times, first, last, kind === 'picture');
  const shutter = createShutter(options, plan);
  checkShutter(shutter, times);
  checkPlace(wanted, kind === 'sequence');
  const browser = requireBrowser();
  const ffmpeg = kind === 'film' ? findProgram('ffmpeg') : null;
  let out = wanted;
  if (kind === 'film' && !ffmpeg) {
    // The folder must not be called `NAME`, since that may be the folder of a bake.
    out = wanted.replace(/\.mp4$/i, '-frames');
    notes.push(
      `ffmpeg was not found, so the frames are a PNG sequence in ${showPath(out)}: ` +
        `ffmpeg -framerate ${plan.fps} -start_number ${numbers(0)} -i ${join(showPath(out), '%04d.png')} -pix_fmt yuv420p ${showPath(wanted)} makes the film`,
    );
  }
  makeFolders(dirname(out));
  const writer = createPictureWriter({
    out,
    kind,
    ffmpeg,
    times,
    numbers,
    size: { width, height },
    fps: plan.fps,
  });
  try {
    await renderPictures(
      {
        name: source.name,
        scene: source.scene,
        files,
        times,
        width,
        height,
        shutter: shutter ?? undefined,
        samples: options.samples ?? (kind === 'picture' && !shutter ? 2 : 1),
        camera: options.camera ?? null,
        backend: options.backend ?? 'webgl',
        software: options.software ?? false,
      },
      {
        browser,
        signal: options.signal,
        async picture(index, rgb) {
          await writer.add(index, rgb);
          const which = plan.times.isNumbered && asFilm ? `frame ${numbers(index)}, ` : '';
          options.progress?.(index + 1, times.length, `${which}picture ${index + 1} of ${times.length}`);
        },
        warning: (message) => notes.push(message),
      },
    );
    await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return { out, pictureCount: times.length, notes };
}

/** Returns the numbers of the pictures of a sequence: those of the frames if the scene numbers its frames, otherwise numbers from 1. */
function chooseNumbers({ times, firstFrame }: BakePlan, areTimes: boolean): (index: number) => number {
  const first = times.isNumbered && !areTimes ? times.number(firstFrame) : 1;
  return (index) => first + index;
}

function frameSeconds(times: { seconds(frame: number): number }, first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => times.seconds(first + k));
}

/** Throws InputError before the rendering if the output path cannot be written. */
function checkPlace(out: string, asFolder: boolean): void {
  for (let location = out, isFolder = asFolder; ; location = dirname(location), isFolder = true) {
    const found = existsSync(location) ? statSync(location) : null;
    if (found && found.isDirectory() !== isFolder) {
      const expected = isFolder ? 'a folder, got the file' : 'a file, got the folder';
      throw InputError.at('out', `expected ${expected} ${showPath(location)}: choose another name`);
    }
    if (found || dirname(location) === location) break;
  }
  requireWritable(asFolder ? out : dirname(out));
}

/** Throws InputError if an option of motion blur is outside of its range. */
function checkBlur({ motionBlur = 0, blurSamples }: RenderFileOptions): void {
  if (!(motionBlur >= 0 && motionBlur <= 1)) {
    throw InputError.at('motionBlur', `expected a fraction of the frame interval, 0 to 1, got ${motionBlur}`);
  }
  if (blurSamples === undefined) return;
  if (motionBlur === 0) throw InputError.at('blurSamples', 'has no effect without motion blur');
  if (!(Number.isInteger(blurSamples) && blurSamples >= 2 && blurSamples <= 64)) {
    throw InputError.at('blurSamples', `expected a whole number from 2 to 64, got ${blurSamples}`);
  }
}

/** Returns the shutter of motion blur. Null: no motion blur. */
function createShutter(options: RenderFileOptions, { times }: BakePlan): Shutter | null {
  const { motionBlur = 0, blurSamples = 16 } = options;
  if (motionBlur === 0) return null;
  return { open: motionBlur / fractionToNumber(times.fps), samples: blurSamples, start: times.seconds(0) };
}

/** Throws InputError if the shutter would open before the time of the previous picture. A simulation cannot go back in time. */
function checkShutter(shutter: Shutter | null, times: readonly number[]): void {
  if (!shutter) return;
  for (let k = 1; k < times.length; k++) {
    // The times of frames are rounded, so a small difference is allowed.
    if (times[k] - times[k - 1] >= shutter.open * (1 - 1e-6)) continue;
    throw InputError.at(
      'time',
      `expected times at least ${Number(shutter.open.toPrecision(3))} s apart, for which the shutter is open, got ${times[k - 1]} and ${times[k]}`,
    );
  }
}

/** Throws InputError for the name of a camera that does not exist. */
function checkCamera(camera: RenderFileOptions['camera'], { cameras = [] }: BakePlan): void {
  if (typeof camera !== 'string') return;
  const own = cameras.map(({ name }) => name);
  const names = [...own, ...viewNames];
  if (names.includes(camera)) return;
  const list =
    own.length > 0 ? `${own.join(', ')} (of the scene), ${viewNames.join(', ')}` : viewNames.join(', ');
  throw InputError.at('camera', faultMessage(`one of ${list}`, camera, names));
}

function checkTimes(times: readonly number[], first: number, last: number, onSheet: boolean): void {
  for (const t of times) {
    if (t >= first && t <= last) continue;
    throw InputError.at('time', `expected a time within the scene, ${first} to ${last} s, got ${t}`);
  }
  if (times.some((t, k) => k > 0 && t <= times[k - 1])) {
    throw InputError.at('time', `expected rising times, got ${times.join(', ')}`);
  }
  if (onSheet && times.length > maxOnSheet) {
    throw InputError.at(
      'frames',
      `expected at most ${maxOnSheet} pictures on a sheet, got ${times.length}: give a .mp4 or a folder with --out`,
    );
  }
}
