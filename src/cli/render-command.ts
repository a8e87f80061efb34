import { Command, InvalidArgumentError, Option } from 'commander';
import { abortOnInterrupt } from './abort-on-interrupt.ts';
import { addOutsideOption } from './outside-option.ts';
import { frameRangeHelp, parseFrameRange } from './parse-frame-range.ts';
import { addSceneOptions, givenFlags, readSceneOptions } from './scene-options.ts';
import { exitStatus, showError, showInterruption } from './show-error.ts';
import { showProgress } from './show-progress.ts';

const examples = `
Examples:
  aftermotion render scenes/beach-run/scene.json                       one picture of the end, out/beach-run.png
  aftermotion render out/beach-run --time 1.2 --camera close --out print.png
  aftermotion render scene.json --time 0.5,1,1.5,2 --out sheet.png     several times on one sheet
  aftermotion render scene.json --out run.mp4 --motion-blur 0.5        a film with motion blur, encoded by ffmpeg
  aftermotion render scene.json --frames 10:40 --out frames            a folder of PNGs
  aftermotion render fox.glb --ground snow --camera side
  aftermotion render fox.glb --fur fox --wind 4,0,0

Cameras: those of the scene (cameras), follow (from behind), character (from the front), front (all particles), side, top,
close (the last print), strip (the whole path), or its position and target, in metres: --camera=-3,1.5,2,0,0.5,0

A browser without a window draws the pictures: Chromium, Chrome or Edge. AFTERMOTION_BROWSER names it if it is not found.`;

/** Creates the command `aftermotion render`. */
export function createRenderCommand(finish: (status: number) => void): Command {
  const command = new Command('render')
    .argument(
      '<scene>',
      'a scene (.json), a folder that a bake wrote, or a file that bake reads (.glb, .bvh, .svg, .png, …)',
    )
    .summary('draw pictures and films of a scene, as on the page')
    .description('Draws pictures and films of a scene, as the page shows it.')
    .option('--out <file>', 'a .png, a .mp4, or a folder for a PNG sequence (default: out/NAME.png)')
    .addOption(
      new Option('--time <seconds>', 'times, separated by commas (default: the end)')
        .argParser(parseTimes)
        .conflicts('frames'),
    )
    .addOption(
      new Option('--frames <range>', `frames of a film, ${frameRangeHelp}`).argParser(parseFrameRange),
    )
    .addOption(
      new Option('--size <size>', 'size of a picture, in pixels (default: 1280x720)').argParser(parseSize),
    )
    .addOption(
      new Option(
        '--camera <camera>',
        'name or position of the camera (default: the first of the scene, or follow; without a ground: character; without an actor too: front)',
      ).argParser(parseCamera),
    )
    .addOption(
      new Option(
        '--samples <number>',
        'samples across and down a pixel (default: 2, for films and motion blur 1)',
      ).argParser(parseSamples),
    )
    .addOption(
      new Option(
        '--motion-blur <shutter>',
        'fraction of the frame interval for which the shutter is open, 0 to 1 (default: 0)',
      ).argParser(parseShutter),
    )
    .addOption(
      new Option('--blur-samples <number>', 'moments to average, 2 to 64 (default: 16)').argParser(
        parseBlurSamples,
      ),
    )
    .addOption(new Option('--renderer <name>', 'graphics API (default: webgl)').choices(['webgl', 'webgpu']))
    .option('--software', 'draw on the CPU, with the same result on every machine')
    .option('--json', 'print a list of the written files, or { "error": … }, as JSON on standard output')
    .option('--debug', 'show where in the program an error occurred');
  addOutsideOption(command);
  addSceneOptions(command, renamed);
  return command.addHelpText('after', examples).action(async (scene: string, options: RenderFlags) => {
    finish(await runRender(scene, options));
  });
}

/** In this command, `--size` is the size of the picture. So the size of the ground has another flag. */
const renamed = { size: 'groundSize' };

interface RenderFlags {
  readonly out?: string;
  readonly time?: number[];
  readonly frames?: [number | null, number | null];
  readonly size?: [number, number];
  readonly camera?: string | number[];
  readonly samples?: number;
  readonly motionBlur?: number;
  readonly blurSamples?: number;
  readonly renderer?: 'webgl' | 'webgpu';
  readonly software?: boolean;
  readonly outsideFiles?: boolean;
  readonly json?: boolean;
  readonly debug?: boolean;
  /** Values that replace those of the scene. */
  readonly [name: string]: unknown;
}

async function runRender(scene: string, flags: RenderFlags): Promise<number> {
  const { renderFile } = await import('../node/browser/render-file.ts');
  const { signal, arm } = abortOnInterrupt();
  arm();
  const display = showProgress();
  try {
    const { out, pictureCount, notes } = await renderFile(scene, {
      out: flags.out,
      outsideFiles: flags.outsideFiles === true,
      times: flags.time,
      frames: flags.frames,
      size: flags.size,
      camera: flags.camera,
      samples: flags.samples,
      motionBlur: flags.motionBlur,
      blurSamples: flags.blurSamples,
      backend: flags.renderer,
      software: flags.software,
      overrides: readSceneOptions(flags, renamed),
      signal,
      progress: (done, total, message) => display.update({ phase: 'write', done, total, message }),
    });
    display.stop();
    if (flags.json) {
      process.stdout.write(`${JSON.stringify({ out, pictureCount, notes }, null, 2)}\n`);
      return exitStatus.done;
    }
    console.log(`${out}: ${pictureCount === 1 ? 'one picture' : `${pictureCount} pictures`}`);
    for (const note of notes) console.log(note);
    return exitStatus.done;
  } catch (error) {
    display.stop();
    if (signal.aborted) {
      return showInterruption('Interrupted. Nothing was written.', false, flags.json === true);
    }
    const time = flags.time === undefined ? [] : [{ flag: 'time', part: 'scene', key: 'time' }];
    const given = [...givenFlags(flags, renamed), ...time];
    return showError(error, { flags: given, debug: flags.debug === true, json: flags.json === true });
  }
}

function parseTimes(text: string): number[] {
  const times = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (times.every((time) => Number.isFinite(time))) return times;
  throw new InvalidArgumentError(`expected seconds such as 1.2 or 0.5,1,1.5, got "${text}".`);
}

function parseSize(text: string): [number, number] {
  const match = /^(\d+)[x×](\d+)$/.exec(text);
  const size: [number, number] = [Number(match?.[1]), Number(match?.[2])];
  if (size.every((side) => side >= 16 && side <= 8192)) return size;
  throw new InvalidArgumentError(`expected WIDTHxHEIGHT, each 16 to 8192 pixels, got "${text}".`);
}

function parseCamera(text: string): string | number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length === 6 && numbers.every((value) => Number.isFinite(value))) return numbers;
  // Other texts are names, which the scene must have.
  if (/^[^-+.\d,]/.test(text)) return text;
  throw new InvalidArgumentError(
    `expected the name of a camera, or six numbers x,y,z,tx,ty,tz, got "${text}".`,
  );
}

function parseSamples(text: string): number {
  const value = Number(text);
  if ([1, 2, 3, 4].includes(value)) return value;
  throw new InvalidArgumentError(`expected 1, 2, 3 or 4, got "${text}".`);
}

function parseShutter(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError(`expected a fraction of the frame interval, 0 to 1, got "${text}".`);
}

function parseBlurSamples(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 2 && value <= 64) return value;
  throw new InvalidArgumentError(`expected a whole number from 2 to 64, got "${text}".`);
}
