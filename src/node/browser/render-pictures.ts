import { shutterMoments } from '../../pictures/shutter.ts';
import { findBuiltPage } from '../built-page.ts';
import type { DrawingBackend } from './browser-flags.ts';
import { requireBrowser } from './find-browser.ts';
import { openPage } from './open-page.ts';
import { serveRender } from './serve-render.ts';

/** If the page sends no message for this number of seconds, rendering fails. */
const patience = 180;

/** A scene, a camera and times; see `RenderJob` in studio/render. */
export interface PictureJob {
  readonly name: string;
  /** The scene file as data, and the files that it names. */
  readonly scene: unknown;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Times of the pictures, seconds, in ascending order. */
  readonly times: readonly number[];
  /** Motion blur. Absent: a picture shows a single moment. */
  readonly shutter?: Shutter;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of samples along each side of a pixel: 2 for a finished picture, 1 for a draft. */
  readonly samples: number;
  /** Name of a camera, or its position and target: x, y, z, tx, ty, tz, metres. Null: chosen according to the contents of the scene. */
  readonly camera: string | readonly number[] | null;
  readonly backend: DrawingBackend;
  /** Draws on the CPU even if there is a graphics card. */
  readonly software: boolean;
}

/** The shutter of a camera. It closes at the time of a picture. */
export interface Shutter {
  /** Time for which the shutter is open, seconds. */
  readonly open: number;
  /** Number of moments that are averaged. */
  readonly samples: number;
  /** Start of the scene, seconds. Nothing moves before it. */
  readonly start: number;
}

export interface PictureOptions {
  /** Receives each picture in order: RGB, top row first. */
  picture(index: number, rgb: Uint8Array): void | Promise<void>;
  /** Called with the number of seconds of the scene that have been simulated. */
  progress?(seconds: number): void;
  warning?(text: string): void;
  readonly signal?: AbortSignal;
  /** Path of the browser's program file. Absent: found by `requireBrowser`. */
  readonly browser?: string;
  /** Folder of the built page. Absent: that of the package. */
  readonly page?: string;
}

/**
 * Draws a scene at given times in a browser without a window, as the page shows it. The same job gives the same bytes on the same
 * machine.
 *
 * Throws InputError if there is no browser, Error if drawing fails, and the reason of the signal if it is aborted.
 */
export async function renderPictures(job: PictureJob, options: PictureOptions): Promise<void> {
  const { browser = requireBrowser() } = options;
  const pageFolder = options.page ?? (await findBuiltPage(options.signal));
  options.signal?.throwIfAborted();
  const { files, backend, software, times, shutter, ...rest } = job;
  const { open, samples, start } = shutter ?? { open: 0, samples: 1, start: 0 };
  const pictures = times.map((time) => shutterMoments(time, open, samples, start));
  let finish: () => void;
  let fail: (error: unknown) => void;
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  let heard = performance.now();
  const server = await serveRender(
    pageFolder,
    { ...rest, pictures, files: [...files.keys()], renderer: backend },
    [...files.values()],
    {
      async picture(index, pixels) {
        heard = performance.now();
        try {
          await options.picture(index, averageSamples(pixels, job.width, job.height, job.samples));
        } catch (error) {
          fail(error);
        }
      },
      progress(seconds) {
        heard = performance.now();
        options.progress?.(seconds);
      },
      warning: (text) => options.warning?.(text),
      failed: (message, stack) => fail(Object.assign(new Error(`drawing failed: ${message}`), { stack })),
      finished: () => finish(),
    },
  );
  const page = openPage(server.address, { browser, backend, software });
  const watch = setInterval(() => {
    if (performance.now() - heard < patience * 1000) return;
    fail(new Error(`the browser has sent no message for ${patience} s`));
  }, 1000);
  const abort = () => fail(options.signal?.reason);
  options.signal?.addEventListener('abort', abort);
  try {
    await Promise.race([done, page.ended]);
  } finally {
    clearInterval(watch);
    options.signal?.removeEventListener('abort', abort);
    await page.close();
    await server.close();
  }
}

/** Converts RGBA with `samples` times the size to RGB. Each pixel is the mean of its samples in linear light. */
export function averageSamples(
  pixels: Uint8Array,
  width: number,
  height: number,
  samples: number,
): Uint8Array {
  const out = new Uint8Array(3 * width * height);
  if (samples === 1) {
    for (let pixel = 0; pixel < width * height; pixel++) {
      out[3 * pixel] = pixels[4 * pixel];
      out[3 * pixel + 1] = pixels[4 * pixel + 1];
      out[3 * pixel + 2] = pixels[4 * pixel + 2];
    }
    return out;
  }
  const row = width * samples;
  const fraction = 1 / (samples * samples);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let light = 0;
        for (let s = 0; s < samples * samples; s++) {
          const sample = (y * samples + Math.floor(s / samples)) * row + x * samples + (s % samples);
          light += pixels[4 * sample + c] ** 2;
        }
        out[3 * (y * width + x) + c] = Math.round(Math.sqrt(light * fraction));
      }
    }
  }
  return out;
}
