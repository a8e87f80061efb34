/**
 * Makes the films of docs/gallery.md. Each shows the same motion twice: without and with contact, the response of the ground, snowfall, or mud that sticks.
 *
 *     npx tsx tools/gallery/make-films.ts [--draft] [NAME…]
 *
 * Without names, all are made. Needs ffmpeg and a browser, and the built page (`npm run build`). `--draft` draws every third frame, small.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderFile } from '../../src/node/browser/render-file.ts';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { checkout, scenesFolder } from './checkout.ts';
import { savePng } from './save-png.ts';

type Scene = {
  time: Record<string, unknown>;
  actors: Record<string, unknown>[];
  systems: Record<string, unknown>[];
};

interface Film {
  /** Name of a camera of the scene, or its position and target, metres. A camera with `follow` is added to the scene. */
  readonly camera: string | readonly number[] | Record<string, unknown>;
  /** Captions of the two halves: without and with. */
  readonly captions: readonly [without: string, with_: string];
  /** Removes the effect from the scene, for the half without it. */
  remove(scene: Scene): void;
}

const films: Record<string, Film> = {
  'deep-snow': {
    camera: 'prints',
    captions: ['as animated', 'with groundResponse: 20, 70, 180 kg; 8, 25, 50 cm of snow'],
    remove({ actors }) {
      for (const actor of actors) {
        delete actor.groundResponse;
        delete actor.mass;
      }
    },
  },
  'slope-slip': {
    camera: [6.3, 2.6, 3.4, 3.2, 0.9, -0.2],
    captions: ['as animated', 'with groundResponse: the walker in front sinks and slips'],
    remove({ actors }) {
      for (const actor of actors) {
        delete actor.groundResponse;
        delete actor.mass;
      }
    },
  },
  barrel: {
    camera: [6.2, 1.8, 2.6, -0.3, 0.25, -0.95],
    captions: ['simulated on firm ground', 'simulated on sand'],
    remove({ systems }) {
      Object.assign(systems[0], { frictionalModulus: 1e9 });
    },
  },
  'hand-on-belly': {
    camera: [0.7, 1.16, 1.1, 0.04, 1.05, 0.08],
    captions: ['without contact', 'with touchedBy: hand and forearm'],
    remove({ systems }) {
      for (const system of systems) delete system.touchedBy;
    },
  },
  sitting: {
    camera: [1.34, 0.51, 0.24, 0.1, 0.53, -0.16],
    captions: ['without contact', 'with touchedBy: the bench'],
    remove({ systems }) {
      for (const system of systems) delete system.touchedBy;
    },
  },
  snowfall: {
    camera: [-3.6, 1.7, 3.4, -0.9, 0.35, 0],
    captions: ['without', 'with snowfall: 2.6 cm per second'],
    remove({ systems }) {
      delete systems[0].snowfall;
    },
  },
  'muddy-boots': {
    camera: { follow: 'walker', position: [1.0, 0.75, -1.35], target: [0.05, 0.3, 0] },
    captions: ['without', 'with stickingDepth: 2 mm'],
    remove({ systems }) {
      delete systems[0].stickingDepth;
    },
  },
};

/** Size of each half, pixels, and height of the captions. */
const [width, height, captionHeight] = [640, 480, 32];

async function makeFilm(name: string, film: Film, isDraft: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-film-'));
  try {
    symlinkSync(join(scenesFolder, 'assets'), join(folder, 'assets'));
    const scale = isDraft ? 0.5 : 1;
    const isFollowing = typeof film.camera === 'object' && !Array.isArray(film.camera);
    const fps = isDraft ? 10 : 24;
    for (const part of ['without', 'with']) {
      const scene = join(folder, part);
      cpSync(join(scenesFolder, name), scene, { recursive: true });
      const path = join(scene, 'scene.json');
      const value = JSON.parse(readFileSync(path, 'utf8'));
      value.time.fps = fps;
      if (isFollowing) value.cameras = [{ name: 'film', ...film.camera }];
      if (part === 'without') film.remove(value);
      writeFileSync(path, JSON.stringify(value));
      const { notes } = await renderFile(path, {
        out: join(folder, `${part}.mp4`),
        frames: [null, null],
        size: [scale * width, scale * height],
        camera: isFollowing ? 'film' : (film.camera as string | readonly number[]),
        samples: 1,
        software: true,
      });
      for (const note of notes) console.log(note);
    }
    const captions = createPicture(2 * scale * width, captionHeight, sheetColors.paper);
    for (const [k, caption] of film.captions.entries())
      drawText(captions, caption, k * scale * width + 10, 21, { ...textStyles.caption, size: 13 });
    savePng(join(folder, 'captions.png'), captions);
    const out = join(checkout, 'docs', 'films', `${name}.mp4`);
    mkdirSync(join(checkout, 'docs', 'films'), { recursive: true });
    const input = (file: string) => ['-i', join(folder, file)];
    execFileSync(
      'ffmpeg',
      [
        ...['-hide_banner', '-loglevel', 'error', '-y'],
        ...[
          ...input('without.mp4'),
          ...input('with.mp4'),
          '-framerate',
          String(fps),
          ...input('captions.png'),
        ],
        ...['-filter_complex', `[0][1]hstack,fps=${fps}[halves];[halves][2]vstack`, '-r', String(fps)],
        ...[
          '-c:v',
          'libx264',
          '-crf',
          '25',
          '-preset',
          'slow',
          '-pix_fmt',
          'yuv420p',
          '-movflags',
          '+faststart',
        ],
        out,
      ],
      { stdio: 'inherit' },
    );
    return statSync(out).size;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(args: readonly string[]): Promise<void> {
  const names = args.filter((word) => !word.startsWith('--'));
  const unknown = names.filter((name) => !Object.hasOwn(films, name));
  if (unknown.length > 0) {
    console.error(`no film "${unknown[0]}": there are ${Object.keys(films).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  for (const name of names.length > 0 ? names : Object.keys(films)) {
    const begun = performance.now();
    const bytes = await makeFilm(name, films[name], args.includes('--draft'));
    const seconds = (performance.now() - begun) / 1000;
    console.log(`docs/films/${name}.mp4  ${Math.round(bytes / 1000)} kB  ${seconds.toFixed(1)} s`);
  }
}

await main(process.argv.slice(2));
